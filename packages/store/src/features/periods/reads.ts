import type { PeriodStatus } from '@countinghouse/kernel/periods/events';
import type { SnapshotKind } from '@countinghouse/kernel/snapshots/events';
import { readDays } from '../../days.ts';
import { findPrunedTo, readEventsAt } from '../../pruned/read-rows.ts';
import { thawPostings } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';

export interface PeriodRow {
  readonly id: string;
  readonly period_code: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly status: PeriodStatus;
  readonly valuation_snapshot_id: string;
  readonly snapshot_kind: SnapshotKind;
  readonly started_at: string;
  readonly started_by: string;
  readonly started_seq: number;
  readonly start_evidence_ref: string | null;
  readonly locked_at: string | null;
  readonly locked_by: string | null;
  readonly locked_seq: number | null;
  readonly lock_evidence_ref: string | null;
  readonly adjustments_snapshot_id: string | null;
  readonly adjustments_snapshot_kind: SnapshotKind | null;
  readonly adjusting_event_id: string | null;
  readonly adjusting_event_seq: number | null;
  readonly trial_balance_sha256: string | null;
  readonly accounts_count: number | null;
  readonly accounts_sha256: string | null;
  readonly published_at: string | null;
  readonly published_by: string | null;
  readonly published_seq: number | null;
  readonly publish_evidence_ref: string | null;
  readonly statement_uri: string | null;
  readonly reopened_at: string | null;
  readonly reopened_by: string | null;
  readonly reopened_seq: number | null;
  readonly files: readonly PeriodFileRow[];
}

export interface PeriodFileRow {
  readonly format: 'csv' | 'pdf';
  readonly sha256: string;
  readonly size_bytes: number;
}

const select = `select p.id, p.period_code, p.period_start, p.period_end, p.status, p.valuation_snapshot_id, p.snapshot_kind,
    p.started_at, p.started_by, p.started_seq, p.start_evidence_ref, p.locked_at, p.locked_by, p.locked_seq, p.lock_evidence_ref,
    p.adjustments_snapshot_id, p.adjustments_snapshot_kind, p.adjusting_event_id, p.adjusting_event_seq, p.trial_balance_sha256,
    p.accounts_count, p.accounts_sha256, p.published_at, p.published_by, p.published_seq, p.publish_evidence_ref, p.statement_uri,
    p.reopened_at, p.reopened_by, p.reopened_seq,
    coalesce((
      select jsonb_agg(jsonb_build_object('format', f.format, 'sha256', f.sha256, 'size_bytes', f.size_bytes) order by f.format)
      from period_files f where f.tenant_id = p.tenant_id and f.period_id = p.id
    ), '[]') as files
  from periods p`;

/** The latest range of days first. */
export async function listPeriods(tx: Tx, tenantId: string): Promise<readonly PeriodRow[]> {
  const found = await tx.query<PeriodRow>(`${select} where p.tenant_id = $1 order by p.period_start desc`, [tenantId]);
  return found.rows;
}

/** What befell a period, each an event of the log; of what befell it again, the latest. */
export interface PeriodNews {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'period_started' | 'period_locked' | 'period_published' | 'period_reopened';
  readonly actor_id: string;
  readonly id: string;
  readonly period_code: string;
}

/** The latest first; those before an event, or all. */
export async function listPeriodNews(tx: Tx, tenantId: string, before: number | null, limit: number): Promise<readonly PeriodNews[]> {
  const found = await tx.query<PeriodNews>(
    `select n.seq, n.at, n.kind, n.actor_id, p.id, p.period_code from periods p cross join lateral (values
       (p.started_seq, p.started_at, 'period_started', p.started_by), (p.locked_seq, p.locked_at, 'period_locked', p.locked_by),
       (p.published_seq, p.published_at, 'period_published', p.published_by), (p.reopened_seq, p.reopened_at, 'period_reopened', p.reopened_by)
     ) n (seq, at, kind, actor_id)
     where p.tenant_id = $1 and n.seq is not null and ($2::bigint is null or n.seq < $2)
     order by n.seq desc limit $3`,
    [tenantId, before, limit],
  );
  return found.rows;
}

export async function findPeriodById(tx: Tx, tenantId: string, id: string): Promise<PeriodRow | null> {
  const found = await tx.query<PeriodRow>(`${select} where p.tenant_id = $1 and p.id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** The period of exactly these days. */
export async function findPeriodOf(tx: Tx, tenantId: string, start: string, end: string): Promise<PeriodRow | null> {
  const found = await tx.query<PeriodRow>(`${select} where p.tenant_id = $1 and p.period_start = $2 and p.period_end = $3`, [
    tenantId,
    start,
    end,
  ]);
  return found.rows[0] ?? null;
}

export interface PeriodBalanceRow {
  readonly gl_account_id: string;
  readonly code: string;
  readonly title: string;
  readonly currency: string;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
}

/** The trial balance that the lock sealed, by code and currency; none before the lock. */
export async function listPeriodBalances(tx: Tx, tenantId: string, periodId: string): Promise<readonly PeriodBalanceRow[]> {
  const found = await tx.query<PeriodBalanceRow>(
    `select gl_account_id, code, title, currency, balance from period_balances
     where tenant_id = $1 and period_id = $2 order by code collate "C", currency`,
    [tenantId, periodId],
  );
  return found.rows;
}

/** Whether the log has this event at this seq. */
export async function hasEventAt(tx: Tx, tenantId: string, eventId: string, seq: number): Promise<boolean> {
  const found = await tx.query('select from events where tenant_id = $1 and seq = $2 and event_id::text = $3', [tenantId, seq, eventId]);
  if (found.rowCount === 1 || seq > (await findPrunedTo(tx, tenantId))) return found.rowCount === 1;
  const [left] = await readEventsAt(tx, tenantId, [seq]);
  return left?.event_id === eventId;
}

export interface PeriodWork {
  /** Intents of open holds with a row valued in the range, first placed first. */
  readonly open_holds: readonly string[];
  /** Intents with a row valued in the range that wait for approval, and a re-opening that does. */
  readonly pending_approvals: readonly { readonly id: string; readonly intent_id: string | null }[];
  /** Intents posted into it since the close began, the last first. */
  readonly adjustments: readonly {
    readonly intent_id: string;
    readonly event_id: string;
    readonly seq: number;
    readonly event_ts: string;
  }[];
  readonly adjustment_count: number;
  /** Recurring intents that would still post for a day of the range: paused, or not run yet. */
  readonly schedules: readonly { readonly id: string; readonly name: string; readonly status: string; readonly next_on: string }[];
  /** Imports with rows that are not posted yet, whatever their days. */
  readonly imports: readonly {
    readonly id: string;
    readonly file_name: string;
    readonly file_name_token: string | null;
    readonly waiting: number;
  }[];
  /** Accounts with rows of a bank up to the last day, and how many of these are open; the most first. */
  readonly bank_rows: readonly { readonly account_id: string; readonly account_code: string; readonly unmatched: number }[];
  readonly revaluation: { readonly runs: number; readonly last_at: string | null; readonly foreign_accounts: number };
}

const NAMED_MAX = 20;

/** What is left to do at the instant `now`, or was done, in a period that is being closed. */
export async function findPeriodWork(tx: Tx, tenantId: string, now: string, period: PeriodRow): Promise<PeriodWork> {
  const range = [tenantId, period.period_start, period.period_end];
  const holds = await tx.query<{ intent_id: string }>(
    `select h.intent_id from holds h
     where h.tenant_id = $1 and h.status = 'open' and h.expires_at > $4 and exists (
       select from hold_rows r where r.tenant_id = $1 and r.intent_id = h.intent_id and r.captured < r.amount
         and r.value_date between $2 and $3)
     order by h.placed_seq limit ${NAMED_MAX}`,
    [...range, now],
  );
  const pending = await tx.query<PeriodWork['pending_approvals'][number]>(
    `select a.id, a.intent_id from approvals a
     where a.tenant_id = $1 and a.status = 'pending' and a.expires_at > $4 and (
       a.kind = 'intent' and exists (
         select from jsonb_array_elements(a.payload::jsonb -> 'rows') r where (r ->> 'value_date')::date between $2 and $3)
       or a.subject = 'period.reopen' and a.payload::jsonb #>> '{fields,start}' = $2::text and a.payload::jsonb #>> '{fields,end}' = $3::text)
     order by a.created_seq limit ${NAMED_MAX}`,
    [...range, now],
  );
  const prunedTo = period.started_seq === null ? 0 : await findPrunedTo(tx, tenantId);
  if (period.started_seq !== null && period.started_seq < prunedTo)
    await thawPostings(tx, tenantId, {
      after: period.started_seq,
      through: Math.min(period.locked_seq ?? prunedTo, prunedTo),
      from: period.period_start,
      to: period.period_end,
      withEvents: true,
    });
  const posted = await tx.query<PeriodWork['adjustments'][number] & { count: number }>(
    `select e.intent_id, e.event_id::text as event_id, e.seq, e.event_ts, count(*) over () as count from events e
     where e.tenant_id = $1 and e.seq > $4 and e.seq < coalesce($5::bigint, 9007199254740991) and e.event_type = 'intent.executed' and exists (
       select from postings p where p.tenant_id = $1 and p.seq = e.seq and p.value_date between $2 and $3)
     order by e.seq desc limit ${NAMED_MAX}`,
    [...range, period.started_seq, period.locked_seq],
  );
  const schedules = await tx.query<PeriodWork['schedules'][number]>(
    `select id, name, status, next_on from schedules
     where tenant_id = $1 and status <> 'ended' and next_on between $2 and $3 order by next_on, created_seq limit ${NAMED_MAX}`,
    range,
  );
  const imports = await tx.query<PeriodWork['imports'][number]>(
    `select i.id, i.file_name, i.file_name_token, count(*) as waiting
     from imports i join import_intents r on r.tenant_id = i.tenant_id and r.import_id = i.id
     where i.tenant_id = $1 and r.fate = 'ready' and r.result is null and i.status <> 'done'
     group by i.id, i.file_name, i.file_name_token, i.created_at order by i.created_at desc limit ${NAMED_MAX}`,
    [tenantId],
  );
  const bankRows = await tx.query<PeriodWork['bank_rows'][number]>(
    `select r.account_id, a.code as account_code, count(*) - count(r.match_id) as unmatched
     from recon_rows r join accounts a on a.tenant_id = r.tenant_id and a.id = r.account_id
     where r.tenant_id = $1 and r.posted_on <= $2
     group by r.account_id, a.code order by unmatched desc, a.code limit ${NAMED_MAX}`,
    [tenantId, period.period_end],
  );
  const { later } = await readDays(tx, tenantId);
  const revalued = await tx.query<PeriodWork['revaluation']>(
    `select (select count(*) from revaluations where tenant_id = $1 and period_id = $2) as runs,
       (select max(posted_at) from revaluations where tenant_id = $1 and period_id = $2) as last_at,
       (select count(*) from accounts a
        join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id and g.class in ('A', 'L')
        join tenants t on t.tenant_id = a.tenant_id
        left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id
        left join (select account_id, sum(net) as net from ${later([period.period_end])} moved group by account_id) since
          on since.account_id = a.id
        where a.tenant_id = $1 and a.balance <> coalesce(since.net, 0)
          and a.currency <> coalesce(e.base_currency, t.reporting_currency)) as foreign_accounts`,
    [tenantId, period.id],
  );
  return {
    revaluation: revalued.rows[0] ?? { runs: 0, last_at: null, foreign_accounts: 0 },
    open_holds: holds.rows.map((h) => h.intent_id),
    pending_approvals: pending.rows,
    adjustments: posted.rows.map(({ count: _, ...row }) => row),
    adjustment_count: posted.rows[0]?.count ?? 0,
    schedules: schedules.rows,
    imports: imports.rows,
    bank_rows: bankRows.rows,
  };
}
