// Pieces of commands that are needed for more than one feature’s events.

import type { ExecuteIntent, OriginalIntent } from '@countinghouse/kernel/intents/commands';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';

/** A token as long as a real one. */
export const tokenOf = (name: string): string => `pii_${name.padEnd(43, '0')}`;

/** How long the hold that expires lasts: it is decided within that, also on a loaded machine. */
export const HOLD_LIFE_MS = 1_000;

/** As the log shows an intent of one row. */
export function originalOf(posted: ExecuteIntent, debit: string, credit: string, seq: number): OriginalIntent {
  const [row] = posted.rows;
  const { valueDate, currency, narrative, amountE8 } = row as NonNullable<typeof row>;
  const amount = formatAmountE8(amountE8);
  const as = { line: 1, debit_account_id: debit, credit_account_id: credit, amount, currency, value_date: valueDate, narrative };
  return { intentId: posted.intentId, seq, status: 'executed', useCase: posted.useCase, rows: [as] };
}
