import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { plainAmountE8, readAmountE8 } from '../../../lib/values/money.ts';
import { bankLine } from './bank-words.ts';

const NARRATIVE_LENGTH_MAX = 200;

/** What the form of a new intent is filled with, for it to book what a row of the bank says, and to come back matched with it. */
export function postingFor(row: BankRow): Record<string, string> {
  return {
    row: row.id,
    [row.amount.startsWith('-') ? 'credit' : 'debit']: row.account_id,
    amount: plainAmountE8(readAmountE8(row.amount.replace(/^-/, '')), minorUnitsOf(row.currency)),
    currency: row.currency,
    on: row.posted_on,
    narrative: bankLine(row).slice(0, NARRATIVE_LENGTH_MAX) || `${row.source} ${row.posted_on}`,
  };
}
