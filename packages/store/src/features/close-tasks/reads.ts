import type { CloseCheck, CloseTemplateTask } from '@countinghouse/kernel/close-tasks/events';
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
}

/** In the order in which they were added. */
export async function listCloseTasks(tx: Tx, tenantId: string, periodId: string): Promise<readonly CloseTaskRow[]> {
  const found = await tx.query<CloseTaskRow>(
    `select id, title, task_group as "group", owner_id, owner_role, due_on, ledger_check as "check", done_at, done_by
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
