import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Insertion, type Statement, statement } from '../../sql/statement.ts';

type Event<T extends ChainedEvent['type']> = Extract<ChainedEvent, { type: T }>;

const projectTemplate = (tenantId: string, { payload, eventTs, actorId }: Event<'close_template.set'>): Statement =>
  statement(
    `insert into close_templates (tenant_id, tasks, set_at, set_by) values ($1, $2, $3, $4)
     on conflict (tenant_id) do update set tasks = excluded.tasks, set_at = excluded.set_at, set_by = excluded.set_by`,
    tenantId,
    canonicalize(payload.tasks as unknown as readonly JsonObject[]),
    eventTs,
    actorId,
  );

const COLUMNS =
  'close_tasks (tenant_id, id, period_id, seq, line, from_template, title, task_group, owner_id, owner_role, due_on, ledger_check)';

const projectAdded = (tenantId: string, { seq, payload }: Event<'close_tasks.added'>): Insertion => ({
  into: COLUMNS,
  rows: payload.tasks.map((task, i) => [
    tenantId,
    task.id,
    payload.period_id,
    seq,
    i + 1,
    payload.from_template,
    task.title,
    task.group,
    task.owner_id,
    task.owner_role,
    task.due_on,
    task.check,
  ]),
});

const projectDone = (tenantId: string, { payload, eventTs, actorId }: Event<'close_task.done'>): Statement =>
  statement('update close_tasks set done_at = $3, done_by = $4 where tenant_id = $1 and id = $2', tenantId, payload.id, eventTs, actorId);

const projectUndone = (tenantId: string, { payload }: Event<'close_task.undone'>): Statement =>
  statement('update close_tasks set done_at = null, done_by = null where tenant_id = $1 and id = $2', tenantId, payload.id);

const projectRemoved = (tenantId: string, { payload }: Event<'close_task.removed'>): Statement =>
  statement('update close_tasks set removed = true where tenant_id = $1 and id = $2', tenantId, payload.id);

const projectLate = (tenantId: string, { seq, payload, eventTs }: Event<'close_tasks.late'>): Statement =>
  statement(
    'update close_tasks set late_seq = $3, late_at = $4 where tenant_id = $1 and id = any($2::uuid[])',
    tenantId,
    `{${payload.ids.join(',')}}`,
    seq,
    eventTs,
  );

/** Tables, and what events do to them. */
export const closeTasks = {
  tables: ['close_templates', 'close_tasks'],
  project: {
    'close_template.set': projectTemplate,
    'close_tasks.added': projectAdded,
    'close_task.done': projectDone,
    'close_task.undone': projectUndone,
    'close_task.removed': projectRemoved,
    'close_tasks.late': projectLate,
  },
} satisfies Feature;
