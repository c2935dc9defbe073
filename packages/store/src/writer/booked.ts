// What was booked on the last day, as one row of the organisation. Written once a batch from the state, like balances: live writing
// and replay both come through here.

import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { Booked } from '@countinghouse/kernel/limits/state';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { literal } from '../sql/statement.ts';

/** None before the first intent. */
export function updateBooked(tenant: string, { day, count, sums }: Booked): readonly string[] {
  if (day === '') return [];
  const amounts = Object.fromEntries([...sums].map(([currency, e8]) => [currency, formatAmountE8(e8)]));
  return [
    `insert into booked (tenant_id, booked_on, txn_count, sums) values (${tenant}, '${day}', ${count}, ${literal(canonicalize(amounts))}::jsonb)
on conflict (tenant_id) do update set booked_on = excluded.booked_on, txn_count = excluded.txn_count, sums = excluded.sums`,
  ];
}
