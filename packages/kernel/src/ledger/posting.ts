import type { AccountState } from '../accounts/state.ts';
import type { PostedRow } from '../intents/posted.ts';

/** A row as it lands in the ledger, with the balances of both sides after it. */
export interface Posting {
  readonly seq: number;
  readonly row: PostedRow;
  readonly debit: AccountState;
  readonly credit: AccountState;
  readonly amountE8: bigint;
  readonly debitBalanceAfterE8: bigint;
  readonly creditBalanceAfterE8: bigint;
}
