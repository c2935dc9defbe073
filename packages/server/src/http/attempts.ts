// How often somebody may try what can be guessed. Counted in the database, so that several servers count together; beside the
// authentication library's own limits, in a table of its own.

import { deleteOldAttempts, insertAttempt } from '@countinghouse/store/auth/attempts';
import type { Pool } from '@countinghouse/store/connection';
import ipaddr from 'ipaddr.js';
import { Refusal } from './refusal.ts';

const MINUTE_MS = 60_000;
/** Of an IPv6 address: what one connection to the internet has for itself. Source: RFC 6177. */
const GROUPS_OF_A_NETWORK = 4;

interface AttemptLimit {
  readonly most: number;
  /** A minute unless said otherwise. */
  readonly windowMs?: number;
  /** What is refused: guesses, or a number of things done. */
  readonly code?: 'TOO_MANY_ATTEMPTS' | 'RATE_LIMITED';
}

/** Whom an address is counted as: an IPv4 address for itself, an IPv6 address as its /64, of which one caller has 2⁶⁴ addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, GROUPS_OF_A_NETWORK)
        .map((p) => p.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}

/**
 * Counts a try for each key, in windows that begin with the first try. Throws the limit's code, with the seconds to wait, once
 * a key had more than `most`.
 */
export async function countAttempt(authPool: Pool, keys: readonly string[], limit: AttemptLimit): Promise<void> {
  const { most, windowMs = MINUTE_MS, code = 'TOO_MANY_ATTEMPTS' } = limit;
  // In one order for everybody: two callers who share their keys never wait for each other in a circle.
  for (const key of [...keys].sort((a, b) => (a < b ? -1 : 1))) {
    const { count, seconds_left } = await insertAttempt(authPool, key, windowMs);
    if (count > most) throw new Refusal(code, undefined, seconds_left);
  }
}

/** Forgets what counts no more. */
export const forgetAttempts = (authPool: Pool): Promise<void> => deleteOldAttempts(authPool);
