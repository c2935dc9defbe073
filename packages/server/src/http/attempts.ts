// How often somebody may try what can be guessed. Counted in the database, so that several servers count together; beside the
// authentication library's own limits, in a table of its own.

import { deleteOldAttempts, insertAttempt } from '@countinghouse/store/auth/attempts';
import { getGuessWait, insertGuess } from '@countinghouse/store/auth/guesses';
import type { Pool } from '@countinghouse/store/connection';
import ipaddr from 'ipaddr.js';
import { Refusal } from './refusal.ts';

const MINUTE_MS = 60_000;
/** The longest time that anything counts. */
export const HOUR_SECONDS = 3_600;
/** Of an IPv6 address: what one connection to the internet has for itself. Source: RFC 6177. */
const GROUPS_OF_A_NETWORK = 4;

type AttemptCode = 'TOO_MANY_ATTEMPTS' | 'RATE_LIMITED';

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
 * Counts a try for each key, in minutes that begin with the first try. Throws TOO_MANY_ATTEMPTS, with the seconds to wait, once
 * a key had more than `most`.
 */
export async function countAttempt(authPool: Pool, keys: readonly string[], most: number): Promise<void> {
  // In one order for everybody: two callers who share their keys never wait for each other in a circle.
  for (const key of [...keys].sort((a, b) => (a < b ? -1 : 1))) {
    const { count, seconds_left } = await insertAttempt(authPool, key, MINUTE_MS);
    if (count > most) throw new Refusal('TOO_MANY_ATTEMPTS', undefined, seconds_left);
  }
}

/** Counts what was done: so much in any hour, 60 at most. Throws `code`, with the seconds to wait, for one more; that is not counted. */
export async function countInHour(authPool: Pool, key: string, most: number, code: AttemptCode): Promise<void> {
  const at = await insertGuess(authPool, key, { most, windowSeconds: HOUR_SECONDS });
  if (at === null) throw new Refusal(code, undefined, await getGuessWait(authPool, key, HOUR_SECONDS));
}

/** Forgets what counts no more. */
export const forgetAttempts = (authPool: Pool): Promise<void> => deleteOldAttempts(authPool);
