import { health as contract } from '@countinghouse/contract/features/health';
import type { FastifyInstance } from 'fastify';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';
import { HealthChecks } from './check.ts';

export function registerHealth(app: FastifyInstance, services: Services): void {
  const checks = new HealthChecks(services.readerPool);
  register(app, services, contract.get, ({ tenant }) => checks.look(tenant.tenant_id));
}
