// Who may say what is to be done for the close of a period, and that it is done. What the ledger knows by itself nobody says.

import { CLOSE_TASKS_MAX } from '../bounds.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AddCloseTasks, FinishCloseTask, RemoveCloseTask, SetCloseTemplate, TellLateCloseTasks, UndoCloseTask } from './commands.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR (an owner of a task who is no member). */
export function decideSetCloseTemplate(state: TenantState, { actor, tasks }: SetCloseTemplate): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  return refuseStrangers(state, tasks, (i) => `tasks.${i}.owner_id`) ?? append({ type: 'close_template.set', payload: { tasks } });
}

/**
 * Gives a period tasks; those of the template once, and nothing where it has none. Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND,
 * CLOSE_TASKS_FULL, VALIDATION_ERROR (an owner of a task who is no member).
 */
export function decideAddCloseTasks(state: TenantState, { actor, periodId, fromTemplate, tasks }: AddCloseTasks): Decision {
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  if (!state.periods.some((p) => p.id === periodId)) return refuse('NOT_FOUND');
  if (tasks.length === 0 || (fromTemplate && state.closeTasksTaken.has(periodId))) return append();
  if ((state.closeTaskCounts.get(periodId) ?? 0) + tasks.length > CLOSE_TASKS_MAX) return refuse('CLOSE_TASKS_FULL');
  const stranger = refuseStrangers(state, tasks, () => 'owner_id');
  return stranger ?? append({ type: 'close_tasks.added', payload: { period_id: periodId, from_template: fromTemplate, tasks } });
}

/** What is so already is not written again. Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND, CLOSE_TASK_CHECKED. */
export function decideSayCloseTask(state: TenantState, { actor, id, type }: FinishCloseTask | UndoCloseTask): Decision {
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  const task = state.closeTasks.get(id);
  if (task === undefined) return refuse('NOT_FOUND');
  if (task.isChecked) return refuse('CLOSE_TASK_CHECKED');
  const isDone = type === 'close_task.finish';
  if (task.done === isDone) return append();
  return append(isDone ? { type: 'close_task.done', payload: { id } } : { type: 'close_task.undone', payload: { id } });
}

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND. */
export function decideRemoveCloseTask(state: TenantState, { actor, id }: RemoveCloseTask): Decision {
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  return state.closeTasks.has(id) ? append({ type: 'close_task.removed', payload: { id } }) : refuse('NOT_FOUND');
}

/**
 * Says once of each task that it is late. Of tasks one of which was told of, or done, meanwhile it says nothing: whoever asks looks again.
 * Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND.
 */
export function decideTellLateCloseTasks(state: TenantState, { actor, periodId, ids }: TellLateCloseTasks): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const tasks = ids.map((id) => state.closeTasks.get(id));
  if (tasks.some((task) => task?.periodId !== periodId)) return refuse('NOT_FOUND');
  if (tasks.some((task) => task?.toldLate === true || task?.done === true)) return append();
  return append({ type: 'close_tasks.late', payload: { period_id: periodId, ids } });
}

function refuseStrangers(
  state: TenantState,
  tasks: readonly { readonly owner_id: string | null }[],
  pathOf: (i: number) => string,
): Decision | null {
  const at = tasks.findIndex(({ owner_id }) => owner_id !== null && !state.members.has(owner_id));
  return at === -1 ? null : refuseField(pathOf(at), 'Choose a member of this organisation.');
}
