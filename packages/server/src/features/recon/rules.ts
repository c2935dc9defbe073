// From what came in to the command that takes it in: accounts found, rows named by what they say, words kept beside the log.

import { createHash, randomUUID } from 'node:crypto';
import type { StatementRow } from '@countinghouse/contract/bank-files';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import type { ImportedRow, ImportedStatement } from '@countinghouse/kernel/recon/commands';
import { identifyRows } from '@countinghouse/kernel/recon/row-ids';
import { parsePostedAt } from '@countinghouse/kernel/recon/window';
import { Refusal } from '../../http/refusal.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is needed of an account. */
export interface FedAccount {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
}

/** Faults that one answer tells. */
const FAULTS_MAX = 20;

/**
 * The rows as statements, one for each source and account, in the order in which they begin. Throws VALIDATION_ERROR with the paths
 * of rows whose account is not there or kept in another currency: then nothing is taken.
 */
export function statementsOf(rows: readonly StatementRow[], accounts: ReadonlyMap<string, FedAccount>): readonly ImportedStatement[] {
  const faults = rows.flatMap((row, i) => faultsOf(row, i, accounts));
  if (faults.length > 0) throw new Refusal('VALIDATION_ERROR', faults.slice(0, FAULTS_MAX));
  const numbered = rows.map((row, i) => ({ row, line: i + 1 }));
  return [...Map.groupBy(numbered, ({ row }) => `${row.account_code}\n${row.source}`).values()].map((own) => {
    const [{ row: first }] = own as [(typeof own)[number]];
    const accountId = accounts.get(first.account_code)?.id ?? '';
    return {
      id: randomUUID(),
      source: first.source,
      accountId,
      reference: '',
      openingE8: null,
      closingE8: null,
      fromOn: null,
      toOn: null,
      rows: identifyRows(
        sha256,
        { source: first.source, accountId },
        own.map(({ row, line }) => toRow(row, line)),
      ),
    };
  });
}

function faultsOf(row: StatementRow, at: number, accounts: ReadonlyMap<string, FedAccount>) {
  const account = accounts.get(row.account_code);
  if (account === undefined) return [{ path: `rows.${at}.account_code`, message: `There is no account ${row.account_code}.` }];
  if (account.currency === row.currency) return [];
  return [{ path: `rows.${at}.currency`, message: `The account ${account.code} is kept in ${account.currency}.` }];
}

function toRow(row: StatementRow, line: number): Omit<ImportedRow, 'id'> {
  const posted = parsePostedAt(row.posted_at);
  const amountE8 = parseAmountE8(row.amount);
  if (posted === null || amountE8 === null) throw new Error('a row passed its schema and cannot be read');
  return { ...posted, amountE8, line, wordsToken: null };
}
