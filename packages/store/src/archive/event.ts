// An event as it leaves the system: in archives, packs of evidence, bundles and receipts alike. docs/reference/archive-format.md

import type { StoredEvent } from '../chained-event.ts';

/** `payload` is the canonical text that was hashed. */
export type ArchivedEvent = Omit<StoredEvent, 'tenant_id' | 'event_type'> & { readonly event_type: string };

/** Its members alone, in their order. */
export const archivedEventOf = (e: ArchivedEvent): ArchivedEvent => ({
  seq: e.seq,
  event_id: e.event_id,
  event_type: e.event_type,
  event_ts: e.event_ts,
  actor_id: e.actor_id,
  payload: e.payload,
  payload_hash: e.payload_hash,
  prev_hash: e.prev_hash,
  event_hash: e.event_hash,
  signature: e.signature,
  hash_version: e.hash_version,
});
