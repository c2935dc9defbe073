import { randomUUID } from 'node:crypto';
import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { periods } from '@countinghouse/contract/features/periods';
import type { Organisation } from '@countinghouse/testkit/organisation';
import { freshPeriod } from './body-books.ts';
import { type Books, inOwn } from './isolation-books.ts';
import type { Walk } from './walk.ts';

const dueOn = '2026-11-05';
const template = { tasks: [{ title: 'Count cash', group: 'Cash', due_days: 5 }] };

/** A task of the period in somebody's books. */
async function taskOf(o: Books): Promise<string> {
  const title = o.secrets[0] ?? '';
  const body = { title, group: 'Cash', due_on: dueOn };
  const { tasks } = (await o.owner.call(closeTasks.add, { params: { id: o.periodId }, body }, inOwn(o))).body;
  return tasks.at(-1)?.id ?? '';
}

/** A period that is closing. */
async function closingIn({ owner, fxSnapshotId }: Organisation): Promise<string> {
  const body = { ...freshPeriod(), valuation_snapshot_id: fxSnapshotId };
  return (await owner.call(periods.start, { body })).body.period.id;
}

const ofTask = {
  own: async (o: Books) => ({ params: { id: await taskOf(o) } }),
  naming: (_o: Books, _of: unknown, id: string) => [[{ params: { id } }, 'NOT_FOUND']] as const,
};
const ofPeriod = {
  own: (o: Books) => ({ params: { id: o.periodId } }),
  naming: (_o: Books, of: { readonly periodId: string }) => [[{ params: { id: of.periodId } }, 'NOT_FOUND']] as const,
};

export const walk: Walk = {
  object: taskOf,
  isolation: {
    template: { own: () => ({}) },
    setTemplate: { own: () => ({ body: template }) },
    list: ofPeriod,
    take: ofPeriod,
    add: {
      own: (o) => ({ params: { id: o.periodId }, body: { title: 'Count', group: 'Cash', due_on: dueOn } }),
      naming: (o, of) => [
        [{ params: { id: of.periodId }, body: { title: 'Count', group: 'Cash', due_on: dueOn } }, 'NOT_FOUND'],
        [{ params: { id: o.periodId }, body: { title: 'Count', group: 'Cash', due_on: dueOn, owner_id: of.memberId } }, 'VALIDATION_ERROR'],
      ],
    },
    finish: ofTask,
    undo: ofTask,
    remove: ofTask,
  },
  malformed: [
    {
      title: 'a template of a close',
      route: closeTasks.setTemplate,
      body: () => ({ tasks: [{ title: randomUUID(), group: 'Cash', owner_id: null, owner_role: 'owner', check: null, due_days: 5 }] }),
    },
    {
      title: 'a task of a close',
      route: closeTasks.add,
      params: (o) => ({ id: o.objectId }),
      object: closingIn,
      body: () => ({ title: 'Count', group: 'Cash', owner_id: null, owner_role: 'member', check: 'bank_rows', due_on: dueOn }),
    },
  ],
};
