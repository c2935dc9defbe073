import type { BankRow } from '@countinghouse/contract/recon-shapes';

/** What the bank says of a row: who it was, what for, and where it tells. What it left out is not there. */
export const bankWords = (row: Pick<BankRow, 'counterparty' | 'description' | 'reference'>): readonly string[] =>
  [row.counterparty, row.description, row.reference].filter((words) => words !== '');

/** The same in one line. */
export const bankLine = (row: Parameters<typeof bankWords>[0]): string => bankWords(row).join(' · ');
