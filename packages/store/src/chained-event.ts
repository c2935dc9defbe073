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

export const chainedEventOf = (stored: StoredEvent): ChainedEvent =>
  ({
    type: stored.event_type,
    payload: unmarkPayload(JSON.parse(stored.payload) as JsonObject).payload as unknown,
    seq: stored.seq,
    eventId: stored.event_id,
    eventTs: stored.event_ts,
    eventTsUs: readInstant(stored.event_ts),
    actorId: stored.actor_id,
    eventHash: stored.event_hash,
  }) as ChainedEvent;
