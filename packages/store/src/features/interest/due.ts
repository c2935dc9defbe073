// What of interest is due, with the balances it is reckoned on: read at one position of the log. For the worker: the client must see
// every organisation.

import type { DayCount } from '@countinghouse/kernel/interest/day-count';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type pg from 'pg';
import { readDays } from '../../days.ts';

export interface InterestTenant {
  readonly tenant_id: string;
  /** Whether an account is due by the day that was asked for. */
  readonly due: boolean;
  /** The end of the log. */
  readonly head: number;
}

/** Organisations that can post and have an account that accrues, by `today` (UTC). */
export async function listInterestTenants(client: pg.Pool, today: string): Promise<readonly InterestTenant[]> {
  const found = await client.query<InterestTenant>(
    `select i.tenant_id, bool_or(coalesce(i.next_on < $1, false) or coalesce(i.month < $2, false)) as due, h.seq as head
     from interest_accounts i join tenants t on t.tenant_id = i.tenant_id join chain_heads h on h.tenant_id = i.tenant_id
     where not t.read_only and t.archived_at is null and t.interest_counter_account_id is not null
     group by i.tenant_id, h.seq`,
    [today, today.slice(0, 7)],
  );
  return found.rows;
}

/** An accrued day that would be reckoned otherwise now. */
export interface ChangedDay {
  readonly on: string;
  readonly dayCount: DayCount;
  readonly wasBalanceE8: bigint;
  readonly wasRateE8: bigint;
  readonly balanceE8: bigint;
}

export interface DueAccount {
  readonly accountId: string;
  readonly nextOn: string | null;
  readonly month: string | null;
  /** Ascending. */
  readonly changed: readonly ChangedDay[];
  /** Closing balance by value date, debit-positive; of days from the first that is due or changed. */
  balanceOn(day: string): bigint;
}

interface DueRow {
  readonly account_id: string;
  readonly next_on: string | null;
  readonly last_on: string | null;
  readonly month: string | null;
  readonly known_at: number;
  readonly balance: string;
}

export interface Due {
  /** Position of the log. */
  readonly knownAt: number;
  readonly accounts: readonly DueAccount[];
}

interface Asked {
  readonly tenantId: string;
  readonly today: string;
  readonly after: string;
  readonly limit: number;
  /** Up to which position of the log it is known that no accrued day changed; null: not known. */
  readonly examined: number | null;
}

/** The accounts after `after` that are due, or of which an accrued day may have changed, by id, at most `limit` of them. */
export async function readInterestDue(pool: pg.Pool, asked: Asked): Promise<Due> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const due = await readAll(client, asked);
    await client.query('commit');
    client.release();
    return due;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

async function readAll(client: pg.ClientBase, { tenantId, today, after, limit, examined }: Asked): Promise<Due> {
  const head = await client.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [tenantId]);
  const due = await client.query<DueRow>(
    `with since as materialized (
       select coalesce($6::bigint, (select min(known_at) from interest_accounts where tenant_id = $1 and next_on is not null), 0) as seq),
     changed as materialized (
       select p.debit_account_id as account_id from since s join postings p on p.tenant_id = $1 and p.seq > s.seq and p.value_date < $2
       union select p.credit_account_id from since s join postings p on p.tenant_id = $1 and p.seq > s.seq and p.value_date < $2
       union select m.account_id from since s
         join interest_rates r on r.tenant_id = $1 and r.set_seq > s.seq and r.effective_on < $2
         join interest_memberships m on m.tenant_id = $1 and m.bucket_id = r.bucket_id)
     select i.account_id, i.next_on, i.last_on, i.month, i.known_at, a.balance
     from interest_accounts i join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
     where i.tenant_id = $1 and i.account_id > $4
       and (i.next_on < $2 or i.month < $3 or (i.last_on is not null and i.account_id in (select c.account_id from changed c)))
     order by i.account_id limit $5`,
    [tenantId, today, today.slice(0, 7), after, limit, examined],
  );
  const firstChanged = await findFirstChanged(client, tenantId, due.rows);
  const fromOf = (a: DueRow): string =>
    [a.next_on ?? today, firstChanged.get(a.account_id) ?? today].sort((x, y) => (x < y ? -1 : 1))[0] ?? '';
  const days = await readDays(client, tenantId);
  const moves = await client.query<{ account_id: string; value_date: string; net: string }>(
    `select d.account_id, d.value_date, sum(d.debits - d.credits)::numeric(38, 8) as net
     from unnest($1::uuid[], $2::date[]) f (account_id, from_on)
     join ${days.accounts} d on d.account_id = f.account_id and d.value_date > f.from_on
     group by d.account_id, d.value_date
     order by d.account_id, d.value_date desc`,
    [due.rows.map((a) => a.account_id), due.rows.map(fromOf)],
  );
  const movesOf = Map.groupBy(moves.rows, (m) => m.account_id);
  const recorded = await readRecorded(client, tenantId, firstChanged);
  const accounts = due.rows.map((a): DueAccount => {
    // The latest first: what counts later is taken away from what is held now.
    const later = (movesOf.get(a.account_id) ?? []).map((m) => ({ on: m.value_date, netE8: parseBalanceE8(m.net) }));
    const balanceOn = (day: string): bigint => {
      let e8 = parseBalanceE8(a.balance);
      for (const { on, netE8 } of later) {
        if (on <= day) break;
        e8 -= netE8;
      }
      return e8;
    };
    const changed = (recorded.get(a.account_id) ?? []).flatMap((r): readonly ChangedDay[] => {
      const [wasBalanceE8, wasRateE8, balanceE8] = [parseBalanceE8(r.balance), parseBalanceE8(r.rate), balanceOn(r.day)];
      if (wasBalanceE8 === balanceE8 && wasRateE8 === parseBalanceE8(r.rate_now)) return [];
      return [{ on: r.day, dayCount: r.day_count, wasBalanceE8, wasRateE8, balanceE8 }];
    });
    return { accountId: a.account_id, nextOn: a.next_on, month: a.month, changed, balanceOn };
  });
  return { knownAt: head.rows[0]?.seq ?? 0, accounts };
}

/** By account the first accrued day that a posting or a rate since its last accrual may have changed. */
async function findFirstChanged(client: pg.ClientBase, tenantId: string, due: readonly DueRow[]): Promise<ReadonlyMap<string, string>> {
  const accrued = due.filter((a) => a.last_on !== null);
  if (accrued.length === 0) return new Map();
  const found = await client.query<{ account_id: string; from_on: string }>(
    `with d as (select * from unnest($2::uuid[], $3::bigint[], $4::date[]) d (account_id, known_at, last_on))
     select account_id, min(from_on) as from_on from (
       select d.account_id, p.value_date as from_on from d join postings p
         on p.tenant_id = $1 and p.debit_account_id = d.account_id and p.seq > d.known_at and p.value_date <= d.last_on
       union all
       select d.account_id, p.value_date from d join postings p
         on p.tenant_id = $1 and p.credit_account_id = d.account_id and p.seq > d.known_at and p.value_date <= d.last_on
       union all
       select d.account_id, r.effective_on from d
         join interest_memberships m on m.tenant_id = $1 and m.account_id = d.account_id
         join interest_rates r on r.tenant_id = $1 and r.bucket_id = m.bucket_id and r.set_seq > d.known_at and r.effective_on <= d.last_on
     ) change group by account_id`,
    [tenantId, accrued.map((a) => a.account_id), accrued.map((a) => a.known_at), accrued.map((a) => a.last_on)],
  );
  return new Map(found.rows.map((r) => [r.account_id, r.from_on]));
}

interface RecordedDay {
  readonly account_id: string;
  readonly day: string;
  readonly balance: string;
  readonly rate: string;
  readonly day_count: DayCount;
  readonly rate_now: string;
}

/** What days were reckoned on last, from the first that may have changed, and the rate that holds for each now. */
async function readRecorded(
  client: pg.ClientBase,
  tenantId: string,
  firstChanged: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, readonly RecordedDay[]>> {
  if (firstChanged.size === 0) return new Map();
  const found = await client.query<RecordedDay>(
    `select d.account_id, d.day, d.balance, d.rate, d.day_count, coalesce(r.rate, 0)::numeric(12, 8) as rate_now from (
       select distinct on (d.account_id, d.day) d.* from unnest($2::uuid[], $3::date[]) f (account_id, from_on)
       join interest_days d on d.tenant_id = $1 and d.account_id = f.account_id and d.day >= f.from_on
       order by d.account_id, d.day, d.seq desc
     ) d left join lateral (
       select r.rate from interest_rates r
       where r.tenant_id = $1 and r.bucket_id = d.bucket_id and r.effective_on <= d.day order by r.effective_on desc limit 1
     ) r on true
     order by d.account_id, d.day`,
    [tenantId, [...firstChanged.keys()], [...firstChanged.values()]],
  );
  return Map.groupBy(found.rows, (r) => r.account_id);
}
