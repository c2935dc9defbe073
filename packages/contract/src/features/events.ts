import * as z from 'zod';
import { limit } from '../fields.ts';
import { route } from '../wire.ts';

// Source: specification §7, §9.
export const EVENTS_LIST_MAX = 500;
export const EVENTS_PAGE_SIZE = 50;
export const INTENT_LOG_SIZE = 100;

export const IntentStatus = z.enum(['proposed', 'validated', 'executed', 'rejected', 'unknown']);
export type IntentStatus = z.output<typeof IntentStatus>;

export const LedgerEvent = z.object({
  seq: z.number().int(),
  event_id: z.string(),
  event_type: z.string(),
  name: z.string(),
  event_ts: z.string(),
  created_at: z.string(),
  actor_id: z.string(),
  event_hash: z.string(),
  prev_hash: z.string(),
  payload_hash: z.string(),
  /** The client's signature of an intent, else null; the signed head that covers the event is `head_signature`. */
  signature: z.string().nullable(),
  head_signature: z
    .object({ seq: z.number().int(), event_hash: z.string(), event_ts: z.string(), kid: z.string(), signature: z.string() })
    .nullable(),
  hash_version: z.number().int(),
  intent_status: IntentStatus.nullable(),
  payload: z.record(z.string(), z.unknown()),
});
export type LedgerEvent = z.output<typeof LedgerEvent>;

export const events = {
  list: route({
    method: 'GET',
    path: '/api/v1/events',
    summary: 'The hash-chained log, newest first',
    needs: 'member',
    query: z.strictObject({
      limit: limit(EVENTS_LIST_MAX, INTENT_LOG_SIZE),
      /** Only events with a smaller seq: the next page. */
      before: z.coerce.number().int().min(1).optional(),
      /** Only event types that begin with this, for example `intent.`. */
      type: z
        .string()
        .max(64)
        .regex(/^[a-z_.]+$/)
        .optional(),
    }),
    ok: z.object({ events: z.array(LedgerEvent) }),
  }),
} as const;
