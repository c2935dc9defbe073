import { events as contract } from '@countinghouse/contract/features/events';
import { listEvents } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../app.ts';
import { toWireEvent } from '../../event-wire.ts';
import { register } from '../../route.ts';

export function registerEvents(app: FastifyInstance, services: Services): void {
  register(app, services, contract.list, async ({ tenant: { tenant_id }, input }) => {
    const { limit, before, type } = input.query;
    const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) =>
      listEvents(tx, tenant_id, { limit, beforeSeq: before ?? null, typePrefix: type ?? null }),
    );
    return { events: rows.map(toWireEvent) };
  });
}
