import { readFileSync } from 'node:fs';
import { diagnostics as contract } from '@countinghouse/contract/features/diagnostics';
import { capabilitiesOf } from '@countinghouse/contract/permissions';
import { listEntities } from '@countinghouse/store/features/entities/reads';
import { getInstance } from '@countinghouse/store/instance';
import { read } from '@countinghouse/store/reader';
import type { FastifyRequest } from 'fastify';
import { membershipOf } from '../../auth/sessions.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { type Handler, handler } from '../../route/route.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { readonly version: string };

const cookieNames = (request: FastifyRequest): string[] =>
  (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter((name) => name !== '');

export const get = handler(contract.get, async ({ tenant, caller: { session }, request }, services) => {
  const { tenant_id } = tenant;
  const found = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    entityId: await chooseEntity(tx, tenant_id, session, request),
    entities: await listEntities(tx, tenant_id, session.userId),
    database: await getInstance(tx),
  }));
  const sessionRow = await services.sessions.describe(session);
  const namedBy = request.headers['x-tenant-id'] !== undefined ? 'header' : session.activeTenantId === tenant_id ? 'session' : 'first';
  return {
    session: { id: session.id, user_id: session.userId, email: session.email, ...sessionRow },
    cookies: cookieNames(request),
    tenant: {
      id: tenant_id,
      name: tenant.name,
      role: tenant.role,
      capabilities: [...capabilitiesOf(membershipOf(tenant))],
      read_only: tenant.read_only,
      named_by: namedBy as 'header',
    },
    entity: {
      id: found.entityId,
      roles: found.entities.flatMap((e) => (e.entity_role === null ? [] : [{ id: e.id, code: e.code, entity_role: e.entity_role }])),
    },
    server: {
      now: new Date().toISOString(),
      version,
      node: process.version,
      postgres: found.database.version,
      database_role: found.database.role,
    },
    request: { id: request.id, address: request.ip, host: request.headers.host ?? '', origin: request.headers.origin ?? null },
  };
});

export const diagnosticsHandlers: readonly Handler[] = [get];
