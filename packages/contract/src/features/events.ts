import * as z from 'zod';
import { Instant, limit, Next, olderThan, text } from '../fields.ts';
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

const Seq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** The beginning of event types, for example `intent.`. */
const TypePrefix = z
  .string()
  .max(64)
  .regex(/^[a-z0-9_.]+$/);
/** Several of them, with commas between. */
const TypePrefixes = z
  .string()
  .max(256)
  .regex(/^[a-z0-9_.]+(?:,[a-z0-9_.]+)*$/);

/** Which part of the log; all of them must hold. */
const eventFilters = {
  /** Only event types that begin with this, for example `intent.`. */
  type: TypePrefix.optional(),
  /** Whoever caused it: a person's id, or `system`. */
  actor: text(64).trim().min(1).optional(),
  /** First and last seq. */
  from_seq: Seq.optional(),
  to_seq: Seq.optional(),
  /** First and last instant. */
  since: Instant.optional(),
  until: Instant.optional(),
};

/** A printed trail has at most so many events: beyond it nobody reads, and the file of commas has all. */
export const PRINTED_EVENTS_MAX = 5_000;

/** Of a stream with `only=heads`: where the log ends, and how many events of the asked type it has beyond where the reader stood. */
export const StreamHead = z.object({
  seq: z.number().int(),
  matching: z.number().int(),
  /** Sent back with a read as `x-commit-position`, it has that read show this head, also on a replica. Only where there are replicas. */
  commit_position: z.string().optional(),
});
export type StreamHead = z.output<typeof StreamHead>;

/** A stream is ended after so long, and its reader comes back; the life of a load balancer's patience is its caller's affair. */
export const STREAM_SECONDS_MAX = 3_600;

export const events = {
  list: route({
    method: 'GET',
    path: '/api/v1/events',
    summary: 'The hash-chained log, newest first',
    needs: 'member',
    query: z.strictObject({
      limit: limit(EVENTS_LIST_MAX, INTENT_LOG_SIZE),
      ...olderThan,
      ...eventFilters,
    }),
    /** `next`: ask with `after` of this for what is older; null: there is nothing. Where payloads are large a page has fewer events than the limit says. */
    ok: z.object({ events: z.array(LedgerEvent), next: Next }),
  }),
  /** Oldest first. As CSV every event that the filters leave; as PDF at most 5,000, and a narrower range is asked for beyond that. */
  export: route({
    method: 'GET',
    path: '/api/v1/events/export/:format',
    summary: 'A part of the log as a file: CSV, or PDF to print',
    needs: 'member',
    params: z.strictObject({ format: z.enum(['csv', 'pdf']) }),
    query: z.strictObject(eventFilters),
    file: 'application/octet-stream',
    ok: z.unknown(),
  }),
  /**
   * Messages of the kind `event` carry an event in full, those of the kind `head` a `StreamHead`; the id of each is the seq that the
   * reader has reached. It goes on after the seq of the header `last-event-id`, else of `after`, else at the end of the log.
   */
  stream: route({
    method: 'GET',
    path: '/api/v1/events/stream',
    summary: 'The log as it grows, as server-sent events, without a gap',
    needs: 'member',
    query: z.strictObject({
      after: Seq.optional(),
      /** The beginning of event types; or several, with commas between them. */
      type: TypePrefixes.optional(),
      /** `heads`: no events, only where the log ends, at most once a second. */
      only: z.enum(['heads']).optional(),
      /** Ends the stream after so long. */
      seconds: z.coerce.number().int().min(1).max(STREAM_SECONDS_MAX).default(STREAM_SECONDS_MAX),
    }),
    file: 'text/event-stream',
    ok: z.unknown(),
  }),
} as const;
