import type { Tx } from '../../reader.ts';

type Client = Pick<Tx, 'query'>;

/** What is measured as a distribution, in microseconds. */
export type MeasuredMetric = 'validation' | 'execution' | 'projection_lag';

export interface MeasuredHourRow {
  readonly metric: MeasuredMetric;
  readonly hour: string;
  /** An HDR histogram; those of several processes add up. */
  readonly histogram: string;
}

export async function listMeasuredHours(tx: Client, tenantId: string, since: string): Promise<readonly MeasuredHourRow[]> {
  const found = await tx.query<MeasuredHourRow>(
    'select metric, hour, histogram from measured_hours where tenant_id = $1 and hour >= $2 order by hour',
    [tenantId, since],
  );
  return found.rows;
}

export async function listBacklogHours(
  tx: Client,
  tenantId: string,
  since: string,
): Promise<readonly { readonly hour: string; readonly highest: number }[]> {
  const found = await tx.query<{ hour: string; highest: number }>(
    'select hour, highest from backlog_hours where tenant_id = $1 and hour >= $2 order by hour',
    [tenantId, since],
  );
  return found.rows;
}

/** Events that a destination of the audit export has not taken yet; of several the most. null where there is no destination. */
export async function findBacklog(tx: Client, tenantId: string): Promise<number | null> {
  const found = await tx.query<{ backlog: number | null }>(`select max(backlog) as backlog from (${backlogs}) b where tenant_id = $1`, [
    tenantId,
  ]);
  return found.rows[0]?.backlog ?? null;
}

const backlogs = `select d.tenant_id, h.seq - coalesce(c.acknowledged_seq, 0) as backlog
  from audit_destinations d
  join tenants t on t.tenant_id = d.tenant_id and t.archived_at is null
  join chain_heads h on h.tenant_id = d.tenant_id
  left join audit_cursors c on c.tenant_id = d.tenant_id and c.destination = d.name and c.added_seq = d.added_seq`;

/** Of every organisation that has a destination. The client must see them all. */
export async function listBacklogs(client: Client): Promise<readonly { readonly tenant_id: string; readonly backlog: number }[]> {
  const found = await client.query<{ tenant_id: string; backlog: number }>(
    `select tenant_id, max(backlog) as backlog from (${backlogs}) b group by tenant_id`,
  );
  return found.rows;
}

export interface ReplayRunRow {
  readonly at: string;
  readonly events: number;
  readonly seconds: number;
}

/** The latest runs over at least so many events, the oldest of them first. */
export async function listReplayRuns(tx: Client, tenantId: string, eventsMin: number, limit: number): Promise<readonly ReplayRunRow[]> {
  const found = await tx.query<ReplayRunRow>(
    `select at, events, seconds from (
       select at, events, seconds from replay_runs where tenant_id = $1 and events >= $2 order by at desc limit $3
     ) r order by at`,
    [tenantId, eventsMin, limit],
  );
  return found.rows;
}

/** The last run of all over at least so many events. The client must see every organisation. */
export async function findLastReplayRun(client: Client, eventsMin: number): Promise<ReplayRunRow | null> {
  const found = await client.query<ReplayRunRow>(
    'select at, events, seconds from replay_runs where events >= $1 order by at desc limit 1',
    [eventsMin],
  );
  return found.rows[0] ?? null;
}

/** Events of all logs that the evidence vault has not looked at yet. The client must see every organisation. */
export async function sumEvidenceBacklog(client: Client): Promise<number> {
  const found = await client.query<{ backlog: number }>(
    `select coalesce(sum(h.seq - coalesce(p.through_seq, 0)), 0)::bigint as backlog
     from chain_heads h left join evidence_progress p on p.tenant_id = h.tenant_id`,
  );
  return found.rows[0]?.backlog ?? 0;
}

export async function listEvidenceWriteHours(
  tx: Client,
  since: string,
): Promise<readonly { readonly hour: string; readonly written: number; readonly failed: number }[]> {
  const found = await tx.query<{ hour: string; written: number; failed: number }>(
    'select hour, sum(written)::bigint as written, sum(failed)::bigint as failed from evidence_write_hours where hour >= $1 group by hour order by hour',
    [since],
  );
  return found.rows;
}
