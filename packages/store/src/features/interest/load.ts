// The state of interest from its projections.

import type { DayCount } from '@countinghouse/kernel/interest/day-count';
import { readTicks } from '@countinghouse/kernel/interest/fraction';
import { newAccountInterest } from '@countinghouse/kernel/interest/state';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { Load, Read } from '../../feature.ts';

/** Reads it into a state that has the chart of accounts already. */
export const load: Load = async (state, read) => {
  const { interest } = state;
  const [settings] = await read<{ day_count: DayCount; counter_account_id: string | null }>(
    'select interest_day_count as day_count, interest_counter_account_id as counter_account_id from tenants where tenant_id = $1',
  );
  if (settings !== undefined) {
    interest.dayCount = settings.day_count;
    interest.counterAccountId = settings.counter_account_id;
  }
  const buckets = await read<{ id: string; code: string; gl_id: string }>(
    'select id, code, accrued_gl_account_id as gl_id from interest_buckets where tenant_id = $1',
  );
  for (const { id, code, gl_id } of buckets) {
    interest.buckets.set(id, { id, code, accruedGlId: gl_id, rates: [] });
    interest.bucketIdByCode.set(code, id);
    const gl = state.glAccounts.get(gl_id);
    if (gl !== undefined) gl.usage += 1;
  }
  const rates = await read<{ bucket_id: string; on: string; rate: string }>(
    'select bucket_id, effective_on as on, rate from interest_rates where tenant_id = $1 order by effective_on',
  );
  for (const { bucket_id, on, rate } of rates) interest.buckets.get(bucket_id)?.rates.push({ on, rateE8: parseBalanceE8(rate) });
  await loadAccounts(state, read);
};

async function loadAccounts({ interest }: TenantState, read: Read): Promise<void> {
  const accounts = await read<{
    account_id: string;
    next_on: string | null;
    last_on: string | null;
    month: string | null;
    remainder: string;
    known_at: number;
    last_seq: number;
  }>('select account_id, next_on, last_on, month, remainder, known_at, last_seq from interest_accounts where tenant_id = $1');
  const memberships = await read<{ account_id: string; from: string; bucket_id: string | null }>(
    'select account_id, effective_on as from, bucket_id from interest_memberships where tenant_id = $1 order by effective_on',
  );
  const membershipOf = Map.groupBy(memberships, (m) => m.account_id);
  for (const a of accounts)
    interest.accounts.set(a.account_id, {
      ...newAccountInterest(a.account_id),
      membership: (membershipOf.get(a.account_id) ?? []).map(({ from, bucket_id }) => ({ from, bucketId: bucket_id })),
      nextOn: a.next_on,
      lastOn: a.last_on,
      month: a.month,
      leftTicks: readTicks(a.remainder),
      knownAt: a.known_at,
      lastSeq: a.last_seq,
    });
  const accrued = await read<{ account_id: string; bucket_id: string; amount: string }>(
    'select account_id, bucket_id, amount from interest_accrued where tenant_id = $1',
  );
  for (const { account_id, bucket_id, amount } of accrued)
    interest.accounts.get(account_id)?.accruedE8.set(bucket_id, parseBalanceE8(amount));
}
