import type { Frequency, ScheduleStatus } from '@countinghouse/kernel/schedules/events';
import type { Tx } from '../../reader.ts';

export interface ScheduleRow {
  readonly id: string;
  readonly name: string;
  readonly template_id: string | null;
  /** Canonical JSON of what the kernel calls IntentContent. */
  readonly content: string;
  readonly frequency: Frequency;
  readonly start_on: string;
  readonly end_on: string | null;
  readonly status: ScheduleStatus;
  readonly maker_id: string;
  readonly reason_code: string | null;
  readonly next_on: string | null;
  readonly created_at: string;
  /** How many days it posted for, and on how many of them it was rejected. */
  readonly runs: number;
  readonly rejected: number;
}

export interface ScheduleRunRow {
  readonly run_on: string;
  readonly intent_id: string;
  readonly status: 'executed' | 'proposed' | 'rejected';
  readonly error_code: string | null;
  readonly seq: number;
}

const select = `select s.id, s.name, s.template_id, s.content, s.frequency, s.start_on, s.end_on, s.status, s.maker_id, s.reason_code, s.next_on,
    s.created_at, r.runs, r.rejected
  from schedules s cross join lateral (
    select count(*) as runs, count(*) filter (where status = 'rejected') as rejected
    from schedule_runs where tenant_id = s.tenant_id and schedule_id = s.id
  ) r`;

/** Active ones first, by their next day; then the newest. */
export async function listSchedules(
  tx: Tx,
  tenantId: string,
  filter: { readonly status: ScheduleStatus | null; readonly q: string | null },
): Promise<readonly ScheduleRow[]> {
  const found = await tx.query<ScheduleRow>(
    `${select}
     where s.tenant_id = $1 and ($2::text is null or s.status = $2) and ($3::text is null or strpos(lower(s.name), lower($3)) > 0)
     order by s.next_on nulls last, s.created_seq desc`,
    [tenantId, filter.status, filter.q],
  );
  return found.rows;
}

export async function findSchedule(tx: Tx, tenantId: string, id: string): Promise<ScheduleRow | null> {
  const found = await tx.query<ScheduleRow>(`${select} where s.tenant_id = $1 and s.id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** Newest first. */
export async function listScheduleRuns(tx: Tx, tenantId: string, id: string, limit: number): Promise<readonly ScheduleRunRow[]> {
  const found = await tx.query<ScheduleRunRow>(
    `select run_on, intent_id, status, error_code, seq from schedule_runs
     where tenant_id = $1 and schedule_id = $2 order by run_on desc limit $3`,
    [tenantId, id, limit],
  );
  return found.rows;
}

export interface DueSchedule {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly maker_id: string;
  readonly next_on: string;
  readonly created_at: string;
}

/** Active schedules whose day has come, of organisations that can post. For the worker: the client must see every tenant. */
export async function listDueSchedules(client: Pick<Tx, 'query'>, today: string, limit: number): Promise<readonly DueSchedule[]> {
  const found = await client.query<DueSchedule>(
    `select s.tenant_id, s.id, s.name, s.content, s.maker_id, s.next_on, s.created_at
     from schedules s join tenants t on t.tenant_id = s.tenant_id
     where s.status = 'active' and s.next_on <= $1 and not t.read_only and t.archived_at is null
     order by s.next_on, s.created_seq
     limit $2`,
    [today, limit],
  );
  return found.rows;
}
