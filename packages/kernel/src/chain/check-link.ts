// Re-derives the hashes of one event and its link to the one before. Used by health, replay and tests; it trusts nothing stored.

import { isCanonical } from '../canonical/is-canonical.ts';
import { canonicalize, type Json, type JsonObject } from '../canonical/jcs.ts';
import { type EventHead, GENESIS_HASH, HASH_VERSION, hashEvent, type Sha256Hex } from './event-hash.ts';

export interface StoredLink extends EventHead {
  /** The payload as stored: hashed as it is, never re-encoded. */
  readonly payload: string;
  readonly event_hash: string;
  readonly hash_version: number;
}

export interface LinkFault {
  /** The event's own, or the first that is missing before it. */
  readonly seq: number;
  readonly what: 'seq' | 'prev_hash' | 'hash_version' | 'payload_hash' | 'event_hash' | 'event_ts' | 'payload';
  readonly found: string;
  readonly expected: string;
}

export interface Position {
  readonly seq: number;
  readonly hash: string;
  /** RFC 3339 with six decimals; not held against the next event's where it is not known. */
  readonly ts?: string;
}

export const startOfChain: Position = { seq: 0, hash: GENESIS_HASH };

const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;

/** The first fault of this event as successor of `before`, or null. The order is that of docs/reference/event-format.md. `payload`: what its text parses to, for who has it. */
export function checkLink(
  sha256: Sha256Hex,
  before: Position,
  event: StoredLink,
  payload: JsonObject | null = parsePayload(event.payload),
): LinkFault | null {
  const expectedSeq = before.seq + 1;
  if (event.seq !== expectedSeq)
    return { seq: Math.min(event.seq, expectedSeq), what: 'seq', found: String(event.seq), expected: String(expectedSeq) };
  const fault = (what: LinkFault['what'], found: string, expected: string): LinkFault => ({ seq: event.seq, what, found, expected });
  if (event.prev_hash !== before.hash) return fault('prev_hash', event.prev_hash, before.hash);
  if (event.hash_version !== HASH_VERSION) return fault('hash_version', String(event.hash_version), String(HASH_VERSION));
  const payloadHash = sha256(event.payload);
  if (event.payload_hash !== payloadHash) return fault('payload_hash', event.payload_hash, payloadHash);
  const eventHash = hashEvent(sha256, event);
  if (event.event_hash !== eventHash) return fault('event_hash', event.event_hash, eventHash);
  if (!INSTANT.test(event.event_ts) || (before.ts !== undefined && event.event_ts <= before.ts))
    return fault('event_ts', event.event_ts, `later than ${before.ts ?? 'before'}`);
  if (payload === null) return fault('payload', payloadHash, 'a JSON object');
  return isCanonical(event.payload, payload) ? null : fault('payload', payloadHash, hashOfCanonical(sha256, payload));
}

/** What the text of a payload parses to; null where that is no object. */
export function parsePayload(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return value === null || typeof value !== 'object' || Array.isArray(value) ? null : (value as JsonObject);
  } catch {
    return null;
  }
}

function hashOfCanonical(sha256: Sha256Hex, payload: JsonObject): string {
  try {
    return sha256(canonicalize(payload));
  } catch {
    return 'a JSON object';
  }
}
