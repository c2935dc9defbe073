// Re-derives the hashes of one event and its link to the one before. Used by health, replay and tests; it trusts nothing stored.

import { type EventHead, GENESIS_HASH, HASH_VERSION, hashEvent, type Sha256Hex } from './event-hash.ts';

export interface StoredLink extends EventHead {
  /** The payload as stored: hashed as it is, never re-encoded. */
  readonly payload: string;
  readonly event_hash: string;
  readonly hash_version: number;
}

export interface LinkFault {
  readonly what: 'seq' | 'prev_hash' | 'hash_version' | 'payload_hash' | 'event_hash';
  readonly found: string;
  readonly expected: string;
}

export interface Position {
  readonly seq: number;
  readonly hash: string;
}

export const startOfChain: Position = { seq: 0, hash: GENESIS_HASH };

/** The first fault of this event as successor of `before`, or null. */
export function checkLink(sha256: Sha256Hex, before: Position, event: StoredLink): LinkFault | null {
  if (event.seq !== before.seq + 1) return { what: 'seq', found: String(event.seq), expected: String(before.seq + 1) };
  if (event.prev_hash !== before.hash) return { what: 'prev_hash', found: event.prev_hash, expected: before.hash };
  if (event.hash_version !== HASH_VERSION) {
    return { what: 'hash_version', found: String(event.hash_version), expected: String(HASH_VERSION) };
  }
  const payloadHash = sha256(event.payload);
  if (event.payload_hash !== payloadHash) return { what: 'payload_hash', found: event.payload_hash, expected: payloadHash };
  const eventHash = hashEvent(sha256, event);
  if (event.event_hash !== eventHash) return { what: 'event_hash', found: event.event_hash, expected: eventHash };
  return null;
}
