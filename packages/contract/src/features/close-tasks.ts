// What has to be done before and after a period is closed: a template that the organisation keeps, and the tasks of each period.
import { CLOSE_TEMPLATE_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { Done, IsoDate, line, requiredText, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

export { CLOSE_TEMPLATE_MAX };
// Source: decision 0159.
export const CLOSE_TASK_TITLE_LENGTH_MAX = 120;
export const CLOSE_TASK_GROUP_LENGTH_MAX = 40;
/** Days between the last day of a period and the day a task is due on. */
export const CLOSE_DUE_DAYS_MIN = -31;
export const CLOSE_DUE_DAYS_MAX = 92;
const OWNER_ID_LENGTH_MAX = 64;

/** What the ledger itself knows of a period: a task with such a check is done when the ledger says so. */
export const CloseCheck = z.enum(['bank_rows', 'holds', 'approvals', 'imports', 'revaluation', 'locked', 'published']);
export type CloseCheck = z.output<typeof CloseCheck>;
export const CloseOwnerRole = z.enum(['owner', 'member']);

const task = {
  title: requiredText(CLOSE_TASK_TITLE_LENGTH_MAX, 'Task'),
  /** Tasks of one group stand together. */
  group: requiredText(CLOSE_TASK_GROUP_LENGTH_MAX, 'Group'),
  /** Whose task it is: a member, or everybody with a role; both null: nobody's. */
  owner_id: line(OWNER_ID_LENGTH_MAX).min(1).nullable().default(null),
  owner_role: CloseOwnerRole.nullable().default(null),
  check: CloseCheck.nullable().default(null),
};
const hasOneOwner = (of: { readonly owner_id: string | null; readonly owner_role: string | null }): boolean =>
  of.owner_id === null || of.owner_role === null;
const twoOwners = { path: ['owner_id'], message: 'Name a person or a role, not both.' };

export const CloseTemplateTask = z
  .strictObject({ ...task, due_days: z.number().int().min(CLOSE_DUE_DAYS_MIN).max(CLOSE_DUE_DAYS_MAX) })
  .refine(hasOneOwner, twoOwners);
export type CloseTemplateTask = z.output<typeof CloseTemplateTask>;
export const CloseTemplate = z.strictObject({ tasks: z.array(CloseTemplateTask).max(CLOSE_TEMPLATE_MAX) });

export const NewCloseTask = z.strictObject({ ...task, due_on: IsoDate }).refine(hasOneOwner, twoOwners);

export const CloseTask = z.object({
  id: z.string(),
  title: z.string(),
  group: z.string(),
  owner_id: z.string().nullable(),
  owner_role: CloseOwnerRole.nullable(),
  due_on: z.string(),
  check: CloseCheck.nullable(),
  done: z.boolean(),
  /** When and by whom; null where the ledger knows it by itself. */
  done_at: z.string().nullable(),
  done_by: z.string().nullable(),
  /** Of a task with a check: how much is left, as far as it is counted. */
  left: z.number().int().nullable(),
  /** Not done, and its day is over. */
  late: z.boolean(),
  /** How many were written on it and not removed. */
  comments: z.number().int(),
});
export type CloseTask = z.output<typeof CloseTask>;

/** `from_template`: whether the period has taken its tasks from the template. At most 200 tasks. */
export const PeriodTasks = z.object({ tasks: z.array(CloseTask), from_template: z.boolean() });
export type PeriodTasks = z.output<typeof PeriodTasks>;

const ofPeriod = z.object({ id: Uuid });

export const closeTasks = {
  template: route({
    method: 'GET',
    path: '/api/v1/close-template',
    summary: 'The tasks that each period begins with',
    needs: 'member',
    ok: z.object({ tasks: z.array(CloseTemplateTask) }),
  }),
  setTemplate: route({
    method: 'POST',
    path: '/api/v1/close-template',
    summary: 'Replace the tasks that each period begins with; those of periods stay as they are',
    needs: 'owner',
    body: CloseTemplate,
    ok: Done,
    codes: ['VALIDATION_ERROR'],
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/periods/:id/tasks',
    summary: 'The tasks of a period in their order, with what is done, and what the ledger knows of it',
    needs: 'member',
    params: ofPeriod,
    ok: PeriodTasks,
    codes: ['NOT_FOUND'],
  }),
  take: route({
    method: 'POST',
    path: '/api/v1/periods/:id/tasks/from-template',
    summary: 'Give a period the tasks of the template, once',
    needs: 'member',
    params: ofPeriod,
    ok: PeriodTasks,
    codes: ['NOT_FOUND', 'CLOSE_TASKS_FULL'],
  }),
  add: route({
    method: 'POST',
    path: '/api/v1/periods/:id/tasks',
    summary: 'Add a task to a period',
    needs: 'member',
    params: ofPeriod,
    body: NewCloseTask,
    ok: PeriodTasks,
    codes: ['NOT_FOUND', 'CLOSE_TASKS_FULL'],
  }),
  finish: route({
    method: 'POST',
    path: '/api/v1/close-tasks/:id/done',
    summary: 'Say that a task is done',
    needs: 'member',
    params: ofPeriod,
    ok: Done,
    codes: ['NOT_FOUND', 'CLOSE_TASK_CHECKED'],
  }),
  undo: route({
    method: 'POST',
    path: '/api/v1/close-tasks/:id/undone',
    summary: 'Say that a task is not done after all',
    needs: 'member',
    params: ofPeriod,
    ok: Done,
    codes: ['NOT_FOUND', 'CLOSE_TASK_CHECKED'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/close-tasks/:id',
    summary: 'Take a task from its period',
    needs: 'member',
    params: ofPeriod,
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
} as const;
