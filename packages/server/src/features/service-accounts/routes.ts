import { randomUUID } from 'node:crypto';
import { serviceAccounts as contract, type ServiceAccount } from '@countinghouse/contract/features/service-accounts';
import { findServiceAccount, listServiceAccounts, type ServiceAccountRow } from '@countinghouse/store/features/service-accounts/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id } }, { readerPool, clock }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listServiceAccounts(tx, tenant_id, clock.now()));
  return { service_accounts: rows.map(toWire) };
});

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const id = randomUUID();
  done(await services.ledger.submit(tenant_id, { type: 'service_account.create', actor, id, name: body.name, role: body.role }));
  return get(services, tenant_id, id);
});

export const rename = handler(contract.rename, async ({ tenant: { tenant_id }, caller: { actor }, input: { params, body } }, services) => {
  done(await services.ledger.submit(tenant_id, { type: 'service_account.rename', actor, id: params.id, name: body.name }));
  return get(services, tenant_id, params.id);
});

export const changeRole = handler(
  contract.changeRole,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params, body } }, services) => {
    done(await services.ledger.submit(tenant_id, { type: 'service_account.change_role', actor, id: params.id, role: body.role }));
    services.sessions.forgetMemberships(params.id);
    return get(services, tenant_id, params.id);
  },
);

export const deactivate = handler(
  contract.deactivate,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
    done(await services.ledger.submit(tenant_id, { type: 'service_account.deactivate', actor, id: params.id }));
    services.apiKeys.forgetAll();
    return get(services, tenant_id, params.id);
  },
);

const toWire = ({ entities, ...row }: ServiceAccountRow): ServiceAccount => ({
  ...row,
  entities: [...entities],
  status: row.deactivated_at === null ? 'active' : 'deactivated',
});

async function get({ readerPool, clock }: Services, tenantId: string, id: string): Promise<{ service_account: ServiceAccount }> {
  const row = await read(readerPool, { tenantId }, (tx) => findServiceAccount(tx, tenantId, clock.now(), id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return { service_account: toWire(row) };
}

export const serviceAccountsHandlers: readonly Handler[] = [list, create, rename, changeRole, deactivate];
