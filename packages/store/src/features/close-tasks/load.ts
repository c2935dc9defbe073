import { addCloseTask } from '@countinghouse/kernel/close-tasks/evolve';
import type { Load } from '../../feature.ts';

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly period_id: string;
  readonly from_template: boolean;
  readonly is_checked: boolean;
  readonly done: boolean;
  readonly removed: boolean;
  readonly told_late: boolean;
}

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const tasks = await read<Row>(
    `select id, period_id, from_template, ledger_check is not null as is_checked, done_at is not null as done, removed,
       late_seq is not null as told_late
     from close_tasks where tenant_id = $1 order by seq, line`,
  );
  for (const { id, period_id: periodId, from_template, is_checked: isChecked, done, removed, told_late: toldLate } of tasks) {
    if (from_template) state.closeTasksTaken.add(periodId);
    if (removed) state.closeTaskCounts.set(periodId, state.closeTaskCounts.get(periodId) ?? 0);
    else addCloseTask(state, id, { periodId, isChecked, done, toldLate });
  }
};
