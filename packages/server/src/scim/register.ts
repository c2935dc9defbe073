// The calls of SCIM. They are no calls of the contract: their form is that of RFC 7644, and who calls is a directory, nobody of the organisation.

import { errors } from '@countinghouse/contract/errors';
import { SCIM_PATH } from '@countinghouse/contract/features/sso';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Deadlines } from '../http/deadline.ts';
import { isDatabaseSilent } from '../http/errors.ts';
import { Refusal } from '../http/refusal.ts';
import { noteAttempt } from '../http/refused-attempts.ts';
import type { Services } from '../services.ts';
import { findSchema, findType, listSchemas, listTypes, serviceProviderConfig } from './discovery.ts';
import { createGroup, deleteGroup, getGroup, listGroups, patchGroup, replaceGroup } from './groups.ts';
import { errorAnswer, notFound } from './protocol.ts';
import { admitDirectory } from './token.ts';
import { type Asked, createUser, deleteUser, getUser, listUsers, patchUser, replaceUser } from './users.ts';

const TYPE = 'application/scim+json; charset=utf-8';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose directory calls. */
    directory: Asked | null;
  }
}

interface Call {
  readonly asked: Asked;
  readonly id: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

interface ScimAnswer {
  readonly status: number;
  readonly body: object | null;
}

const ok = (body: object): ScimAnswer => ({ status: 200, body });
const found = (body: object | null): ScimAnswer => {
  if (body === null) throw notFound();
  return ok(body);
};
const NOTHING: ScimAnswer = { status: 204, body: null };

const deadlines = new Deadlines();

export async function registerScim(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => addRoutes(scope, services), { prefix: SCIM_PATH });
}

function addRoutes(scope: FastifyInstance, services: Services): void {
  const root = `${services.publicUrl}${SCIM_PATH}`;
  scope.decorateRequest('directory', null);
  scope.setErrorHandler((error, request, reply) => sendScimError(error, request, reply));
  scope.setNotFoundHandler((request, reply) => sendScimError(notFound(), request, reply));
  scope.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  // Before the body is read: an unknown caller learns nothing from how a body fails.
  scope.addHook('onRequest', async (request, reply) => {
    const { tenant_id, connection_id, read_only } = await admitDirectory(services, request, reply);
    request.directory = { tenantId: tenant_id, connectionId: connection_id, readOnly: read_only };
  });
  const add = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    answer: (call: Call) => Promise<ScimAnswer> | ScimAnswer,
  ): void => {
    scope.route({
      method,
      url,
      schema: { hide: true },
      config: { changes: method !== 'GET' },
      handler: (request, reply) => handle(request, reply, answer),
    });
  };
  add('GET', '/ServiceProviderConfig', () => ok(serviceProviderConfig(root)));
  add('GET', '/ResourceTypes', () => ok(listTypes(root)));
  add('GET', '/ResourceTypes/:id', ({ id }) => found(findType(root, id)));
  add('GET', '/Schemas', () => ok(listSchemas(root)));
  add('GET', '/Schemas/:id', ({ id }) => found(findSchema(root, id)));
  add('GET', '/Users', async ({ asked, query }) => ok(await listUsers(services, asked, query)));
  add('GET', '/Users/:id', async ({ asked, id, query }) => ok(await getUser(services, asked, id, query)));
  add('POST', '/Users', async ({ asked, query, body }) => {
    const made = await createUser(services, asked, body);
    return { status: 201, body: await getUser(services, asked, made.id, query) };
  });
  add('PUT', '/Users/:id', async ({ asked, id, query, body }) => {
    await replaceUser(services, asked, id, body);
    return ok(await getUser(services, asked, id, query));
  });
  add('PATCH', '/Users/:id', async ({ asked, id, query, body }) => {
    await patchUser(services, asked, id, body);
    return ok(await getUser(services, asked, id, query));
  });
  add('DELETE', '/Users/:id', async ({ asked, id }) => {
    await deleteUser(services, asked, id);
    return NOTHING;
  });
  add('GET', '/Groups', async ({ asked, query }) => ok(await listGroups(services, asked, query)));
  add('GET', '/Groups/:id', async ({ asked, id, query }) => ok(await getGroup(services, asked, id, query)));
  add('POST', '/Groups', async ({ asked, query, body }) => {
    const made = await createGroup(services, asked, body);
    return { status: 201, body: await getGroup(services, asked, made.id, query) };
  });
  add('PUT', '/Groups/:id', async ({ asked, id, query, body }) => {
    await replaceGroup(services, asked, id, body);
    return ok(await getGroup(services, asked, id, query));
  });
  // Without the members, of whom there may be thousands.
  add('PATCH', '/Groups/:id', async ({ asked, id, body }) => {
    await patchGroup(services, asked, id, body);
    return NOTHING;
  });
  add('DELETE', '/Groups/:id', async ({ asked, id }) => {
    await deleteGroup(services, asked, id);
    return NOTHING;
  });
}

async function handle(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (call: Call) => Promise<ScimAnswer> | ScimAnswer,
): Promise<FastifyReply> {
  const { directory: asked, params, query, body } = request;
  if (asked === null) throw new Error('a call of SCIM came without a directory');
  const call = { asked, id: (params as { readonly id?: string }).id ?? '', query: query as Call['query'], body };
  const changes = request.method !== 'GET';
  const working = Promise.resolve(answer(call)).catch((error: unknown) => {
    throw changes && isDatabaseSilent(error) ? new Refusal('OUTCOME_UNKNOWN') : error;
  });
  const { status, body: said } = await deadlines.keep(working, changes ? 'OUTCOME_UNKNOWN' : 'OVERLOADED');
  if (said === null) return reply.code(status).send();
  const { meta } = said as { readonly meta?: { readonly location?: string } };
  if (status === 201 && meta?.location !== undefined) reply.header('location', meta.location);
  return reply.code(status).type(TYPE).send(JSON.stringify(said));
}

function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, waitSeconds, code, body } = errorAnswer(error, (known) => errors[known].status);
  if (status >= 500) request.log.error({ err: error }, code ?? 'SCIM');
  else if (code !== null || status === 401) noteAttempt(request, code ?? 'UNAUTHORIZED');
  if (waitSeconds !== null || status === 503) reply.header('retry-after', String(waitSeconds ?? 1));
  return reply.code(status).type(TYPE).send(JSON.stringify(body));
}
