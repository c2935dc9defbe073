// The one place that talks to the server over HTTP, for the console, the command line and other programs: address, credentials,
// organisation, idempotency key, repeats within one deadline, and every answer checked against the contract.

import { HeldChange } from '@countinghouse/contract/held';
import type { RouteDef, RouteInput, RouteOk } from '@countinghouse/contract/wire';
import type * as z from 'zod';
import { ApiError, apiErrorOf, fieldsOf } from './api-error.ts';
import { queryText } from './query-text.ts';
import { RememberedAnswers } from './remembered-answers.ts';
import { ATTEMPTS_MAX, mayRepeat, waitBefore } from './repeat.ts';
import { WaitsForApproval } from './waits-for-approval.ts';

// Source: decision 0006, rule 9.
const DEADLINE_MS = 30_000;
const NOT_MODIFIED = 304;
const HELD = 202;

/** What a call resolves to: the answer with status 200, or one of the route's other answers. */
export type RouteAnswer<R extends RouteDef> =
  | RouteOk<R>
  | (R extends { readonly also: infer A extends Readonly<Record<number, z.ZodType>> } ? z.output<A[keyof A]> : never);

export interface ClientOptions {
  /** Where the server is, for example `https://ledger.example.com`; '' in a page of the server itself. */
  readonly baseUrl: string;
  /** An API key. Without one a page sends its cookie. */
  readonly apiKey?: string | undefined;
  /** The organisation of every call that needs one; a call may name another. */
  readonly tenantId?: string | undefined;
  /** More headers, asked for with every attempt. */
  readonly headers?: (route: RouteDef) => Readonly<Record<string, string>>;
  /** Whether answers with a tag are remembered, and asked for again under it. */
  readonly remembers?: boolean;
  /** Told of every answer as it comes. */
  readonly onAnswer?: (route: RouteDef, response: Pick<Response, 'status' | 'headers'>) => void;
  /** How often a call is asked at most, 1 for never again. */
  readonly attempts?: number;
  /** Milliseconds for a call with all its attempts. */
  readonly deadlineMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Names the business act: whatever happens, the same key never does anything twice. Else that of the body. */
  readonly idempotencyKey?: string;
  readonly tenantId?: string;
  /** Names a credential that the call is judged by instead of that of the client. */
  readonly bearer?: string;
  /** Goes as the one file of a form instead of a JSON body. */
  readonly file?: File;
}

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The bytes of an answer as they come. */
type Stream = NonNullable<Response['body']>;

export interface Client {
  /** Calls a route of the contract. Throws ApiError for every refusal, and where no answer came. */
  call<R extends RouteDef>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<RouteAnswer<R>>;
  /** Calls a route whose answer is a file, and names it as the server does. One that breaks off is a refusal too. */
  callFile<R extends RouteDef>(
    route: R,
    input: RouteInput<R>,
    options?: CallOptions,
  ): Promise<{ readonly name: string; readonly content: Blob }>;
  /** Calls a route whose answer is a stream that goes on until either side ends it. */
  callStream<R extends RouteDef>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<Stream>;
}

/** Makes a client. It keeps no state but what it was asked to remember: one may be made for each organisation or person. */
export function openClient(o: ClientOptions): Client {
  const remembered = o.remembers === true ? new RememberedAnswers() : null;
  const { attempts = ATTEMPTS_MAX, deadlineMs = DEADLINE_MS } = o;

  /** One call with its repeats; `read` reads the answer, and is part of the attempt. */
  async function ask<T>(route: RouteDef, input: AnyInput, options: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
    const key = options.idempotencyKey ?? keyIn(input.body);
    const hasKey = route.keyed === 'each' ? eachHasKey(input.body) : key !== undefined;
    const endMs = performance.now() + deadlineMs;
    for (let n = 1; ; n++) {
      try {
        return await attempt(route, input, options, key, endMs - performance.now(), read);
      } catch (cause) {
        if (cause instanceof WaitsForApproval) throw cause;
        const error = failureOf(cause, options.signal);
        const waitMs = waitBefore(n, error, Math.random());
        if (n >= attempts || !mayRepeat(route, hasKey, error) || performance.now() + waitMs >= endMs) throw error;
        await pause(waitMs, options.signal);
      }
    }
  }

  async function attempt<T>(
    route: RouteDef,
    input: AnyInput,
    options: CallOptions,
    key: string | undefined,
    leftMs: number,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), Math.max(1, leftMs));
    try {
      const url = `${o.baseUrl.replace(/\/+$/, '')}${pathOf(route, input)}`;
      const headers = headersOf(route, input, options, key);
      const asked = JSON.stringify([url, headers]);
      const tag = route.method === 'GET' ? (remembered?.tagOf(asked) ?? null) : null;
      const response = await fetch(url, {
        method: route.method,
        credentials: o.apiKey === undefined ? 'same-origin' : 'omit',
        redirect: 'error',
        headers: tag === null ? headers : { ...headers, 'if-none-match': tag },
        body: bodyOf(input, options.file),
        signal: options.signal === undefined ? deadline.signal : AbortSignal.any([deadline.signal, options.signal]),
      });
      o.onAnswer?.(route, response);
      // A file takes as long as it takes once it has begun.
      if (route.file !== undefined) clearTimeout(timer);
      if (tag !== null && response.status === NOT_MODIFIED) return remembered?.recall(asked) as T;
      const answer = await read(response);
      if (route.method === 'GET' && response.ok) remembered?.keep(asked, response.headers.get('etag'), answer);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  function headersOf(route: RouteDef, input: AnyInput, options: CallOptions, key: string | undefined): Record<string, string> {
    const tenantId = options.tenantId ?? o.tenantId;
    const bearer = options.bearer ?? o.apiKey;
    return {
      accept: route.file ?? 'application/json',
      ...(input.body === undefined || options.file !== undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
      ...(key === undefined || route.keyed !== true ? {} : { 'idempotency-key': key }),
      ...o.headers?.(route),
    };
  }

  return {
    call: (route, input, options = {}) => ask(route, input as AnyInput, options, (response) => readAnswer(route, response)),
    callFile: (route, input, options = {}) => ask(route, input as AnyInput, options, readFile),
    callStream: (route, input, options = {}) => ask(route, input as AnyInput, options, readStream),
  };
}

const keyIn = (body: unknown): string | undefined => {
  const { idem_key: key } = fieldsOf(body);
  return typeof key === 'string' && key !== '' ? key : undefined;
};

const eachHasKey = (body: unknown): boolean => {
  const { intents } = fieldsOf(body);
  return Array.isArray(intents) && intents.every((intent) => keyIn(intent) !== undefined);
};

function pathOf(route: RouteDef, input: AnyInput): string {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(input.params?.[name] ?? ''));
  const text = queryText(input.query ?? {});
  return text === '' ? path : `${path}?${text}`;
}

function bodyOf(input: AnyInput, file: File | undefined): FormData | string | null {
  if (file === undefined) return input.body === undefined ? null : JSON.stringify(input.body);
  const form = new FormData();
  form.set('file', file, file.name);
  return form;
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

async function readAnswer<R extends RouteDef>(route: R, response: Response): Promise<RouteAnswer<R>> {
  const payload = await readPayload(response);
  const schema = route.also?.[response.status] ?? (response.ok ? route.ok : undefined);
  const read = schema?.safeParse(payload);
  if (read?.success === true) return read.data as RouteAnswer<R>;
  const held = response.status === HELD ? HeldChange.safeParse(payload) : undefined;
  if (held?.success === true) throw new WaitsForApproval(held.data);
  if (response.ok)
    throw new ApiError({
      code: 'UNKNOWN',
      status: response.status,
      message: 'The server answered in an unexpected shape.',
      requestId: response.headers.get('x-request-id'),
      payload,
    });
  throw apiErrorOf(response, payload);
}

async function readFile(response: Response): Promise<{ readonly name: string; readonly content: Blob }> {
  if (!response.ok) throw apiErrorOf(response, await readPayload(response));
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  return { name, content: await response.blob() };
}

async function readStream(response: Response): Promise<Stream> {
  if (!response.ok || response.body === null) throw apiErrorOf(response, await readPayload(response));
  return response.body;
}

/** Whatever is no refusal means that no whole answer came; but whoever called off the call is told what they did. */
function failureOf(cause: unknown, signal: AbortSignal | undefined): ApiError {
  if (signal?.aborted === true) throw cause;
  if (cause instanceof ApiError) return cause;
  return new ApiError({ code: 'UNKNOWN', status: 0, message: 'Request failed: the server could not be reached.' });
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
