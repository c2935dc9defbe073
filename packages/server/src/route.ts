// Registers a route of the contract: who asks, may they, then validation, then the handler. The order is that of decision 0003,
// 401, 404 organisation, 403, 423, 400, then what the handler finds (404 object, 409, 422).

import type { Readable } from 'node:stream';
import { errors } from '@countinghouse/contract/errors';
import { ErrorBody } from '@countinghouse/contract/fields';
import { mayMeet } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef, RouteParsed } from '@countinghouse/contract/wire';
import type { Actor } from '@countinghouse/kernel/ledger/guard';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { codesOfEveryRoute } from './errors.ts';
import { HeldForApproval } from './held.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import { chooseTenant, type Session, standingOf } from './sessions.ts';

export interface Caller {
  readonly session: Session;
  readonly actor: Actor;
}

/** What a handler is told, depending on what its route needs. */
export interface Asked<R extends RouteDef> {
  readonly input: RouteParsed<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Throws UNAUTHENTICATED where the route allows nobody in particular and nobody is signed in. */
  readonly caller: R['needs'] extends 'anonymous' ? Caller | null : Caller;
  readonly tenant: R['needs'] extends 'anonymous' | 'session' ? null : MembershipRow;
  /** The body as it was parsed, before the schema touched it. */
  readonly rawBody: unknown;
}

/** An answer with another status than 200, of those the route declares in `also`. */
export class Also {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** An answer with status 200 that is a file: whole, or as it is made. Its name is what a browser saves it under. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: string | Buffer | Readable;

  constructor(name: string, type: string, content: string | Buffer | Readable) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}

interface RouteState {
  caller: Caller | null;
  tenant: MembershipRow | null;
  rawBody: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    routeState: RouteState;
  }
}

/** The feature each route belongs to: how the reference of the API groups them. */
const stemOf: ReadonlyMap<RouteDef, string> = new Map(
  Object.entries(routes).flatMap(([stem, group]) => Object.values(group).map((route): [RouteDef, string] => [route, stem])),
);

const isWrite = (route: RouteDef): boolean => route.method !== 'GET' && route.reads !== true && route.evenReadOnly !== true;

export function register<const R extends RouteDef>(
  app: FastifyInstance,
  services: Pick<Services, 'sessions' | 'callLimits' | 'trustedOrigins'>,
  route: R,
  handle: (asked: Asked<R>) => Promise<z.input<R['ok']> | Also | FileAnswer>,
  options: { /** The kernel's own ladder decides read-only, after it looked for a duplicate. */ readonly readOnlyInKernel?: true } = {},
): void {
  app.route({
    method: route.method,
    url: route.path,
    ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
    schema: {
      summary: route.summary,
      tags: [stemOf.get(route) ?? ''],
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...(route.takesFile && { consumes: ['multipart/form-data'] }),
      ...(route.file !== undefined && { produces: [route.file] }),
      response: responses(route),
    },
    // Before the body is read: an unknown caller learns nothing from how a body fails.
    onRequest: async (request) => {
      request.routeState = { caller: null, tenant: null, rawBody: undefined };
      checkOrigin(request, services.trustedOrigins);
      await admit(route, request, services, options.readOnlyInKernel !== true);
      if (route.query === undefined && Object.keys(request.query as object).length > 0) {
        throw new Refusal(
          'BAD_REQUEST',
          Object.keys(request.query as object).map((path) => ({ path, message: 'Unknown query parameter.' })),
        );
      }
    },
    preValidation: async (request) => {
      // A POST without a body is an empty one; anything but JSON never reached here.
      if (route.body !== undefined && (request.body === undefined || request.body === null)) request.body = {};
      request.routeState.rawBody = request.body;
    },
    handler: async (request, reply) => {
      const { caller, tenant, rawBody } = request.routeState;
      const input = { params: request.params, query: request.query, body: request.body };
      const answer = await handle({ input, request, reply, caller, tenant, rawBody } as unknown as Asked<R>).catch((error: unknown) => {
        if (error instanceof HeldForApproval) return new Also(202, error.body);
        throw error;
      });
      if (answer instanceof Also) return reply.code(answer.status).send(answer.body);
      if (answer instanceof FileAnswer)
        return reply.type(answer.type).header('content-disposition', `attachment; filename="${answer.name}"`).send(answer.content);
      return answer;
    },
  });
}

/** Fills in who asks and in which organisation, or refuses. */
async function admit(
  route: RouteDef,
  request: FastifyRequest,
  services: Pick<Services, 'sessions' | 'callLimits'>,
  checkReadOnly: boolean,
): Promise<void> {
  refuseUnknownKey(request);
  const session = await services.sessions.find(request);
  const state = request.routeState;
  if (session !== null) state.caller = { session, actor: { kind: 'user', id: session.userId } };
  if (route.needs === 'anonymous') return;
  if (session === null) throw new Refusal('UNAUTHENTICATED');
  services.callLimits.count(route, session.userId);
  if (route.needs === 'session') return;
  const tenant = chooseTenant(request, session, await services.sessions.memberships(session.userId));
  if (!mayMeet(route.needs, true, standingOf(tenant))) throw new Refusal('FORBIDDEN', { needs: route.needs });
  if (checkReadOnly && tenant.read_only && isWrite(route)) throw new Refusal('TENANT_READONLY');
  state.tenant = tenant;
}

/** A caller who names a credential is judged by it, never by the session beside it. No key is known yet: none matches. */
function refuseUnknownKey(request: FastifyRequest): void {
  if (/^bearer(?:\s|$)/i.test(request.headers.authorization ?? '')) throw new Refusal('UNAUTHORIZED');
}

/** A browser says where a write comes from; one that comes from elsewhere is refused. */
function checkOrigin(request: FastifyRequest, trustedOrigins: ReadonlySet<string>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined ? !trustedOrigins.has(origin) : site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Refusal('INVALID_ORIGIN');
}

function responses(route: RouteDef): Record<number, z.ZodType> {
  const found: Record<number, z.ZodType> = {};
  const codes = [
    ...codesOfEveryRoute,
    ...(route.codes ?? []),
    ...(route.needs === 'anonymous' ? [] : (['UNAUTHENTICATED', 'RATE_LIMITED'] as const)),
  ];
  for (const code of codes) found[errors[code].status] = ErrorBody;
  for (const [status, schema] of Object.entries(route.also ?? {})) found[Number(status)] = schema;
  found[200] = route.ok;
  return found;
}
