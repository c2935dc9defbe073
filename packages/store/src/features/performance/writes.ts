// What was measured, hour by hour. Every process writes rows of its own and writes them again as the hour goes on.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Tx } from '../../reader.ts';
import type { MeasuredMetric } from './reads.ts';

type Client = Pick<Tx, 'query'> | pg.Pool;

/** So many runs are kept of an organisation. */
const REPLAY_RUNS_MAX = 100;

export interface MeasuredHour {
  readonly tenantId: string;
  readonly metric: MeasuredMetric;
  readonly hour: string;
  readonly histogram: string;
  readonly count: number;
}

export async function putMeasuredHours(client: Client, processId: string, hours: readonly MeasuredHour[]): Promise<void> {
  await client.query(
    `insert into measured_hours (tenant_id, metric, hour, process_id, histogram, values_count)
     select r."tenantId", r.metric, r.hour, $1, r.histogram, r.count
     from jsonb_to_recordset($2::jsonb) as r("tenantId" uuid, metric text, hour timestamptz, histogram text, count bigint)
     on conflict (tenant_id, metric, hour, process_id) do update set histogram = excluded.histogram, values_count = excluded.values_count`,
    [processId, JSON.stringify(hours)],
  );
}

export async function putEvidenceWriteHour(
  client: Client,
  processId: string,
  hour: string,
  counts: { readonly written: number; readonly failed: number },
): Promise<void> {
  await client.query(
    `insert into evidence_write_hours as e (hour, process_id, written, failed) values ($1, $2, $3, $4)
     on conflict (hour, process_id) do update set written = e.written + excluded.written, failed = e.failed + excluded.failed`,
    [hour, processId, counts.written, counts.failed],
  );
}

export async function putBacklogs(
  client: Client,
  hour: string,
  backlogs: readonly { readonly tenant_id: string; readonly backlog: number }[],
): Promise<void> {
  await client.query(
    `insert into backlog_hours as b (tenant_id, hour, highest)
     select r.tenant_id, $1, r.backlog from jsonb_to_recordset($2::jsonb) as r(tenant_id uuid, backlog bigint)
     on conflict (tenant_id, hour) do update set highest = greatest(b.highest, excluded.highest)`,
    [hour, JSON.stringify(backlogs)],
  );
}

/** Notes how fast a log was replayed, however short it is; of many runs the latest are kept. */
export async function insertReplayRun(
  client: Client,
  tenantId: string,
  run: { readonly events: number; readonly seconds: number },
): Promise<void> {
  await client.query('insert into replay_runs (tenant_id, id, events, seconds) values ($1, $2, $3, $4)', [
    tenantId,
    randomUUID(),
    run.events,
    run.seconds,
  ]);
  await client.query(
    `delete from replay_runs where tenant_id = $1 and at <= (
       select at from replay_runs where tenant_id = $1 order by at desc offset ${REPLAY_RUNS_MAX} limit 1)`,
    [tenantId],
  );
}

/** Lets go of what was measured before an instant. */
export async function deleteMeasuredBefore(client: Client, before: string): Promise<void> {
  for (const table of ['measured_hours', 'backlog_hours', 'evidence_write_hours'])
    await client.query(`delete from ${table} where hour < $1`, [before]);
}
