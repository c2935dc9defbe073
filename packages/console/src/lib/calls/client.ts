// The console's way to the server: the typed client with the headers of this tab (x-tenant-id, x-entity-id, x-prefer-writer) and the
// ensure-active-tenant step. It never repeats a call by itself: reads are repeated by the query client, and posting is a person's act,
// who keeps its key.
import { type CallOptions, openClient, type RouteAnswer } from '@countinghouse/client/client';
import { tenants } from '@countinghouse/contract/features/tenants';
import { COMMIT_POSITION_HEADER } from '@countinghouse/contract/headers';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { activeEntity } from '../session/active-entity.ts';
import { createTenantGuard, type Mine } from '../session/active-tenant.ts';
import { ApiError } from './api-error.ts';
import { type StreamMessage, StreamReader } from './event-stream.ts';
import { prefersWriter } from './prefer-writer.ts';
import { noteAnswer } from './replica-age.ts';

type Listener = () => void;
const listeners = { unauthenticated: (() => undefined) as Listener, tenantsLoaded: ((_: Mine) => undefined) as (mine: Mine) => void };

/** What happens when the session has ended. Set once by the application. */
export const onUnauthenticated = (listener: Listener): void => {
  listeners.unauthenticated = listener;
};

/** Told whenever the list of organisations was loaded anew. Set once by the application. */
export const onTenantsLoaded = (listener: (mine: Mine) => void): void => {
  listeners.tenantsLoaded = listener;
};

/** Ends a call as the server would without a session: tells the application, and throws UNAUTHENTICATED. */
export function refuseUnauthenticated(): never {
  listeners.unauthenticated();
  throw new ApiError({ code: 'UNAUTHENTICATED', status: 401 });
}

export const tenantGuard = createTenantGuard(
  () => client.call(tenants.mine, {}).catch(tellEnded),
  () => Date.now(),
  (mine) => listeners.tenantsLoaded(mine),
);

/** A write came to no answer: until another has one, reads are of the primary, which alone knows what became of it. */
let writeUnanswered = false;

/** How far the log had got when the server last told of it by itself: what is read next shows that. */
let toldPosition: string | null = null;

export const notePosition = (position: string): void => {
  toldPosition = position;
};

const changes = (route: RouteDef): boolean => route.method !== 'GET' && route.reads !== true;

function headersOf(route: RouteDef): Record<string, string> {
  const headers: Record<string, string> = {};
  if (route.method !== 'GET' || prefersWriter() || writeUnanswered) headers['x-prefer-writer'] = '1';
  if (toldPosition !== null) headers[COMMIT_POSITION_HEADER] = toldPosition;
  const tenantId = tenantGuard.known();
  // The list of organisations is what finds out which one: an outdated id there would bar the way back in.
  if (tenantId !== null && route.path !== tenants.mine.path) headers['x-tenant-id'] = tenantId;
  const entityId = tenantId === null ? null : activeEntity.known(tenantId);
  if (entityId !== null) headers['x-entity-id'] = entityId;
  return headers;
}

const client = openClient({
  baseUrl: '',
  headers: headersOf,
  attempts: 1,
  remembers: true,
  onAnswer: (route, response) => {
    if (changes(route)) writeUnanswered = false;
    else noteAnswer(route, response);
  },
});

/** An ended session is told to the application. */
function tellEnded(error: unknown): never {
  if (error instanceof ApiError && error.status === 401 && error.code === 'UNAUTHENTICATED') listeners.unauthenticated();
  throw error;
}

/**
 * Calls a route of the contract.
 *
 * A route that needs a membership first makes sure of the active organisation; without one it refuses with
 * NO_ORGANISATION and sends nothing. Throws ApiError for every refusal.
 */
export async function call<R extends RouteDef>(route: R, input: RouteInput<R>, options: CallOptions = {}): Promise<RouteAnswer<R>> {
  await ensureTenant(route);
  return client
    .call(route, input, options)
    .catch((error: unknown) => {
      if (changes(route) && error instanceof ApiError && error.status === 0) writeUnanswered = true;
      throw error;
    })
    .catch(tellEnded);
}

/** Calls a route whose answer is a file, and names it as the server does. Refuses as `call` does; one that breaks off is a refusal too. */
export async function callFile<R extends RouteDef>(
  route: R,
  input: RouteInput<R>,
): Promise<{ readonly name: string; readonly content: Blob }> {
  await ensureTenant(route);
  return client.callFile(route, input).catch(tellEnded);
}

/**
 * Listens to a route whose answer is a stream of server-sent events, until it ends or the signal says so. Refuses as `call` does;
 * one that breaks off ends like any other.
 */
export async function callStream<R extends RouteDef>(
  route: R,
  input: RouteInput<R>,
  signal: AbortSignal,
  onMessage: (message: StreamMessage) => void,
): Promise<void> {
  await ensureTenant(route);
  const stream = await client.callStream(route, input, { signal }).catch(tellEnded);
  const reader = new StreamReader();
  const pieces = stream.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const piece = await pieces.read().catch(() => ({ done: true, value: undefined }));
    if (piece.done || piece.value === undefined) return;
    for (const message of reader.read(piece.value)) onMessage(message);
  }
}

async function ensureTenant(route: RouteDef): Promise<void> {
  if (route.needs === 'anonymous' || route.needs === 'session') return;
  const tenant = await tenantGuard.ensure();
  if (tenant === null) throw new ApiError({ code: 'NO_ORGANISATION', status: 409 });
}
