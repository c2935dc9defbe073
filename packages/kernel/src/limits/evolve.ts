import type { EventRows } from '../ledger/slice.ts';
import { parseAmountE8 } from '../money/amount.ts';
import type { LimitEvents, LimitSet } from './events.ts';
import { amountFields, type Limits } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'limit.set': (state, { payload }) => {
    setLimit(state.limits, payload);
  },
} satisfies EventRows<LimitEvents>;

/** Expects a value as `limit.set` carries it. */
export function setLimit(limits: Limits, { key, value }: LimitSet): void {
  if (key === 'daily_txn_count_max') limits.dailyTxnCountMax = value === null ? null : Number.parseInt(value, 10);
  else limits[amountFields[key]] = value === null ? null : parseAmountE8(value);
}
