import { health as contract } from '@countinghouse/contract/features/health';
import { type Handler, handler } from '../../route/route.ts';

export const get = handler(contract.get, ({ tenant }, { ledgerChecks }) => ledgerChecks.look(tenant.tenant_id));

export const check = handler(contract.check, async ({ tenant, caller }, { ledgerChecks }) => {
  await ledgerChecks.ask(tenant.tenant_id, caller.session.userId);
  return ledgerChecks.look(tenant.tenant_id);
});

export const healthHandlers: readonly Handler[] = [get, check];
