import { holds as contract } from '@countinghouse/contract/features/holds';
import { listHolds } from '@countinghouse/store/features/holds/reads';
import { read } from '@countinghouse/store/reader';
import { chooseEntity } from '../../route/active-entity.ts';
import { type Handler, handler } from '../../route/route.ts';
import { toWireHold } from '../../wire/hold-wire.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input, request, caller }, services) => {
  const { status, q, before, limit } = input.query;
  const filter = { status: status ?? null, q: q ?? null, beforeSeq: before ?? null, limit };
  const rows = await read(services.readerPool, { tenantId: tenant_id }, async (tx) =>
    listHolds(tx, tenant_id, services.clock.now(), { ...filter, entityId: await chooseEntity(tx, tenant_id, caller.session, request) }),
  );
  return { holds: rows.map(toWireHold) };
});

export const holdsHandlers: readonly Handler[] = [list];
