import { must } from '../ledger/must.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { CloseTaskEvents } from './events.ts';
import type { CloseTaskState } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'close_template.set': leavesStateAsIs,
  'close_tasks.added': (state, { payload: { period_id, from_template, tasks } }) => {
    for (const { id, check } of tasks)
      addCloseTask(state, id, { periodId: period_id, isChecked: check !== null, done: false, toldLate: false });
    if (from_template) state.closeTasksTaken.add(period_id);
  },
  'close_task.done': (state, { seq, payload }) => {
    must(state.closeTasks.get(payload.id), 'its task', seq).done = true;
  },
  'close_task.undone': (state, { seq, payload }) => {
    must(state.closeTasks.get(payload.id), 'its task', seq).done = false;
  },
  'close_task.removed': (state, { seq, payload }) => {
    const { periodId } = must(state.closeTasks.get(payload.id), 'its task', seq);
    state.closeTasks.delete(payload.id);
    state.closeTaskCounts.set(periodId, (state.closeTaskCounts.get(periodId) ?? 0) - 1);
  },
  'close_tasks.late': (state, { seq, payload }) => {
    for (const id of payload.ids) must(state.closeTasks.get(id), 'its task', seq).toldLate = true;
  },
} satisfies EventRows<CloseTaskEvents>;

/** Puts a task where it is counted. */
export function addCloseTask(state: TenantState, id: string, task: CloseTaskState): void {
  state.closeTasks.set(id, task);
  state.closeTaskCounts.set(task.periodId, (state.closeTaskCounts.get(task.periodId) ?? 0) + 1);
}
