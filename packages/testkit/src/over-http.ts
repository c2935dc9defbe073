// Requests as they are injected into a server within this process, sent to one that is a process of its own instead.

import http from 'node:http';

export interface Request {
  readonly method: string;
  readonly url: string;
  /** Where it comes from: to a server of its own it is said in `x-forwarded-for`, which it must trust. */
  readonly remoteAddress?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text and bytes go as they are, everything else as JSON. */
  readonly payload?: string | Buffer | object;
}

/** What came back, as far as tests look at it. */
export interface Response {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly rawPayload: Buffer;
}

/** A request that was answered, or was not (`status` 0), on the clock of `performance.now()`. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly to: string;
  readonly sentMs: number;
  readonly endedMs: number;
  readonly status: number;
  readonly code: unknown;
}

/** Servers as processes, and who is told of each request to them. */
export interface Remote {
  /** Where the next request goes. */
  at(): string;
  note(exchange: Exchange): void;
}

const HANGS_AFTER_MS = 30_000;

/** Sends a request; rejects where no answer comes. A browser's headers say where it comes from: they name the server that is asked. */
export async function sendTo({ at, note }: Remote, agent: http.Agent, request: Request): Promise<Response> {
  const to = new URL(at());
  const { remoteAddress, headers } = request;
  const { origin, host: _host, ...others } = headers;
  const sent: Record<string, string> = {
    ...(remoteAddress === undefined ? {} : { 'x-forwarded-for': remoteAddress }),
    ...others,
    ...(origin === undefined ? {} : { origin: to.origin }),
  };
  const payload = bytesOf(request.payload);
  if (payload !== undefined) sent['content-length'] = String(payload.length);
  const sentMs = performance.now();
  const told = (status: number, code: unknown): void =>
    note({ method: request.method, url: request.url, to: to.port, sentMs, endedMs: performance.now(), status, code });
  try {
    const response = await new Promise<Response>((resolve, reject) => {
      const asked = http.request(
        { hostname: to.hostname, port: to.port, path: request.url, method: request.method, headers: sent, agent, timeout: HANGS_AFTER_MS },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({ statusCode: answer.statusCode ?? 0, headers: answer.headers, rawPayload: Buffer.concat(parts) }),
          );
        },
      );
      asked.on('error', reject);
      asked.on('timeout', () => asked.destroy(new Error(`no answer within ${HANGS_AFTER_MS} ms: ${request.method} ${request.url}`)));
      asked.end(payload);
    });
    told(response.statusCode, codeIn(response));
    return response;
  } catch (error) {
    told(0, error instanceof Error ? error.message : null);
    throw error;
  }
}

function bytesOf(payload: Request['payload']): Buffer | undefined {
  if (payload === undefined) return undefined;
  if (payload instanceof Buffer) return payload;
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

/** Of a refusal. */
function codeIn({ statusCode, headers, rawPayload }: Response): unknown {
  if (statusCode < 400 || !String(headers['content-type'] ?? '').includes('json')) return undefined;
  return (JSON.parse(rawPayload.toString()) as { readonly code?: unknown }).code;
}
