// The one place that talks to the server: credentials, the headers x-tenant-id and x-prefer-writer, the idempotency key,
// the ensure-active-tenant step, and every answer checked against the contract. It never retries a write by itself.
import { tenants } from '@countinghouse/contract/features/tenants';
import type { RouteDef, RouteInput, RouteOk } from '@countinghouse/contract/wire';
import type * as z from 'zod';
import { activeEntity } from './active-entity.ts';
import { createTenantGuard, type Mine } from './active-tenant.ts';
import { ApiError, apiErrorOf } from './api-error.ts';
import { prefersWriter } from './prefer-writer.ts';

/** What a call resolves to: the answer with status 200, or one of the route's other answers. */
export type RouteAnswer<R extends RouteDef> =
  | RouteOk<R>
  | (R extends { readonly also: infer A extends Readonly<Record<number, z.ZodType>> } ? z.output<A[keyof A]> : never);

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** Goes as the one file of a form instead of a JSON body. */
  readonly file?: File;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

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
  () => send(tenants.mine, {}, {}),
  () => Date.now(),
  (mine) => listeners.tenantsLoaded(mine),
);

function urlOf(route: RouteDef, input: AnyInput): string {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined && value !== null) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function headersOf(route: RouteDef, input: AnyInput, options: CallOptions): Record<string, string> {
  const headers: Record<string, string> = { accept: route.file ?? 'application/json' };
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (route.method !== 'GET' || prefersWriter()) headers['x-prefer-writer'] = '1';
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const tenantId = tenantGuard.known();
  // The list of organisations is what finds out which one: an outdated id there would bar the way back in.
  if (tenantId !== null && route.path !== tenants.mine.path) headers['x-tenant-id'] = tenantId;
  const entityId = tenantId === null ? null : activeEntity.known(tenantId);
  if (entityId !== null) headers['x-entity-id'] = entityId;
  return headers;
}

async function readPayload(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function bodyOf(given: AnyInput, file: File | undefined): FormData | string | null {
  if (file === undefined) return given.body === undefined ? null : JSON.stringify(given.body);
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
}

const unreachable = (): ApiError =>
  new ApiError({ code: 'UNKNOWN', status: 0, message: 'Request failed: the server could not be reached.' });

async function reach(route: RouteDef, given: AnyInput, options: CallOptions): Promise<Response> {
  try {
    return await fetch(urlOf(route, given), {
      method: route.method,
      credentials: 'same-origin',
      headers: headersOf(route, given, options),
      body: bodyOf(given, options.file),
      signal: options.signal ?? null,
    });
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    throw unreachable();
  }
}

/** What an answer that is none of the route's becomes; an ended session is told to the application. */
function refusalOf(response: Response, payload: unknown): ApiError {
  const error = apiErrorOf(response.status, response.statusText, payload, response.headers.get('x-request-id'));
  if (error.status === 401 && error.code === 'UNAUTHENTICATED') listeners.unauthenticated();
  return error;
}

async function send<R extends RouteDef>(route: R, input: RouteInput<R>, options: CallOptions): Promise<RouteAnswer<R>> {
  const response = await reach(route, input as AnyInput, options);
  const payload = await readPayload(response);
  const schema = route.also?.[response.status] ?? (response.ok ? route.ok : undefined);
  const read = schema?.safeParse(payload);
  if (read?.success === true) return read.data as RouteAnswer<R>;
  if (response.ok)
    throw new ApiError({
      code: 'UNKNOWN',
      status: response.status,
      message: 'The server answered in an unexpected shape.',
      requestId: response.headers.get('x-request-id'),
      payload,
    });
  throw refusalOf(response, payload);
}

/**
 * Calls a route of the contract.
 *
 * A route that needs a membership first makes sure of the active organisation; without one it refuses with
 * NO_ORGANISATION and sends nothing. Throws ApiError for every refusal.
 */
export async function call<R extends RouteDef>(route: R, input: RouteInput<R>, options: CallOptions = {}): Promise<RouteAnswer<R>> {
  await ensureTenant(route);
  return send(route, input, options);
}

/** Calls a route whose answer is a file, and names it as the server does. Refuses as `call` does; one that breaks off is a refusal too. */
export async function callFile<R extends RouteDef>(
  route: R,
  input: RouteInput<R>,
): Promise<{ readonly name: string; readonly content: Blob }> {
  await ensureTenant(route);
  const response = await reach(route, input as AnyInput, {});
  if (!response.ok) throw refusalOf(response, await readPayload(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  return { name, content: await response.blob().catch(() => Promise.reject(unreachable())) };
}

async function ensureTenant(route: RouteDef): Promise<void> {
  if (route.needs === 'anonymous' || route.needs === 'session') return;
  const tenant = await tenantGuard.ensure();
  if (tenant === null) throw new ApiError({ code: 'NO_ORGANISATION', status: 409 });
}
