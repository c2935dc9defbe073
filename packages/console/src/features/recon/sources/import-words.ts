// What is said of an import: what came of it, or why nothing of it was taken.
import { fieldsOf } from '@countinghouse/client/api-error';
import { ApiError, fieldFaultsOf } from '../../../lib/calls/api-error.ts';
import { count } from '../use-acts.ts';

/** How many rows came in, and how many were there. */
export const importSentence = (imported: number, duplicates: number): string =>
  imported === 0
    ? `Nothing new: ${count(duplicates, 'row')} were there already`
    : `${count(imported, 'row')} imported, ${count(duplicates, 'duplicate')}`;

/** Why a file was refused: the place in it that is wrong, or the account at the bank that nobody knows. */
export function whyRefused(error: Error): string {
  const inFile = fieldFaultsOf(error).get('file');
  if (inFile !== undefined) return inFile;
  if (!(error instanceof ApiError) || error.code !== 'SOURCE_UNKNOWN') return error.message;
  const { bank_account, currency } = fieldsOf(fieldsOf(error.payload)['details']);
  return `${error.message} It is of ${bank_account === '' ? 'no named account' : bank_account}, in ${currency}.`;
}
