import { holds as contract } from '@countinghouse/contract/features/holds';
import { listHolds } from '@countinghouse/store/features/holds/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { chooseEntity } from '../../route/active-entity.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { toWireHold } from '../../wire/hold-wire.ts';

export function registerHolds(app: FastifyInstance, services: Services): void {
  register(app, services, contract.list, async ({ tenant: { tenant_id }, input, request, caller }) => {
    const { status, q, before, limit } = input.query;
    const filter = { status: status ?? null, q: q ?? null, beforeSeq: before ?? null, limit };
    const rows = await read(services.readerPool, { tenantId: tenant_id }, async (tx) =>
      listHolds(tx, tenant_id, { ...filter, entityId: await chooseEntity(tx, tenant_id, caller.session, request) }),
    );
    return { holds: rows.map(toWireHold) };
  });
}
