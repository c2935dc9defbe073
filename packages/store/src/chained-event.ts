// An event of the log as it is stored, and as the kernel sees it.

import { unmarkPayload } from '@countinghouse/kernel/api-keys/mark';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent, EventType } from '@countinghouse/kernel/ledger/events';
import { readInstant } from '@countinghouse/kernel/time/instant';

export interface StoredEvent {
  readonly tenant_id: string;
  readonly seq: number;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
  readonly payload_hash: string;
  readonly prev_hash: string;
  readonly event_hash: string;
  readonly signature: string | null;
  readonly hash_version: number;
}

/** With the key and the intent that the row has beside what was hashed. */
export interface LoggedEvent extends StoredEvent {
  readonly idem_key: string | null;
  readonly intent_id: string | null;
}

/** `payload`: what its text parses to, for who has it. */
export const chainedEventOf = (stored: StoredEvent, payload: JsonObject = JSON.parse(stored.payload) as JsonObject): ChainedEvent =>
  ({
    type: stored.event_type,
    payload: unmarkPayload(payload).payload as unknown,
    seq: stored.seq,
    eventId: stored.event_id,
    eventTs: stored.event_ts,
    eventTsUs: readInstant(stored.event_ts),
    actorId: stored.actor_id,
    eventHash: stored.event_hash,
  }) as ChainedEvent;
