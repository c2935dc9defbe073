import { allowLists as contract } from '@countinghouse/contract/features/allow-lists';
import { spellAddress } from '@countinghouse/kernel/allow-lists/networks';
import { findAllowList } from '@countinghouse/store/features/allow-lists/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const get = handler(contract.get, ({ tenant, request }, services) => find(services, tenant.tenant_id, request));

export const change = handler(contract.change, async ({ tenant, caller, input, request }, services) => {
  const actor = { ...caller.actor, address: request.ip };
  done(await services.ledger.submit(tenant.tenant_id, { type: 'allow_list.change', actor, networks: input.body.networks }));
  services.sessions.forgetAllMemberships();
  return find(services, tenant.tenant_id, request);
});

async function find({ readerPool }: Pick<Services, 'readerPool'>, tenantId: string, request: FastifyRequest) {
  const networks = await read(readerPool, { tenantId }, (tx) => findAllowList(tx, tenantId));
  if (networks === null) throw new Refusal('NOT_FOUND');
  return { networks: [...networks], address: spellAddress(request.ip) };
}

export const allowListsHandlers: readonly Handler[] = [get, change];
