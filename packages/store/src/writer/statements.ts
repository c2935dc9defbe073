// What every batch does to the database beside its COPYs. A statement that finds something else than the batch stands on divides by
// zero, or fails at a cast, and the transaction with it.

import type { Prepared } from '../sql/prepared.ts';

/** Locks the head where it is the one that the batch stands on: another process may have moved it, or the database be behind. */
export const lockHead: Prepared = {
  name: 'lock_head',
  types: ['uuid', 'bigint', 'text'],
  text: 'select 1 / count(*) from (select from chain_heads where tenant_id = $1 and seq = $2 and event_hash = $3 for update) head',
};

/** Sets balances of accounts, each with the seq of the batch's last event; each account must be there. */
export const setBalances: Prepared = {
  name: 'set_balances',
  types: ['uuid', 'bigint', 'uuid[]', 'numeric[]'],
  text: `with moved as (
  update accounts a set balance = t.balance, version = $2 from unnest($3, $4) t(id, balance) where a.tenant_id = $1 and a.id = t.id returning 1
) select 1 / (count(*) = cardinality($3))::int from moved`,
};

/**
 * The second look at locked periods, whatever the kernel decided: value dates that are posted to, each with the last event that does.
 * Where a day was locked before that, the cast of the message fails.
 */
export const refuseLockedDays: Prepared = {
  name: 'refuse_locked_days',
  types: ['uuid', 'date[]', 'bigint[]'],
  text: `select ('PERIOD_LOCKED ' || min(p.period_code))::int
from unnest($2, $3) d (value_date, seq)
join periods p on p.tenant_id = $1 and d.value_date between p.period_start and p.period_end and d.seq > p.locked_seq`,
};

/** What was booked on the last day. */
export const setBooked: Prepared = {
  name: 'set_booked',
  types: ['uuid', 'date', 'bigint', 'jsonb'],
  text: `insert into booked (tenant_id, booked_on, txn_count, sums) values ($1, $2, $3, $4)
on conflict (tenant_id) do update set booked_on = excluded.booked_on, txn_count = excluded.txn_count, sums = excluded.sums`,
};

/** The new head and its signature. */
export const moveHead: Prepared = {
  name: 'move_head',
  types: ['uuid', 'bigint', 'text', 'timestamptz', 'text', 'text'],
  text: `with signed as (
  insert into signed_heads (tenant_id, seq, event_hash, event_ts, kid, signature) values ($1, $2, $3, $4, $5, $6)
) update chain_heads set seq = $2, event_hash = $3, event_ts = $4 where tenant_id = $1`,
};

/** All that a batch executes by name. */
export const batchStatements: readonly Prepared[] = [lockHead, setBalances, refuseLockedDays, setBooked, moveHead];

/** Behind a commit: it was acknowledged, so it is flushed. */
export const ASK_POSITION = 'select pg_current_wal_flush_lsn()';
