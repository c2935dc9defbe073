// Re-derives what must hold, in SQL: the postings against the stored balances and days. (The log itself, and the postings against it, are
// derived again in `health/chain.ts`, outside the database, which is one of the suspects.)

import type { Pool } from '../../connection.ts';
import { glMovesOfPostings, readDays } from '../../days.ts';
import type { Tx } from '../../reader.ts';

export async function countLedger(
  tx: Tx,
  tenantId: string,
): Promise<{ readonly events: number; readonly postings: number; readonly accounts: number }> {
  const found = await tx.query<{ events: number; postings: number; accounts: number }>(
    `select (select count(*) from events where tenant_id = $1) + coalesce(left_it.events, 0) as events,
       (select count(*) from postings where tenant_id = $1) + coalesce(left_it.postings, 0) as postings,
       (select count(*) from accounts where tenant_id = $1) as accounts
     from (select sum(events)::bigint as events, sum(postings)::bigint as postings from pruned_stretches where tenant_id = $1) left_it`,
    [tenantId],
  );
  return found.rows[0] ?? { events: 0, postings: 0, accounts: 0 };
}

/** How long a log is, by its last event or by its head, whichever says more: nothing is counted. */
export async function findLength(tx: Tx, tenantId: string): Promise<number> {
  const found = await tx.query<{ length: number }>(
    `select greatest((select max(seq) from events where tenant_id = $1), (select seq from chain_heads where tenant_id = $1), 0) as length`,
    [tenantId],
  );
  return found.rows[0]?.length ?? 0;
}

export interface DriftRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  /** null: the balance itself; else the first day whose sums are not those of its postings. */
  readonly value_date: string | null;
  readonly reported: string;
  readonly derived: string;
}

/** Balances that are not the sum of their postings, then accounts whose balance is but whose days are not; each account once. */
export async function listBalanceDrift(tx: Tx, tenantId: string, limit: number): Promise<readonly DriftRow[]> {
  const days = await readDays(tx, tenantId);
  const found = await tx.query<DriftRow>(
    `with told as (
       select id, value_date, sum(debit) as debits, sum(credit) as credits from (
         select debit_account_id as id, value_date, amount as debit, 0 as credit from postings where tenant_id = $1
         union all
         select credit_account_id, value_date, 0, amount from postings where tenant_id = $1
         union all
         select account_id, value_date, debits, credits from pruned_days where tenant_id = $1
       ) side group by id, value_date
     ), moved as (
       select id, sum(debits - credits) as balance from told group by id
     ), drifted as (
       select a.id, a.code, a.currency, null::date as value_date, a.balance as reported, coalesce(m.balance, 0)::numeric(38, 8) as derived
       from accounts a left join moved m on m.id = a.id
       where a.tenant_id = $1 and a.balance <> coalesce(m.balance, 0)
     ), days as (
       select distinct on (id) id, value_date, coalesce(d.debits - d.credits, 0)::numeric(38, 8) as reported,
         coalesce(t.debits - t.credits, 0)::numeric(38, 8) as derived
       from told t
       full join (
         select account_id as id, value_date, sum(debits) as debits, sum(credits) as credits from ${days.accounts} day group by account_id, value_date
       ) d using (id, value_date)
       where t.debits is distinct from d.debits or t.credits is distinct from d.credits
       order by id, value_date
     )
     select id, code, currency, value_date, reported, derived from drifted
     union all
     select days.id, coalesce(a.code, ''), coalesce(a.currency, ''), days.value_date, days.reported, days.derived
     from days left join accounts a on a.tenant_id = $1 and a.id = days.id
     where days.id not in (select id from drifted)
     order by value_date nulls first, code
     limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}

/** Days of GL accounts that are not the sums of the postings to the accounts that map to them; each GL account once, with its first such day. */
export async function listGlDrift(tx: Tx, tenantId: string, limit: number): Promise<readonly DriftRow[]> {
  const days = await readDays(tx, tenantId);
  const summed = (from: string): string =>
    `select gl_account_id, entity_id, currency, value_date, sum(debits) as debits, sum(credits) as credits from ${from} side
     group by gl_account_id, entity_id, currency, value_date`;
  const found = await tx.query<DriftRow>(
    `select gl_account_id as id, coalesce(g.code, '') as code, currency, value_date, reported, derived from (
       select distinct on (gl_account_id) gl_account_id, currency, value_date, coalesce(d.debits - d.credits, 0)::numeric(38, 8) as reported,
         coalesce(t.debits - t.credits, 0)::numeric(38, 8) as derived
       from (${summed(`(${glMovesOfPostings(tenantId)})`)}) t
       full join (${summed(days.gl)}) d using (gl_account_id, entity_id, currency, value_date)
       where t.debits is distinct from d.debits or t.credits is distinct from d.credits
       order by gl_account_id, value_date
     ) drifted left join gl_accounts g on g.tenant_id = $1 and g.id = drifted.gl_account_id
     order by value_date, code
     limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}

/** Since when a found break keeps an organisation read-only; null where none does. */
export async function findBrokenAt(tx: Tx, tenantId: string): Promise<string | null> {
  const found = await tx.query<{ broken_at: string | null }>('select broken_at from tenants where tenant_id = $1', [tenantId]);
  return found.rows[0]?.broken_at ?? null;
}

/** Whose affair a broken ledger is. */
export async function listOwnerIds(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const found = await tx.query<{ user_id: string }>(
    "select user_id from members where tenant_id = $1 and role = 'owner' order by user_id",
    [tenantId],
  );
  return found.rows.map((row) => row.user_id);
}

/** What a mail about a broken ledger is to say; null where it is none any more, or the person owns it no more. */
export async function findBrokenToMail(pool: Pool, tenantId: string, userId: string): Promise<{ readonly organisation: string } | null> {
  const found = await pool.query<{ organisation: string }>(
    `select t.name as organisation from tenants t join members m on m.tenant_id = t.tenant_id and m.user_id = $2 and m.role = 'owner'
     where t.tenant_id = $1 and t.broken_at is not null and t.archived_at is null`,
    [tenantId, userId],
  );
  return found.rows[0] ?? null;
}

/** The organisation that a person owns; null where they own it no more. */
export async function findOwnedToMail(pool: Pool, tenantId: string, userId: string): Promise<{ readonly organisation: string } | null> {
  const found = await pool.query<{ organisation: string }>(
    `select t.name as organisation from tenants t join members m on m.tenant_id = t.tenant_id and m.user_id = $2 and m.role = 'owner'
     where t.tenant_id = $1 and t.archived_at is null`,
    [tenantId, userId],
  );
  return found.rows[0] ?? null;
}

/** Logs that are shorter than one of their anchors says, and not known to be broken: an older copy was put in their place. */
export async function listLogsBehindTheirAnchor(
  pool: Pool,
  limit: number,
): Promise<readonly { readonly tenant_id: string; readonly seq: number }[]> {
  const found = await pool.query<{ tenant_id: string; seq: number }>(
    `select h.tenant_id, h.seq from chain_heads h join tenants t on t.tenant_id = h.tenant_id and t.broken_at is null and t.archived_at is null
     where h.seq < (select max(a.to_seq) from anchors a where a.tenant_id = h.tenant_id) limit $1`,
    [limit],
  );
  return found.rows;
}

/** Organisations whose last full check was asked for longer ago than so many seconds, or never. */
export async function listTenantsToCheck(pool: Pool, olderThanSeconds: number, limit: number): Promise<readonly string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    `select t.tenant_id from tenants t
     where t.archived_at is null and t.created_at < now() - make_interval(secs => $1) and not exists (
       select from checks c where c.tenant_id = t.tenant_id and c.kind = 'full' and c.asked_at > now() - make_interval(secs => $1)
     ) limit $2`,
    [olderThanSeconds, limit],
  );
  return found.rows.map((row) => row.tenant_id);
}
