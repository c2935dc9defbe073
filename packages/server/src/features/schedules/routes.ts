import { randomUUID } from 'node:crypto';
import { schedules as contract, type Schedule } from '@countinghouse/contract/features/schedules';
import { findSchedule, listScheduleRuns, listSchedules, type ScheduleRow } from '@countinghouse/store/features/schedules/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler, type RequestContext, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toContent, toWireContent } from '../../wire/intent-content.ts';
import { keptNamesOf } from '../../wire/references.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id }, input }, { readerPool }) => {
  const { status, q } = input.query;
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) =>
    listSchedules(tx, tenant_id, { status: status ?? null, q: q ?? null }),
  );
  return { schedules: rows.map(toWire) };
});

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { readerPool, ledger } = services;
  const { name, template_id, frequency, start_on, end_on, ...content } = input.body;
  const id = randomUUID();
  const nameOf = await keptNamesOf(services, tenant_id, content.rows);
  const outcome = await ledger.submit(tenant_id, {
    type: 'schedule.create',
    actor: caller.actor,
    id,
    name,
    templateId: template_id ?? null,
    content: toContent(content, nameOf),
    frequency,
    startOn: start_on,
    endOn: end_on ?? null,
  });
  writtenEvent(outcome, 'schedule.created');
  const row = await read(readerPool, { tenantId: tenant_id }, (tx) => findSchedule(tx, tenant_id, id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return { schedule: toWire(row) };
});

export const runs = reading(contract.runs, async ({ tenant: { tenant_id }, input }, { readerPool }) => {
  const { id } = input.params;
  const { schedule, runs } = await read(readerPool, { tenantId: tenant_id }, async (tx) => ({
    schedule: await findSchedule(tx, tenant_id, id),
    runs: await listScheduleRuns(tx, tenant_id, id, input.query.limit),
  }));
  if (schedule === null) throw new Refusal('NOT_FOUND');
  return { schedule: toWire(schedule), runs: runs.map(({ run_on, ...run }) => ({ on: run_on, ...run })) };
});

export const pause = handler(contract.pause, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'schedule.pause', actor: caller.actor, id: input.params.id, reasonCode: null })),
);

export const resume = handler(contract.resume, (asked, services) => submit('schedule.resume', asked, services));

export const end = handler(contract.end, (asked, services) => submit('schedule.end', asked, services));

function toWire({ content, ...row }: ScheduleRow): Schedule {
  return { ...row, ...toWireContent(content) };
}

async function submit(
  type: 'schedule.resume' | 'schedule.end',
  { tenant, caller, input }: RequestContext<typeof contract.resume | typeof contract.end>,
  { ledger }: Services,
) {
  return done(await ledger.submit(tenant.tenant_id, { type, actor: caller.actor, id: input.params.id }));
}

export const schedulesHandlers: readonly Handler[] = [list, create, runs, pause, resume, end];
