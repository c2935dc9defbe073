// How far the log of the database had got when a caller was answered: each write tells it, and a read that brings it back sees that write,
// wherever it is answered. A browser brings it as a cookie, a program as a header; no server keeps it. Source: decision 0117.

import { COMMIT_POSITION_HEADER } from '@countinghouse/contract/headers';
import { formatPosition, parsePosition } from '@countinghouse/store/backup/segments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COOKIE_PREFIX, cookieLine, cookieOf } from '../http/cookies.ts';

export const POSITION_COOKIE = `${COOKIE_PREFIX}.position`;
/** No replica has replayed it: what became of a write is not known, so the primary is asked. */
const BEYOND_ALL = 'FFFFFFFF/FFFFFFFF';
const SECONDS_A_DAY = 86_400;
/** Longer than any session lives. */
const KEPT_DAYS = 366;

/** Where all that a call changed is in an organisation's log: up to which event. */
export interface Wrote {
  readonly tenantId: string;
  readonly seq: number;
}

interface Positions {
  readonly hasReplicas: boolean;
  /** Everything that was acknowledged before is before it; null where nobody says. */
  position(wrote: Wrote | null): Promise<bigint | null>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route of the contract that may change something. */
    readonly changes?: boolean;
  }
}

/**
 * The later one of those that a request brings; null where it brings none. What cannot be read is beyond all; who is nobody has written
 * nothing.
 */
export function positionOf(request: FastifyRequest): bigint | null {
  const { cookie, authorization } = request.headers;
  if (cookie === undefined && authorization === undefined) return 0n;
  const header = request.headers[COMMIT_POSITION_HEADER];
  const brought = [header === undefined ? null : String(header), cookieOf(request, POSITION_COOKIE)].filter((text) => text !== null);
  return brought.length === 0 ? null : brought.map(read).reduce((a, b) => (a > b ? a : b));
}

function read(text: string): bigint {
  try {
    return parsePosition(text);
  } catch {
    return parsePosition(BEYOND_ALL);
  }
}

/** Cookies of a request but for the position: what is remembered of a session is remembered whatever was written. */
export const cookiesWithoutPosition = (cookie: string): string =>
  cookie.includes(POSITION_COOKIE)
    ? cookie
        .split(';')
        .filter((part) => !part.trim().startsWith(`${POSITION_COOKIE}=`))
        .join(';')
    : cookie;

/** Where there are replicas, every answer to what may have changed something tells the position. */
export function tellPosition(
  app: FastifyInstance,
  {
    reads,
    secure,
    wroteOf,
  }: { readonly reads: Positions; readonly secure: boolean; readonly wroteOf: (request: FastifyRequest) => Wrote | null },
): void {
  if (!reads.hasReplicas) return;
  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.changes !== true) return;
    const known = reply.statusCode < 500 ? await reads.position(wroteOf(request)) : null;
    const position = known === null ? BEYOND_ALL : formatPosition(known);
    const cookie = cookieLine(POSITION_COOKIE, position, { path: '/api', maxAgeSeconds: KEPT_DAYS * SECONDS_A_DAY, secure });
    reply.header(COMMIT_POSITION_HEADER, position).header('set-cookie', cookie);
  });
}
