// What is said of an import: what came of it, or why nothing of it was taken.
import { fieldsOf } from '@countinghouse/client/api-error';
import type { BankFileEncoding, ReconFormat } from '@countinghouse/contract/bank-files';
import { ApiError, fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { showDay } from '../../../lib/values/time.ts';
import { count } from '../use-acts.ts';

/** Encodings by whose letters they have. */
const encodingNames: Readonly<Record<BankFileEncoding, string>> = {
  'utf-8': 'All languages (UTF-8)',
  'utf-16le': 'All languages (UTF-16 LE)',
  'utf-16be': 'All languages (UTF-16 BE)',
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
};
/** To be chosen from. */
export const encodings = Object.entries(encodingNames).map(([value, label]) => ({ value: value as BankFileEncoding, label }));

export const formatNames: Readonly<Record<ReconFormat, string>> = {
  json: 'JSON',
  'camt.053': 'camt.053',
  mt940: 'MT940',
  bai2: 'BAI2',
  ofx: 'OFX',
  csv: 'CSV',
};

/** What a statement is called: by its bank, or by its days, `2026-11-02/2026-11-05`, where it has no name. */
export function statementWords(reference: string): string {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/.exec(reference) ?? [];
  if (from === undefined || to === undefined) return reference;
  return from === to ? showDay(from) : `${showDay(from)} to ${showDay(to)}`;
}

/** How many rows came in, and how many were there. */
export const importSentence = (imported: number, duplicates: number): string =>
  imported === 0
    ? `Nothing new: ${count(duplicates, 'row')} ${duplicates === 1 ? 'was' : 'were'} there already`
    : `${count(imported, 'row')} imported, ${count(duplicates, 'duplicate')}`;

/** Whether a file was refused because nobody has said which of its columns is what. */
export function asksForColumns(error: Error): boolean {
  const details = error instanceof ApiError ? fieldsOf(error.payload)['details'] : null;
  return Array.isArray(details) && details.some((detail) => fieldsOf(detail)['code'] === 'FORMAT_UNKNOWN');
}

/** Why a file was refused: the place in it that is wrong, or the account at the bank that nobody knows. */
export function whyRefused(error: Error): string {
  const inFile = fieldFaultsOf(error).get('file');
  if (inFile !== undefined) return inFile;
  if (!(error instanceof ApiError) || error.code !== 'SOURCE_UNKNOWN') return error.message;
  const { bank_account, currency } = fieldsOf(fieldsOf(error.payload)['details']);
  return `${error.message} It is of ${bank_account === '' ? 'no named account' : bank_account}, in ${currency}.`;
}
