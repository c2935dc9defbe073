// When a call that failed is asked again by itself, and when. Source: decision 0038, after the rules of decision 0006.
//
// A call is repeated only where that cannot do anything twice: it changes nothing, or it carries an idempotency key, which stays the
// same, or the server said that it did not begin. A repeat never outlives the deadline of the call.

import type { RouteDef } from '@countinghouse/contract/wire';
import type { ApiError } from './api-error.ts';

export const ATTEMPTS_MAX = 5;
const FIRST_WAIT_MS = 200;
const WAIT_MS_MAX = 5_000;

/** Codes that say that nothing was begun: also what carries no key may be asked again. */
const notBegun: ReadonlySet<string> = new Set(['OVERLOADED', 'RATE_LIMITED', 'TOO_MANY_ATTEMPTS']);

/** Whether a call may be asked again after this failure. `hasKey`: it names what it does, of many things each. */
export function mayRepeat(route: Pick<RouteDef, 'method' | 'reads' | 'keyed'>, hasKey: boolean, error: ApiError): boolean {
  const harmless = route.method === 'GET' || route.reads === true || (route.keyed !== undefined && hasKey);
  // No answer, one of something between us and the server, or its word that it could not.
  if ([0, 502, 503, 504].includes(error.status)) return harmless || notBegun.has(error.code);
  return error.status === 429;
}

/** Milliseconds to wait before attempt `n` + 1: what the server asked for, else twice as long each time; up to half as much is left to chance. */
export function waitBefore(n: number, error: Pick<ApiError, 'waitSeconds'>, chance: number): number {
  if (error.waitSeconds !== null) return error.waitSeconds * 1000;
  const most = Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** (n - 1));
  return most / 2 + (most / 2) * chance;
}
