import { randomUUID } from 'node:crypto';
import { closeTasks as contract, type PeriodTasks } from '@countinghouse/contract/features/close-tasks';
import type { PeriodTask } from '@countinghouse/kernel/close-tasks/events';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import { addDays } from '@countinghouse/kernel/reports/days';
import { findCloseTemplate, hasTakenTemplate } from '@countinghouse/store/features/close-tasks/reads';
import { countComments } from '@countinghouse/store/features/comments/reads';
import { listMembers } from '@countinghouse/store/features/people/reads';
import { findPeriodById, type PeriodRow } from '@countinghouse/store/features/periods/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { listTasks } from './tasks.ts';

export const template = reading(contract.template, ({ tenant: { tenant_id: tenantId } }, { readerPool }) =>
  read(readerPool, { tenantId }, async (tx) => ({ tasks: [...(await findCloseTemplate(tx, tenantId))] })),
);

export const setTemplate = handler(contract.setTemplate, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'close_template.set', actor: caller.actor, tasks: input.body.tasks })),
);

export const list = handler(contract.list, ({ tenant, input }, services) => find(services, tenant.tenant_id, input.params.id));

export const take = handler(contract.take, async ({ tenant: { tenant_id: tenantId }, caller, input }, services) => {
  const tasks = await read(services.readerPool, { tenantId }, async (tx) => {
    const period = await getPeriod(tx, tenantId, input.params.id);
    const members = new Set((await listMembers(tx, tenantId)).map((m) => m.user_id));
    return (await findCloseTemplate(tx, tenantId)).map(({ due_days, ...task }) => ({
      ...task,
      id: randomUUID(),
      // Who left since the template was set has no tasks any more.
      owner_id: task.owner_id !== null && members.has(task.owner_id) ? task.owner_id : null,
      due_on: addDays(period.period_end, due_days),
    }));
  });
  return add(services, tenantId, caller.actor, { periodId: input.params.id, fromTemplate: true, tasks });
});

export const addOne = handler(contract.add, ({ tenant, caller, input }, services) =>
  add(services, tenant.tenant_id, caller.actor, {
    periodId: input.params.id,
    fromTemplate: false,
    tasks: [{ ...input.body, id: randomUUID() }],
  }),
);

export const finish = handler(contract.finish, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'close_task.finish', actor: caller.actor, id: input.params.id })),
);

export const undo = handler(contract.undo, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'close_task.undo', actor: caller.actor, id: input.params.id })),
);

export const remove = handler(contract.remove, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'close_task.remove', actor: caller.actor, id: input.params.id })),
);

async function add(
  services: Services,
  tenantId: string,
  actor: Actor,
  what: { readonly periodId: string; readonly fromTemplate: boolean; readonly tasks: readonly PeriodTask[] },
): Promise<PeriodTasks> {
  done(await services.ledger.submit(tenantId, { type: 'close_tasks.add', actor, ...what }));
  return find(services, tenantId, what.periodId);
}

async function getPeriod(tx: Tx, tenantId: string, id: string): Promise<PeriodRow> {
  const period = await findPeriodById(tx, tenantId, id);
  if (period === null) throw new Refusal('NOT_FOUND');
  return period;
}

function find({ readerPool, clock }: Services, tenantId: string, periodId: string): Promise<PeriodTasks> {
  return read(readerPool, { tenantId }, async (tx) => {
    const rows = await listTasks(tx, tenantId, await getPeriod(tx, tenantId, periodId), clock);
    const said = await countComments(
      tx,
      tenantId,
      'task',
      rows.map((row) => row.id),
    );
    return {
      tasks: rows.map(({ told_late: _, ...row }) => ({ ...row, comments: said.get(row.id) ?? 0 })),
      from_template: await hasTakenTemplate(tx, tenantId, periodId),
    };
  });
}

export const closeTasksHandlers: readonly Handler[] = [template, setTemplate, list, take, addOne, finish, undo, remove];
