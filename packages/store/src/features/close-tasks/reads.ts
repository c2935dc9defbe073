import type { CloseCheck, CloseTemplateTask } from '@countinghouse/kernel/close-tasks/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

/** The tasks that each period begins with, in their order; none where no template was set. */
export async function findCloseTemplate(tx: Tx, tenantId: string): Promise<readonly CloseTemplateTask[]> {
  const found = await tx.query<{ tasks: string }>('select tasks from close_templates where tenant_id = $1', [tenantId]);
  const [row] = found.rows;
  return row === undefined ? [] : (JSON.parse(row.tasks) as readonly CloseTemplateTask[]);
}

export interface CloseTaskRow {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly owner_id: string | null;
  readonly owner_role: 'owner' | 'member' | null;
  readonly due_on: string;
  readonly check: CloseCheck | null;
  readonly done_at: string | null;
  readonly done_by: string | null;
  /** Its owners were told that it is late. */
  readonly told_late: boolean;
}

/** In the order in which they were added. */
export async function listCloseTasks(tx: Tx, tenantId: string, periodId: string): Promise<readonly CloseTaskRow[]> {
  const found = await tx.query<CloseTaskRow>(
    `select id, title, task_group as "group", owner_id, owner_role, due_on, ledger_check as "check", done_at, done_by,
       late_seq is not null as told_late
     from close_tasks where tenant_id = $1 and period_id = $2 and not removed order by seq, line`,
    [tenantId, periodId],
  );
  return found.rows;
}

/** Whether a period has taken its tasks from the template. */
export async function hasTakenTemplate(tx: Tx, tenantId: string, periodId: string): Promise<boolean> {
  const found = await tx.query('select from close_tasks where tenant_id = $1 and period_id = $2 and from_template limit 1', [
    tenantId,
    periodId,
  ]);
  return (found.rowCount ?? 0) > 0;
}

export interface PeriodOfTasks {
  readonly tenant_id: string;
  readonly period_id: string;
}

/**
 * Periods with tasks that were due between two days, both included, are not ticked and were not told of, of all organisations that can take the
 * event; those behind one of them, or all. For the worker: the client must see every tenant.
 */
export async function listPeriodsWithUntoldTasks(
  client: Pick<Tx, 'query'>,
  o: { readonly from: string; readonly to: string; readonly after: PeriodOfTasks | null; readonly limit: number },
): Promise<readonly PeriodOfTasks[]> {
  const found = await client.query<PeriodOfTasks>(
    `select distinct k.tenant_id, k.period_id from close_tasks k join tenants t on t.tenant_id = k.tenant_id
     where k.late_seq is null and k.done_at is null and not k.removed and k.due_on between $1 and $2 and not t.read_only and t.archived_at is null
       and ($3::uuid is null or (k.tenant_id, k.period_id) > ($3, $4::uuid))
     order by k.tenant_id, k.period_id limit $5`,
    [o.from, o.to, o.after?.tenant_id ?? null, o.after?.period_id ?? null, o.limit],
  );
  return found.rows;
}

/** A telling that tasks are late, as it concerns somebody or, with a null for them, everybody. */
export interface LateNews {
  readonly seq: number;
  readonly at: string;
  readonly period_id: string;
  readonly period_code: string;
  /** Of the first of these tasks. */
  readonly id: string;
  /** Of those that are in the period still. */
  readonly titles: readonly string[];
}

const isTheirs = (userId: string): string => `(k.owner_id = ${userId} or k.owner_role is not null and exists (
  select from members m where m.tenant_id = k.tenant_id and m.user_id = ${userId} and m.role in ('owner', k.owner_role)))`;

/** The latest first; those before an event, or all. `userId`: those of tasks that are theirs, by name or by role. */
export async function listLateNews(
  tx: Tx,
  tenantId: string,
  userId: string | null,
  before: number | null,
  limit: number,
): Promise<readonly LateNews[]> {
  const found = await tx.query<LateNews>(
    `select k.late_seq as seq, k.late_at as at, k.period_id, p.period_code,
       (array_agg(k.id order by k.seq, k.line))[1] as id, array_agg(k.title order by k.seq, k.line) as titles
     from close_tasks k join periods p on p.tenant_id = k.tenant_id and p.id = k.period_id
     where k.tenant_id = $1 and k.late_seq is not null and not k.removed and ($2::bigint is null or k.late_seq < $2)
       and ($3::text is null or ${isTheirs('$3')})
     group by k.late_seq, k.late_at, k.period_id, p.period_code order by k.late_seq desc limit $4`,
    [tenantId, before, userId, limit],
  );
  return found.rows;
}

export interface LateToMail {
  readonly organisation: string;
  readonly period_code: string;
  readonly tasks: readonly { readonly title: string; readonly due_on: string }[];
}

/** What the mail of late tasks says; null once none of them is left for this member to do. Needs the role of the writer. */
export async function findLateToMail(
  writerPool: Pool,
  tenantId: string,
  userId: string,
  { periodId, ids }: { readonly periodId: string; readonly ids: readonly string[] },
): Promise<LateToMail | null> {
  const found = await writerPool.query<LateToMail>(
    `select t.name as organisation, p.period_code, jsonb_agg(jsonb_build_object('title', k.title, 'due_on', k.due_on) order by k.seq, k.line) as tasks
     from close_tasks k
     join periods p on p.tenant_id = k.tenant_id and p.id = k.period_id
     join members u on u.tenant_id = k.tenant_id and u.user_id = $2
     join tenants t on t.tenant_id = k.tenant_id and t.archived_at is null
     where k.tenant_id = $1 and k.period_id = $3 and k.id = any($4::uuid[]) and k.done_at is null and not k.removed
     group by t.name, p.period_code`,
    [tenantId, userId, periodId, ids],
  );
  return found.rows[0] ?? null;
}
