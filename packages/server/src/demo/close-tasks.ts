// What the demo does to close a month: the template, and the tasks of the months whose close has begun.

import type { CloseTemplateTask } from '@countinghouse/kernel/close-tasks/events';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { addDays } from '@countinghouse/kernel/time/instant';
import type { DemoFrame } from './request.ts';

type Task = Omit<CloseTemplateTask, 'owner_id' | 'owner_role'> & { readonly owner: 'maker' | 'checker' | 'owners' };

const template: readonly Task[] = [
  { title: 'All bank statements are in', group: 'Cash', owner: 'maker', check: null, due_days: 1 },
  { title: 'Every bank row is settled', group: 'Cash', owner: 'maker', check: 'bank_rows', due_days: 3 },
  { title: 'Deposits are captured or let go', group: 'Cash', owner: 'maker', check: 'holds', due_days: 3 },
  { title: 'Bills that are still to come are accrued', group: 'Accruals', owner: 'maker', check: null, due_days: 4 },
  { title: 'Nothing waits for approval', group: 'Accruals', owner: 'checker', check: 'approvals', due_days: 4 },
  { title: 'Foreign accounts are revalued', group: 'Review', owner: 'maker', check: 'revaluation', due_days: 5 },
  { title: 'The trial balance is read line by line', group: 'Review', owner: 'checker', check: null, due_days: 6 },
  { title: 'The month is locked', group: 'Sign-off', owner: 'owners', check: 'locked', due_days: 8 },
  { title: 'The statement is published', group: 'Sign-off', owner: 'owners', check: 'published', due_days: 9 },
];

const withOwner = ({ owner, ...task }: Task, { maker, checker }: DemoFrame): CloseTemplateTask => ({
  ...task,
  owner_id: owner === 'owners' ? null : { maker, checker }[owner].id,
  owner_role: owner === 'owners' ? 'owner' : null,
});

export const closeTemplate = (frame: DemoFrame): Command => ({
  type: 'close_template.set',
  actor: frame.maker,
  tasks: template.map((task) => withOwner(task, frame)),
});

/** The tasks of a month, of which those that somebody says are done are done up to a day after its end. */
export function closeTasks(
  frame: DemoFrame,
  month: { readonly start: string; readonly end: string },
  doneUpTo: number,
): readonly Command[] {
  const idOf = (i: number): string => frame.idOf(`close-task/${month.start}/${i}`);
  const tasks = template.map((task, i) => {
    const { due_days, ...words } = withOwner(task, frame);
    return { ...words, id: idOf(i), due_on: addDays(month.end, due_days) };
  });
  const done = template.flatMap(({ check, due_days, owner }, i): readonly Command[] =>
    check === null && due_days <= doneUpTo
      ? [{ type: 'close_task.finish', actor: owner === 'checker' ? frame.checker : frame.maker, id: idOf(i) }]
      : [],
  );
  const periodId = frame.idOf(`period/${month.start}`);
  return [{ type: 'close_tasks.add', actor: frame.maker, periodId, fromTemplate: true, tasks }, ...done];
}
