import { health as contract } from '@countinghouse/contract/features/health';
import type { FastifyInstance } from 'fastify';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export function registerHealth(app: FastifyInstance, services: Services): void {
  const { ledgerChecks } = services;
  register(app, services, contract.get, ({ tenant }) => ledgerChecks.look(tenant.tenant_id));
  register(app, services, contract.check, async ({ tenant, caller }) => {
    await ledgerChecks.ask(tenant.tenant_id, caller.session.userId);
    return ledgerChecks.look(tenant.tenant_id);
  });
}
