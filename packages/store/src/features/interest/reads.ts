import type { DayCount } from '@countinghouse/kernel/interest/day-count';
import type { Tx } from '../../reader.ts';

export interface InterestSettingsRow {
  readonly day_count: DayCount;
  readonly counter_account_id: string | null;
  readonly counter_account_code: string | null;
  readonly counter_closed: boolean;
  readonly counter_entity_active: boolean;
  readonly read_only: boolean;
}

export async function findInterestSettings(tx: Tx, tenantId: string): Promise<InterestSettingsRow | null> {
  const found = await tx.query<InterestSettingsRow>(
    `select t.interest_day_count as day_count, t.interest_counter_account_id as counter_account_id, a.code as counter_account_code,
       coalesce(a.closed, false) as counter_closed, coalesce(e.active, true) as counter_entity_active, t.read_only
     from tenants t left join accounts a on a.tenant_id = t.tenant_id and a.id = t.interest_counter_account_id
     left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id
     where t.tenant_id = $1`,
    [tenantId],
  );
  return found.rows[0] ?? null;
}

export interface BucketRow {
  readonly id: string;
  readonly code: string;
  readonly accrued_gl_id: string;
  readonly accrued_gl_code: string;
  readonly accrued_gl_title: string;
  readonly rate: string | null;
  readonly rates: readonly { readonly rate: string; readonly effective_on: string; readonly set_at: string; readonly set_by: string }[];
  readonly accounts: number;
}

/** By code, as they are on the day `today` (UTC); those with this id alone where one is named. */
export async function listInterestBuckets(
  tx: Tx,
  tenantId: string,
  today: string,
  id: string | null = null,
): Promise<readonly BucketRow[]> {
  const found = await tx.query<Omit<BucketRow, 'rates'>>(
    `with now_in as materialized (
       select distinct on (account_id) account_id, bucket_id from interest_memberships
       where tenant_id = $1 and effective_on <= $2 order by account_id, effective_on desc
     )
     select b.id, b.code, b.accrued_gl_account_id as accrued_gl_id, g.code as accrued_gl_code, g.title as accrued_gl_title,
       (select r.rate from interest_rates r
        where r.tenant_id = b.tenant_id and r.bucket_id = b.id and r.effective_on <= $2 order by r.effective_on desc limit 1) as rate,
       (select count(*) from now_in n where n.bucket_id = b.id) as accounts
     from interest_buckets b join gl_accounts g on g.tenant_id = b.tenant_id and g.id = b.accrued_gl_account_id
     where b.tenant_id = $1 and ($3::uuid is null or b.id = $3)
     order by b.code`,
    [tenantId, today, id],
  );
  const rates = await tx.query<BucketRow['rates'][number] & { bucket_id: string }>(
    `select bucket_id, rate, effective_on, set_at, set_by from interest_rates
     where tenant_id = $1 and ($2::uuid is null or bucket_id = $2) order by effective_on desc`,
    [tenantId, id],
  );
  const ratesOf = Map.groupBy(rates.rows, (r) => r.bucket_id);
  return found.rows.map((b) => ({ ...b, rates: (ratesOf.get(b.id) ?? []).map(({ bucket_id: _, ...r }) => r) }));
}

export interface InterestAccountRow {
  readonly account_id: string;
  readonly code: string;
  readonly currency: string;
  readonly closed: boolean;
  readonly entity_active: boolean;
  readonly currency_allowed: boolean;
  /** An account is in the way of a companion that would have to be opened. */
  readonly companion_taken: boolean;
  /** One that interest is posted to is closed. */
  readonly companion_closed: boolean;
  readonly bucket_id: string | null;
  readonly bucket_code: string | null;
  readonly next_on: string | null;
  readonly last_on: string | null;
  readonly month: string | null;
  readonly accrued: string;
  readonly remainder: string;
}

/** By code, as they are on the day `today` (UTC); the one account alone where it is named. */
export async function listInterestAccounts(
  tx: Tx,
  tenantId: string,
  today: string,
  filter: { readonly q: string | null; readonly accountId: string | null },
): Promise<readonly InterestAccountRow[]> {
  const found = await tx.query<InterestAccountRow>(
    `select i.account_id, a.code, a.currency, a.closed, coalesce(e.active, true) as entity_active,
       exists (select from tenant_currencies c where c.tenant_id = a.tenant_id and c.code = a.currency) as currency_allowed,
       coalesce(accrued.currency <> a.currency or accrued.gl_account_id <> g.id, false)
         or coalesce(companion.currency <> a.currency or companion.gl_account_id <> counter.gl_account_id, false) as companion_taken,
       coalesce(accrued.closed, false) or coalesce(companion.closed, false) as companion_closed,
       b.id as bucket_id, b.code as bucket_code, i.next_on, i.last_on, i.month,
       (select coalesce(sum(x.amount), 0)::numeric(38, 8) from interest_accrued x
        where x.tenant_id = i.tenant_id and x.account_id = i.account_id) as accrued,
       i.remainder
     from interest_accounts i
     join tenants t on t.tenant_id = i.tenant_id
     join accounts a on a.tenant_id = i.tenant_id and a.id = i.account_id
     left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id
     left join lateral (
       select m.bucket_id from interest_memberships m
       where m.tenant_id = i.tenant_id and m.account_id = i.account_id and m.effective_on <= $2 order by m.effective_on desc limit 1
     ) m on true
     left join interest_buckets b on b.tenant_id = i.tenant_id and b.id = m.bucket_id
     left join gl_accounts g on g.tenant_id = i.tenant_id and g.id = b.accrued_gl_account_id
     left join accounts accrued on accrued.tenant_id = i.tenant_id and accrued.code = g.code || '-' || a.currency
     left join accounts counter on counter.tenant_id = i.tenant_id and counter.id = t.interest_counter_account_id
     left join accounts companion on companion.tenant_id = i.tenant_id and counter.currency <> a.currency
       and companion.code = counter.code || '-' || a.currency
     where i.tenant_id = $1 and ($3::uuid is null or i.account_id = $3)
       and ($4::text is null or strpos(lower(a.code), lower($4)) > 0 or strpos(lower(b.code), lower($4)) > 0)
     order by a.code`,
    [tenantId, today, filter.accountId, filter.q],
  );
  return found.rows;
}

/** The months in which days accrued, the latest first. */
export async function listInterestMonths(tx: Tx, tenantId: string, accountId: string): Promise<readonly string[]> {
  const found = await tx.query<{ month: string }>(
    `select distinct to_char(day, 'YYYY-MM') as month from interest_days where tenant_id = $1 and account_id = $2 order by month desc`,
    [tenantId, accountId],
  );
  return found.rows.map((r) => r.month);
}

export interface InterestDayRow {
  readonly day: string;
  readonly seq: number;
  readonly intent_id: string;
  readonly bucket_code: string;
  readonly value_date: string;
  readonly balance: string;
  readonly rate: string;
  readonly day_count: DayCount;
  readonly days: number;
  readonly basis: number;
  readonly exact: string;
  readonly was_balance: string | null;
  readonly was_rate: string | null;
  readonly was_exact: string | null;
  readonly carried: string;
  readonly amount: string;
  readonly remainder: string;
  readonly known_at: number;
}

/** Days of a month with their corrections, the latest first. */
export async function listInterestDays(tx: Tx, tenantId: string, accountId: string, month: string): Promise<readonly InterestDayRow[]> {
  const found = await tx.query<InterestDayRow>(
    `select d.day, d.seq, d.intent_id, b.code as bucket_code, d.value_date, d.balance, d.rate, d.day_count, d.days, d.basis, d.exact,
       d.was_balance, d.was_rate, d.was_exact, d.carried, d.amount, d.remainder, d.known_at
     from interest_days d join interest_buckets b on b.tenant_id = d.tenant_id and b.id = d.bucket_id
     where d.tenant_id = $1 and d.account_id = $2 and d.day between ($3 || '-01')::date and (($3 || '-01')::date + interval '1 month - 1 day')::date
     order by d.day desc, d.seq desc`,
    [tenantId, accountId, month],
  );
  return found.rows;
}

export interface CapitalisationRow {
  readonly month: string;
  readonly value_date: string;
  readonly accrued: string;
  readonly amount: string;
  readonly left_over: string;
  readonly seq: number;
  readonly intent_id: string;
}

/** The capitalisations of a month; more than one where days were corrected after the first. */
export async function listCapitalisations(
  tx: Tx,
  tenantId: string,
  accountId: string,
  month: string,
): Promise<readonly CapitalisationRow[]> {
  const found = await tx.query<CapitalisationRow>(
    `select month, value_date, accrued, amount, left_over, seq, intent_id from interest_capitalisations
     where tenant_id = $1 and account_id = $2 and month = $3 order by seq desc`,
    [tenantId, accountId, month],
  );
  return found.rows;
}
