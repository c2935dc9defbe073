// Attempts that were turned away for who asked, from where or how often are lines of the server's log: who, what, from where. Refusals of fields and
// of states are counted by route and status alone: callers make them by honest mistake. Strangers cannot fill the disk with lines.

import { type ErrorCode, errors } from '@countinghouse/contract/errors';
import type { FastifyRequest } from 'fastify';

const LINES_A_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;

/** No session is no attempt: every browser that comes back too late asks once without. */
const isAttempt = (code: ErrorCode): boolean =>
  code === 'INVALID_HOST' || (code !== 'UNAUTHENTICATED' && code !== 'NOT_SIGNED_IN' && [401, 403, 429].includes(errors[code].status));

let minute = 0;
let lines = 0;
let leftOut = 0;

/** Says what was refused, if it was an attempt; at most sixty a minute, and with the next line how many were left out. */
export function noteAttempt(request: FastifyRequest, code: ErrorCode, nowMs: number = performance.now()): void {
  if (!isAttempt(code)) return;
  const now = Math.floor(nowMs / MINUTE_MS);
  if (now !== minute) [minute, lines] = [now, 0];
  if (lines >= LINES_A_MINUTE_MAX) {
    leftOut += 1;
    return;
  }
  lines += 1;
  const state = request.routeState as FastifyRequest['routeState'] | undefined;
  const { session, key } = state?.caller ?? { session: null, key: null };
  const attempt = {
    code,
    method: request.method,
    route: request.routeOptions.url ?? null,
    address: request.ip,
    person: session?.userId ?? null,
    key: key?.id ?? null,
    organisation: state?.tenant?.tenant_id ?? null,
    ...(leftOut === 0 ? {} : { leftOut }),
  };
  leftOut = 0;
  request.log.warn({ attempt }, 'an attempt was refused');
}
