// What was booked on the last day, as one row of the organisation. Written once a batch from the state, like balances: live writing
// and replay both come through here.

import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { DailyUsage } from '@countinghouse/kernel/limits/state';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import type { SqlValue } from '../sql/statement.ts';

/** The values of `setBooked`, for a state that has seen an intent. */
export function bookedOf(tenantId: string, { day, count, sums }: DailyUsage): readonly SqlValue[] {
  const amounts = Object.fromEntries([...sums].map(([currency, e8]) => [currency, formatAmountE8(e8)]));
  return [tenantId, day, count, canonicalize(amounts)];
}
