// A call of the contract: who asks, may they, then validation, then the handler. The order is that of decision 0003,
// 401, 404 organisation, 403, 423, 400, then what the handler finds (404 object, 409, 422).

import { errors } from '@countinghouse/contract/errors';
import { Problem } from '@countinghouse/contract/fields';
import { REPLICA_AGE_HEADER } from '@countinghouse/contract/headers';
import { HeldChange } from '@countinghouse/contract/held';
import { canWait, grantFor } from '@countinghouse/contract/key-grants';
import { mayCall } from '@countinghouse/contract/permissions';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef, RouteParsed } from '@countinghouse/contract/wire';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { bearerOf, type FoundKey } from '../auth/api-keys.ts';
import { chooseTenant, membershipOf } from '../auth/sessions.ts';
import { Deadlines } from '../http/deadline.ts';
import { codesOfEveryRoute, FAULTS_TOLD_MAX, isDatabaseSilent } from '../http/errors.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { tagAnswer } from './answer-tag.ts';
import { FileAnswer, JsonAnswer, OtherStatus } from './answers.ts';
import type { AsideContext, AsideServices } from './aside.ts';
import { type Caller, findCaller, membershipsOfKey } from './caller.ts';
import { HeldForApproval } from './held.ts';
import { findLogTag, hasTag } from './log-tag.ts';
import { mayCallWith } from './may-call.ts';
import type { Wrote } from './position.ts';
import type { Source } from './read-sources.ts';
import { type SecondAddress, secondAddressOf } from './second-address.ts';

/** What a handler is told, depending on what its route needs. */
export interface RequestContext<R extends RouteDef> {
  readonly input: RouteParsed<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** null where the route is open to nobody in particular and nobody is signed in, or where a super token asks. */
  readonly caller: R extends { readonly needs: 'anonymous' } | { readonly superToken: string } ? Caller | null : Caller;
  readonly tenant: R['needs'] extends 'anonymous' | 'session' ? null : MembershipRow;
  /** The body as it was parsed, by the names of the route, before the schema touched it. */
  readonly rawBody: unknown;
}

interface RouteState {
  caller: Caller | null;
  tenant: MembershipRow | null;
  rawBody: unknown;
  /** null: it is not known, or there is more. */
  wrote: Wrote | null;
  /** On the clock of `performance.now()`. */
  readonly beganMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    routeState: RouteState;
  }
}

/** The feature each route belongs to, and its name there: how the reference of the API groups them, and generated clients call them. */
const placeOf: ReadonlyMap<RouteDef, { readonly tags: string[]; readonly operationId: string }> = new Map(
  Object.entries(routes).flatMap(([stem, group]) =>
    Object.entries(group).map(([name, route]) => [route, { tags: [stem], operationId: `${stem.replaceAll('-', '_')}_${name}` }] as const),
  ),
);

/** Of two addresses the one under /api/v1 is what a generated client calls; the other is told apart by its name, and where that one is. */
function placeAt(route: RouteDef, second: SecondAddress | null): object {
  const { tags, operationId = '' } = placeOf.get(route) ?? {};
  if (second !== null) return { tags, operationId, 'x-snake-case': true };
  return route.v1 === undefined ? { tags, operationId } : { tags, operationId: `${operationId}AsSpecified`, 'x-v1': route.v1.path };
}

/** Whether a call may change anything at all, be it only of its caller's session. */
const changesSomething = (route: RouteDef): boolean => route.method !== 'GET' && route.reads !== true;

/** What is read as JSON has a tag, so that whoever asks again is told where nothing is new. */
const isTagged = (route: RouteDef): boolean => route.method === 'GET' && route.file === undefined;

const isWrite = (route: RouteDef): boolean => route.method !== 'GET' && route.reads !== true && route.evenReadOnly !== true;

type Answer<R extends RouteDef> = z.input<R['ok']> | OtherStatus | FileAnswer | JsonAnswer;

interface HandlerOptions {
  /** The kernel's own ladder decides read-only, after it looked for a duplicate. */
  readonly readOnlyInKernel?: true;
  /** It may be answered on another thread: see `aside`. */
  readonly aside?: true;
  /** Aside: whether such a question needs references of accounts in words, which no other thread has where they are tokens. */
  readonly words?: (input: never) => boolean;
  /** A replica is asked before the primary: see `reading`. */
  readonly replica?: true;
  /** Its answer follows from the log alone, and has a tag: see `log-tag.ts`. */
  readonly ofLog?: true;
}

/** A call of the contract with what answers it: each file of routes ends in a list of them. */
export interface Handler {
  readonly route: RouteDef;
  readonly handle: (asked: RequestContext<RouteDef>, services: Services) => Promise<Answer<RouteDef>>;
  readonly options: HandlerOptions;
}

/** What answers a call. What it throws is told as an error; what the kernel holds for approval, as 202. */
export function handler<const R extends RouteDef>(
  route: R,
  handle: (asked: RequestContext<R>, services: Services) => Promise<Answer<R>>,
  options: HandlerOptions = {},
): Handler {
  return { route, handle: handle as unknown as Handler['handle'], options };
}

/** The same for a list or report: it is handed only what reads, and is read from a replica where one shows what its caller has written. */
export function reading<const R extends RouteDef>(
  route: R,
  handle: (asked: RequestContext<R>, services: AsideServices) => Promise<z.input<R['ok']> | FileAnswer>,
): Handler {
  return { route, handle: handle as unknown as Handler['handle'], options: { replica: true } };
}

/** The same for one that reads much: it holds up nobody who posts. */
export function aside<const R extends RouteDef>(
  route: R,
  handle: (context: AsideContext<R>, services: AsideServices) => Promise<z.input<R['ok']> | FileAnswer>,
  options: Pick<HandlerOptions, 'ofLog'> & { readonly words?: (input: RouteParsed<R>) => boolean } = {},
): Handler {
  return { route, handle: handle as unknown as Handler['handle'], options: { ...(options as HandlerOptions), aside: true, replica: true } };
}

const servicesAt = (services: Services, source: Source): Services =>
  source.replica === null ? services : { ...services, ...source.services };

const deadlines = new Deadlines();

export function register(app: FastifyInstance, services: Services, call: Handler): void {
  addAt(app, services, call, null);
  const { v1 } = call.route;
  if (v1 !== undefined) addAt(app, services, call, secondAddressOf(call.route, v1));
}

function addAt(app: FastifyInstance, services: Services, call: Handler, second: SecondAddress | null): void {
  const { takesFile } = call.route;
  if (takesFile === undefined) add(app, services, call, second);
  // Multipart is understood by the routes that take a file: everywhere else it stays refused.
  else
    app.register(async (uploads) => {
      const limits = { fileSize: takesFile.bytesMax, files: 1, fields: 0, parts: 1 };
      await uploads.register(multipart, { throwFileSizeLimit: false, limits });
      add(uploads, services, call, second);
    });
}

/** Under /api/v1 where it has a second address and this is it; else where the specification or the console has it. */
function add(app: FastifyInstance, services: Services, { route, handle, options }: Handler, second: SecondAddress | null): void {
  app.route({
    ...second?.compilers,
    method: route.method,
    url: second?.path ?? route.path,
    config: { changes: changesSomething(route) },
    // What a write answers fits into a packet: packing it would only cost.
    ...(isWrite(route) && { compress: false }),
    ...(isTagged(route) && { onSend: [tagAnswer] }),
    ...(route.bodyBytesMax !== undefined && { bodyLimit: route.bodyBytesMax }),
    schema: {
      summary: route.summary,
      ...placeAt(route, second),
      ...describeAccess(route),
      ...describeMore(route),
      ...(route.params && { params: route.params }),
      ...(route.query && { querystring: route.query }),
      ...(route.body && { body: route.body }),
      ...(route.takesFile && { consumes: ['multipart/form-data'] }),
      ...(route.file !== undefined && { produces: [route.file] }),
      response: responses(route, second?.ok ?? route.ok),
    },
    // Before the body is read: an unknown caller learns nothing from how a body fails.
    onRequest: async (request, reply) => {
      const beganMs = performance.now();
      request.routeState = { caller: null, tenant: null, rawBody: undefined, wrote: null, beganMs };
      checkOrigin(request, services.trustedOrigins);
      const changes = changesSomething(route);
      if (changes && services.reads.readOnly) throw new Refusal('SERVER_READONLY');
      const admitted = (at: Services): Promise<void> => admit(route, request, reply, at, options.readOnlyInKernel !== true);
      // Who may write is never looked up on a replica; who may read is, where the primary is gone.
      const admitting = changes
        ? admitted(services)
        : services.reads.answer({ request, caller: '', first: 'primary' }, (source) => admitted(servicesAt(services, source)));
      await deadlines.keep(admitting, 'OVERLOADED', beganMs);
      if (route.query === undefined && Object.keys(request.query as object).length > 0) {
        throw new Refusal(
          'BAD_REQUEST',
          Object.keys(request.query as object).map((path) => ({ path, message: 'Unknown query parameter.' })),
        );
      }
    },
    preValidation: async (request) => {
      if (route.body === undefined && route.takesFile === undefined) refuseBody(request.body);
      // A POST without a body is an empty one; anything but JSON never reached here.
      if (route.body !== undefined && (request.body === undefined || request.body === null)) request.body = {};
      request.routeState.rawBody = request.body;
    },
    handler: async (request, reply) => {
      const { caller, tenant, rawBody, beganMs } = request.routeState;
      const changes = changesSomething(route);
      const input = { params: request.params, query: request.query, body: request.body };
      const raw = second === null ? rawBody : second.taken(rawBody);
      const asked = { input, request, reply, caller, tenant, rawBody: raw } as unknown as RequestContext<RouteDef>;
      const needsWords = async ({ pii }: Services, { tenant: of }: typeof asked): Promise<boolean> =>
        options.words?.(input as never) === true && of !== null && (await pii.referencesOf(of.tenant_id)).hasReferenceTokens;
      const answerFrom = async (source: Source): Promise<Answer<RouteDef>> => {
        const at = servicesAt(services, source);
        let tag: string | null = null;
        if (options.ofLog === true && caller !== null && tenant !== null)
          tag = await findLogTag(at.readerPool, { tenant, session: caller.session, request });
        const answer =
          tag !== null && hasTag(request, tag)
            ? new OtherStatus(304, undefined)
            : options.aside === true && services.aside !== null && !(await needsWords(at, asked))
              ? await services.aside.answer(route, asked as unknown as AsideContext<RouteDef>, source, services.clock.nowMs())
              : await handle(asked, at);
        if (tag !== null) reply.header('etag', tag);
        const ageMs = source.replica?.ageMs ?? null;
        if (ageMs !== null) reply.header(REPLICA_AGE_HEADER, (ageMs / 1000).toFixed(3));
        return second === null ? answer : (second.told(answer, request.query) as Answer<RouteDef>);
      };
      const first = options.replica === true ? 'replica' : 'primary';
      const work = (): Promise<Answer<RouteDef>> =>
        (changes ? handle(asked, services) : services.reads.answer({ request, caller: caller?.session.id ?? '', first }, answerFrom)).catch(
          (error: unknown) => {
            if (error instanceof HeldForApproval) return new OtherStatus(202, error.body);
            throw changes && isDatabaseSilent(error) ? new Refusal('OUTCOME_UNKNOWN') : (second?.refused(error) ?? error);
          },
        );
      const working = caller === null || route.method === 'GET' ? work() : services.sessions.write(caller.session, request, work);
      const answer = await deadlines.keep(working, changes ? 'OUTCOME_UNKNOWN' : 'OVERLOADED', beganMs);
      if (answer instanceof OtherStatus) return reply.code(answer.status).send(answer.body);
      if (answer instanceof JsonAnswer) return reply.type('application/json; charset=utf-8').send(answer.json);
      if (answer instanceof FileAnswer)
        return reply.type(answer.type).header('content-disposition', `attachment; filename="${answer.name}"`).send(answer.content);
      return answer;
    },
  });
}

/** Of a call that takes no body: an empty object says as much as none. What else is sent was meant to say something. */
function refuseBody(body: unknown): void {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('VALIDATION_ERROR', [{ path: '', message: 'Send no body.' }]);
  const names = Object.keys(body).slice(0, FAULTS_TOLD_MAX);
  if (names.length > 0)
    throw new Refusal(
      'VALIDATION_ERROR',
      names.map((path) => ({ path, message: 'Unknown field.' })),
    );
}

/** Fills in who asks and in which organisation, or refuses. */
async function admit(
  route: RouteDef,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'sessions' | 'apiKeys' | 'callLimits' | 'superToken' | 'highWater' | 'disk'>,
  checkReadOnly: boolean,
): Promise<void> {
  const named = await services.superToken.admit(route, request);
  if (named !== null) {
    if (checkReadOnly && isWrite(route)) refuseReadOnly(named, services);
    request.routeState.tenant = named;
    return;
  }
  const state = request.routeState;
  const caller = await findCaller(request, services);
  const key = caller?.key ?? null;
  if (key !== null && key.rate_per_minute !== null) await services.callLimits.countKey(key.id, key.rate_per_minute, reply);
  if (route.needs === 'anonymous') {
    // Where nobody in particular is asked for, a key is nobody.
    if (key === null) state.caller = caller;
    else await admitKey(route, key, services);
    return;
  }
  if (caller === null) throw new Refusal('UNAUTHENTICATED');
  await services.callLimits.count(route, caller.session.userId, reply);
  state.caller = caller;
  const tenant = route.needs === 'session' ? null : await chooseNow(route, request, caller, services);
  if (key !== null) await admitKey(route, key, services);
  if (tenant === null) return;
  const membership = membershipOf(tenant);
  if (!mayCall(route, true, membership))
    throw new Refusal('FORBIDDEN', { needs: route.needs, ...(membership.role === 'auditor' ? { role: membership.role } : {}) });
  if (checkReadOnly && isWrite(route)) refuseReadOnly(tenant, services);
  // What the ledger refuses it refuses itself, after it looked for a duplicate; much else would be written beside it, or before it is asked.
  if (isWrite(route) && route.keyed === undefined && services.disk.full) throw new Refusal('STORAGE_FULL');
  state.tenant = tenant;
}

/** Throws LOG_WENT_BACK, with the events that are lost, or TENANT_READONLY. */
function refuseReadOnly(
  tenant: { readonly tenant_id: string; readonly read_only: boolean },
  { highWater }: Pick<Services, 'highWater'>,
): void {
  const loss = highWater.lossOf(tenant.tenant_id);
  if (loss !== null) throw new Refusal('LOG_WENT_BACK', { lost_from: loss.from, lost_to: loss.to });
  if (tenant.read_only) throw new Refusal('TENANT_READONLY');
}

/** The organisation a request acts in, as `chooseTenant` says; what is remembered refuses nobody: then it is looked at again. */
async function chooseNow(
  route: RouteDef,
  request: FastifyRequest,
  { session, memberships, key }: Caller,
  { sessions }: Pick<Services, 'sessions'>,
): Promise<MembershipRow> {
  try {
    const chosen = chooseTenant(request, session, memberships);
    if (mayCall(route, true, membershipOf(chosen))) return chosen;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  const now = key === null ? await sessions.membershipsNow(session.userId) : await membershipsOfKey(key, sessions, { now: true });
  return chooseTenant(request, session, now);
}

/** Whether the call is one for keys, and the key's grant suffices; notes its use. Throws FORBIDDEN (`needs: 'person'`, or the `grant`). */
async function admitKey(route: RouteDef, key: FoundKey, { apiKeys }: Pick<Services, 'apiKeys'>): Promise<void> {
  const grant = grantFor(route);
  if (grant === null) throw new Refusal('FORBIDDEN', { needs: 'person' });
  if (!mayCallWith(key.grant, route)) throw new Refusal('FORBIDDEN', { needs: 'grant', grant });
  await apiKeys.noteUse(key);
}

/**
 * A browser says where a write comes from; one that comes from elsewhere is refused, and so is one that brings a cookie and does not
 * say. A program says it too, or brings a key instead of a cookie. Source: decision 0037.
 */
function checkOrigin(request: FastifyRequest, trustedOrigins: ReadonlySet<string>): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  // No browser adds a key by itself, and with one the session does not count.
  if (bearerOf(request) !== null) return;
  const { origin, cookie } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const trusted = origin !== undefined ? trustedOrigins.has(origin) : site !== undefined ? site === 'same-origin' : cookie === undefined;
  if (!trusted) throw new Refusal('INVALID_ORIGIN');
}

/** What the document tells beside the shapes: the key that names what a write does, or that it changes nothing; that it takes a file; that its answer has a tag. */
const describeMore = (route: RouteDef): object => ({
  ...(route.keyed === undefined ? {} : { 'x-idempotency-key': route.keyed === 'each' ? 'each' : 'one' }),
  ...(route.reads === true ? { 'x-reads': true } : {}),
  ...(route.takesFile === undefined ? {} : { 'x-file': true }),
  ...(isTagged(route) ? { 'x-etag': true } : {}),
});

/** How a call is authorised, for the reference: with which grant a key may make it. */
function describeAccess(route: RouteDef): {
  readonly security: Readonly<Record<string, string[]>>[];
  readonly description?: string;
  readonly 'x-grant'?: string;
} {
  if (route.needs === 'anonymous') return { security: [] };
  const grant = grantFor(route);
  if (grant === null) return { security: [{ session: [] }] };
  const waits = canWait(route) ? ' With `propose`, what it asks for waits until a person approves it.' : '';
  return { security: [{ session: [] }, { apiKey: [] }], description: `With an API key: grant \`${grant}\`.${waits}`, 'x-grant': grant };
}

function responses(route: RouteDef, ok: z.ZodType): Record<number, z.ZodType> {
  const found: Record<number, z.ZodType> = {};
  const codes = [
    ...codesOfEveryRoute,
    ...(route.codes ?? []),
    ...(route.needs === 'anonymous' ? [] : (['UNAUTHENTICATED', 'RATE_LIMITED'] as const)),
  ];
  for (const code of codes) found[errors[code].status] = Problem;
  if (canWait(route)) found[202] = HeldChange;
  for (const [status, schema] of Object.entries(route.also ?? {})) found[Number(status)] = schema;
  found[200] = ok;
  return found;
}
