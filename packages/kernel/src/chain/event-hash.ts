// The chain of a tenant: what is hashed, and how. Normative text: `docs/reference/event-format.md`; vectors: `vectors/chain/`.

import { canonicalize, type JsonObject, quote } from '../canonical/jcs.ts';

/** SHA-256 of UTF-8 text as lower-case hex. Handed in: the kernel has no I/O and brings no hash of its own. */
export type Sha256Hex = (text: string) => string;

export const HASH_VERSION = 1;
/** `prev_hash` of the first event. */
export const GENESIS_HASH = '0'.repeat(64);

export interface EventHead {
  readonly tenant_id: string;
  /** 1, 2, 3, … without a gap. */
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: string;
  /** RFC 3339 in UTC with six decimals of a second. */
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload_hash: string;
  readonly prev_hash: string;
  /** What the client signed with: a detached JWS, or null. */
  readonly signature: string | null;
}

/** The canonical payload, to be stored as it is, and its hash. */
export function hashPayload(sha256: Sha256Hex, payload: JsonObject): { readonly text: string; readonly hash: string } {
  const text = canonicalize(payload);
  return { text, hash: sha256(text) };
}

/** JCS of the members and the version, written out: it is needed for every event. */
export function hashEvent(sha256: Sha256Hex, e: EventHead): string {
  return sha256(
    `{"actor_id":${quote(e.actor_id)},"event_id":${quote(e.event_id)},"event_ts":${quote(e.event_ts)},"event_type":${quote(e.event_type)}` +
      `,"hash_version":${HASH_VERSION},"payload_hash":${quote(e.payload_hash)},"prev_hash":${quote(e.prev_hash)},"seq":${canonicalize(e.seq)}` +
      `,"signature":${e.signature === null ? 'null' : quote(e.signature)},"tenant_id":${quote(e.tenant_id)}}`,
  );
}

/** What the system signs after each batch: JCS of the head. Being chained, it covers every event before it. */
export function headToSign(head: {
  readonly tenant_id: string;
  readonly seq: number;
  readonly event_hash: string;
  readonly event_ts: string;
}): string {
  return canonicalize({ event_hash: head.event_hash, event_ts: head.event_ts, seq: head.seq, tenant_id: head.tenant_id });
}
