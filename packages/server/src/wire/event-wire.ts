// An event as the wire shows it: both spellings of the fields that the specification gives two of.

import type { IntentStatus, LedgerEvent } from '@countinghouse/contract/features/events';
import type { EventRow } from '@countinghouse/store/features/events/reads';

/** The status an intent event stands for (specification §4); null for events that are no intents. */
function intentStatusOf(eventType: string): IntentStatus | null {
  if (!eventType.startsWith('intent.')) return null;
  const stage = eventType.slice('intent.'.length);
  // What is said of an intent later is no decision on it.
  if (stage === 'annotated') return null;
  if (stage === 'proposed' || stage === 'validated' || stage === 'executed') return stage;
  return stage === 'rejected' || stage === 'failed' ? 'rejected' : 'unknown';
}

export function toWireEvent(row: EventRow): LedgerEvent {
  return {
    seq: row.seq,
    event_id: row.event_id,
    event_type: row.event_type,
    name: row.event_type,
    event_ts: row.event_ts,
    created_at: row.event_ts,
    actor_id: row.actor_id,
    event_hash: row.event_hash,
    prev_hash: row.prev_hash,
    payload_hash: row.payload_hash,
    signature: row.signature,
    head_signature: row.head,
    hash_version: row.hash_version,
    intent_status: intentStatusOf(row.event_type),
    payload: JSON.parse(row.payload) as Record<string, unknown>,
  };
}
