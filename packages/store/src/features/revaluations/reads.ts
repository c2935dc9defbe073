import type { RateLeg } from '@countinghouse/kernel/fx/find-rate';
import type { ForeignReading } from '@countinghouse/kernel/revaluations/reading';
import type { SnapshotKind } from '@countinghouse/kernel/snapshots/events';
import type pg from 'pg';
import { readDays } from '../../days.ts';
import type { Tx } from '../../reader.ts';

export interface RevaluationRow {
  readonly run: number;
  readonly seq: number;
  readonly valuation_snapshot_id: string;
  readonly snapshot_kind: SnapshotKind;
  readonly known_at_seq: number;
  readonly accounts: number;
  readonly posted_at: string;
  readonly posted_by: string;
  readonly intents: readonly { readonly intent_id: string; readonly reversed_by: string | null }[];
}

/** The runs of a period, the last first, each with its intents and what reversed them. */
export async function listRevaluations(tx: Tx, tenantId: string, periodId: string): Promise<readonly RevaluationRow[]> {
  const found = await tx.query<RevaluationRow>(
    `select r.run, r.seq, r.valuation_snapshot_id, r.snapshot_kind, r.known_at_seq, r.accounts, r.posted_at, r.posted_by,
       coalesce((
         select jsonb_agg(jsonb_build_object('intent_id', i.intent_id, 'reversed_by', v.reversed_by) order by i.intent_id)
         from (select distinct l.intent_id from revaluation_lines l
               where l.tenant_id = r.tenant_id and l.period_id = r.period_id and l.run = r.run) i
         left join reversals v on v.tenant_id = r.tenant_id and v.intent_id = i.intent_id
       ), '[]') as intents
     from revaluations r where r.tenant_id = $1 and r.period_id = $2 order by r.run desc`,
    [tenantId, periodId],
  );
  return found.rows;
}

export interface RevaluationLineRow {
  readonly account_id: string;
  readonly code: string;
  readonly entity_id: string | null;
  readonly entity_code: string | null;
  readonly currency: string;
  readonly base_currency: string;
  readonly balance: string;
  readonly carrying: string;
  readonly valued: string;
  readonly difference: string;
  /** By all runs together. */
  readonly posted: string;
  readonly rate: string;
  readonly derived: 'none' | 'inverse' | 'cross';
  readonly via: string | null;
  readonly legs: readonly RateLeg[];
}

/** What was posted for a period, by account: figures of the last run that posted to it. */
export async function listRevaluationLines(tx: Tx, tenantId: string, periodId: string): Promise<readonly RevaluationLineRow[]> {
  const found = await tx.query<RevaluationLineRow>(
    `select distinct on (a.code) l.account_id, a.code, a.entity_id, e.code as entity_code, l.currency, l.base_currency, l.balance, l.carrying, l.valued,
       l.difference, sum(l.posted) over (partition by l.account_id)::numeric(38, 8) as posted, l.rate, l.derived, l.via, l.legs
     from revaluation_lines l join accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id
     left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id
     where l.tenant_id = $1 and l.period_id = $2
     order by a.code, l.run desc`,
    [tenantId, periodId],
  );
  return found.rows;
}

/** What a revaluation is decided on, but for where the log ended. `snapshotId`: null for that of the period. */
export async function readForeign(
  client: pg.ClientBase,
  tenantId: string,
  { start, end, valuationSnapshotId }: { readonly start: string; readonly end: string; readonly valuationSnapshotId: string | null },
): Promise<Omit<ForeignReading, 'knownAtSeq'>> {
  const found = await client.query<{ id: string }>(
    'select id from periods where tenant_id = $1 and period_start = $2 and period_end = $3',
    [tenantId, start, end],
  );
  const periodId = found.rows[0]?.id ?? null;
  const snapshots = await client.query<{ id: string; kind: SnapshotKind; effective_at: string; metadata: string }>(
    `select id, kind, effective_at, metadata from snapshots
     where tenant_id = $1 and id = coalesce($2::uuid, (select valuation_snapshot_id from periods where tenant_id = $1 and id = $3))`,
    [tenantId, valuationSnapshotId, periodId],
  );
  const [snapshot] = snapshots.rows;
  const days = await readDays(client, tenantId);
  const moved = await client.query<{ account_id: string; days: readonly { readonly date: string; readonly net: string }[] }>(
    `select d.account_id, jsonb_agg(jsonb_build_object('date', d.value_date, 'net', d.net::text) order by d.value_date) as days
     from (
       select account_id, value_date, sum(debits - credits) as net from ${days.accounts} day where value_date <= $2 group by account_id, value_date
     ) d
     join accounts a on a.tenant_id = $1 and a.id = d.account_id
     join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id
     join tenants t on t.tenant_id = a.tenant_id
     left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id
     where g.class in ('A', 'L')
       and a.currency <> coalesce(e.base_currency, t.reporting_currency)
     group by d.account_id`,
    [tenantId, end],
  );
  const posted = await client.query<{ account_id: string; posted: string }>(
    `select account_id, sum(posted)::numeric(38, 8) as posted from revaluation_lines
     where tenant_id = $1 and period_id = $2 group by account_id`,
    [tenantId, periodId],
  );
  const runs = await client.query<{ runs: number }>('select count(*) as runs from revaluations where tenant_id = $1 and period_id = $2', [
    tenantId,
    periodId,
  ]);
  return {
    asOf: end,
    snapshot:
      snapshot === undefined
        ? null
        : { id: snapshot.id, kind: snapshot.kind, effectiveAt: snapshot.effective_at, rates: frozenRates(snapshot) },
    days: new Map(moved.rows.map((r) => [r.account_id, r.days])),
    posted: new Map(posted.rows.map((r) => [r.account_id, r.posted])),
    runs: runs.rows[0]?.runs ?? 0,
  };
}

type Rates = NonNullable<ForeignReading['snapshot']>['rates'];
const frozenRates = ({ kind, metadata }: { readonly kind: SnapshotKind; readonly metadata: string }): Rates =>
  kind === 'fx' ? (JSON.parse(metadata) as { readonly rates: NonNullable<Rates> }).rates : null;
