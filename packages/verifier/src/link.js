// What chains an event to the one before it, and what its hash is over. Steps 1, 2, 5 and 6 of docs/reference/event-format.md.
// @ts-check

import { hasSha256 } from '#platform';
import { quote } from './canonical.js';

/** Where a run of events ends. @typedef {{ readonly seq: number, readonly hash: string, readonly ts: string }} Position */

/** @type {(seq: number) => string} */
export const notLater = (seq) => `event ${seq} is not later than the one before it`;

/**
 * Whether an event follows a position; times only where one is given.
 * @param {Position} before
 * @param {{ readonly seq: number, readonly prevHash: string, readonly ts: string | null }} event
 * @returns {import('./faults.js').Fault | null}
 */
export function checkLink(before, { seq, prevHash, ts }) {
  const expected = before.seq + 1;
  if (seq > expected) {
    const missing = seq - 1 === expected ? `event ${expected} is missing` : `events ${expected} to ${seq - 1} are missing`;
    return { seq: expected, code: 'seq', message: missing };
  }
  if (seq < expected) return { seq, code: 'seq', message: `event ${seq} is there twice, or out of its order` };
  if (prevHash !== before.hash)
    return { seq, code: 'prev_hash', message: `event ${seq} does not follow the event ${before.seq} that is there` };
  return ts !== null && ts <= before.ts ? { seq, code: 'event_ts', message: notLater(seq) } : null;
}

/**
 * Whether an event has a hash: false where a member has no canonical form.
 * @param {string} hash
 * @param {Readonly<Record<string, string>>} e
 * @param {number} seq
 * @param {string | null} signature
 * @param {string} tenantId
 * @param {(text: string) => string} [quoted] a string of JSON
 */
export function hashesTo(hash, e, seq, signature, tenantId, quoted = quote) {
  const text = (/** @type {string} */ name) => quoted(e[name] ?? '');
  try {
    return hasSha256(
      `{"actor_id":${text('actor_id')},"event_id":${text('event_id')},"event_ts":${text('event_ts')},"event_type":${text('event_type')},"hash_version":1,"payload_hash":${text('payload_hash')},"prev_hash":${text('prev_hash')},"seq":${seq},"signature":${signature === null ? 'null' : quoted(signature)},"tenant_id":${quote(tenantId)}}`,
      hash,
    );
  } catch {
    return false;
  }
}
