import { events as contract } from '@countinghouse/contract/features/events';
import { listEvents } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { chooseEntity } from '../../active-entity.ts';
import { toWireEvent } from '../../event-wire.ts';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';

export function registerEvents(app: FastifyInstance, services: Services): void {
  register(app, services, contract.list, async ({ tenant: { tenant_id }, caller, input, request }) => {
    const { limit, before, type } = input.query;
    const rows = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
      // The active entity filters the log of intents; the chain itself is always whole.
      const entityId = type?.startsWith('intent.') ? await chooseEntity(tx, tenant_id, caller.session, request) : null;
      return listEvents(tx, tenant_id, { limit, beforeSeq: before ?? null, typePrefix: type ?? null, entityId });
    });
    return { events: rows.map(toWireEvent) };
  });
}
