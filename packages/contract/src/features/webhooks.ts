// Events on their way out to whoever an organisation wants to tell: endpoints with signed messages (Standard Webhooks), what was sent, what was answered.
import { WEBHOOK_ENDPOINTS_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { DESTINATIONS, Done, LABEL_LENGTH_MAX, limit, requiredText, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

const ADDRESS_LENGTH_MAX = 2_000;
const EVENT_TYPES_MAX = 50;
const EVENT_TYPE_LENGTH_MAX = 80;
/** How long the secret before the last one signs too. */
export const WEBHOOK_ROTATION_HOURS = 24;
/** Events that can be asked for again at a time, and replays that may wait. */
export const REPLAY_EVENTS_MAX = 10_000;
export const REPLAYS_WAITING_MAX = 5;
const REPLAYS_SHOWN_MAX = 5;
const DEAD_LETTERS_SHOWN_MAX = 100;
const DELIVERIES_PAGE = 50;
const DELIVERIES_PAGE_MAX = 200;
/** What a test is sent as. */
export const TEST_EVENT_TYPE = 'webhook.test';

/** A type of events, or all that begin alike: `account.*`. */
export const EventTypePattern = z
  .string()
  .max(EVENT_TYPE_LENGTH_MAX)
  .regex(/^[a-z_]+\.(?:[a-z_]+|\*)$/, 'Use a type of events such as intent.executed, or all that begin alike, such as account.*.');

/** None: all of them. */
const EventTypes = z.array(EventTypePattern).max(EVENT_TYPES_MAX, `Use at most ${EVENT_TYPES_MAX} types.`);
export const WebhookName = requiredText(LABEL_LENGTH_MAX, 'Name');
export const WebhookUrl = requiredText(ADDRESS_LENGTH_MAX, 'Address');
const PayloadVersion = z.literal(1);

export const Webhook = z.object({
  /** Of the audit export: primary or secondary. */
  id: z.string(),
  /** events: a program that is told of what it wants; audit_export: it is sent the whole log, and is set where the audit export is. */
  purpose: z.enum(['events', 'audit_export']),
  name: z.string(),
  url: z.string(),
  event_types: z.array(z.string()),
  payload_version: PayloadVersion,
  enabled: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
  /**
   * current: has everything; sending: on its way; waiting: tried again at `next_try_at`; stopped: it took nothing for days, refused one event after
   * the other, or said that it is gone; paused: it is not enabled.
   */
  state: z.enum(['current', 'sending', 'waiting', 'stopped', 'paused']),
  /** Everything up to here was taken, is not wanted, or is a dead letter. */
  acknowledged_seq: z.number().int(),
  head_seq: z.number().int(),
  /** Events that were not looked at yet; of them those that are wanted are sent. */
  backlog: z.number().int(),
  attempts: z.number().int(),
  next_try_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  last_error: z.string().nullable(),
  last_taken_at: z.string().nullable(),
  /** Until when the secret before the present one signs too. */
  old_secret_until: z.string().nullable(),
  dead_letters: z.number().int(),
});
export type Webhook = z.output<typeof Webhook>;

/** One try to hand a message over. */
export const WebhookDelivery = z.object({
  id: z.string(),
  /** null: a test. */
  seq: z.number().int().nullable(),
  event_type: z.string(),
  /** log: as the log grew; replay: somebody asked for it again; test: the test button. */
  cause: z.enum(['log', 'replay', 'test']),
  /** Of the tries at this event. */
  attempt: z.number().int(),
  sent_at: z.string(),
  duration_ms: z.number().int(),
  /** taken: answered 2xx; refused: the content is not wanted; away: to be tried again; gone: it said that it is gone. */
  outcome: z.enum(['taken', 'refused', 'away', 'gone']),
  /** null: no answer came. */
  status: z.number().int().nullable(),
  error: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** The same with what was said. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({
  request: z.object({
    /** `webhook-id`, which stays the same however often it is sent. */
    id: z.string(),
    body: z.string(),
  }),
  /** How the body of the answer begins (2 kB); null: no answer came. */
  answer: z.string().nullable(),
});
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>;

export const WebhookDeadLetter = z.object({
  seq: z.number().int(),
  event_type: z.string(),
  attempts: z.number().int(),
  last_error: z.string(),
  failed_at: z.string(),
});
export type WebhookDeadLetter = z.output<typeof WebhookDeadLetter>;

export const WebhookReplay = z.object({
  id: z.string(),
  from_seq: z.number().int(),
  to_seq: z.number().int(),
  /** Everything up to here was sent. */
  done_seq: z.number().int(),
  asked_by: z.string(),
  asked_at: z.string(),
  finished_at: z.string().nullable(),
});
export type WebhookReplay = z.output<typeof WebhookReplay>;

const Seq = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const one = z.object({ webhook: Webhook });
/** The secret is answered here alone. */
const withSecret = z.object({ webhook: Webhook, secret: z.string() });
/** An id as the server gave it, or one of the two endpoints of the audit export. */
const EndpointId = z
  .string()
  .regex(new RegExp(`^(?:${DESTINATIONS.join('|')}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`, 'i'), 'Use an id as the server gave it.')
  .toLowerCase();
const params = z.object({ id: EndpointId });
const root = '/api/v1/webhooks';

export const webhooks = {
  list: route({
    method: 'GET',
    path: root,
    summary: 'Webhook endpoints by name, with the two of the audit export where they are set, and how far each has the log',
    needs: 'owner',
    ok: z.object({ webhooks: z.array(Webhook).max(WEBHOOK_ENDPOINTS_MAX + DESTINATIONS.length) }),
    codes: ['FORBIDDEN'],
  }),
  create: route({
    method: 'POST',
    path: root,
    summary: 'Add a webhook endpoint: it is sent what happens from now on. Its secret is answered once',
    needs: 'owner',
    body: z.strictObject({
      name: WebhookName,
      url: WebhookUrl,
      event_types: EventTypes.default([]),
      payload_version: PayloadVersion.default(1),
      enabled: z.boolean().default(true),
    }),
    ok: withSecret,
    codes: ['FORBIDDEN', 'CODE_TAKEN', 'WEBHOOKS_FULL'],
  }),
  get: route({
    method: 'GET',
    path: `${root}/:id`,
    summary: 'A webhook endpoint, what it would not take, and its latest replays',
    needs: 'owner',
    params,
    ok: z.object({
      webhook: Webhook,
      /** The oldest first. */
      dead_letters: z.array(WebhookDeadLetter).max(DEAD_LETTERS_SHOWN_MAX),
      /** The latest first. */
      replays: z.array(WebhookReplay).max(REPLAYS_SHOWN_MAX),
    }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  change: route({
    method: 'PATCH',
    path: `${root}/:id`,
    summary:
      'Change a webhook endpoint: what is left out stays. While it is not enabled nothing is sent; what happens meanwhile waits. Those of the audit export are set there',
    needs: 'owner',
    params,
    body: z.strictObject({
      name: WebhookName.optional(),
      url: WebhookUrl.optional(),
      event_types: EventTypes.optional(),
      enabled: z.boolean().optional(),
    }),
    ok: one,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CODE_TAKEN'],
  }),
  remove: route({
    method: 'DELETE',
    path: `${root}/:id`,
    summary: 'Delete a webhook endpoint, with what is known of its deliveries',
    needs: 'owner',
    evenReadOnly: true,
    params,
    ok: Done,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'WEBHOOK_OF_AUDIT_EXPORT'],
  }),
  rotateSecret: route({
    method: 'POST',
    path: `${root}/:id/rotate-secret`,
    summary: 'Give a webhook endpoint a new secret, answered once; for 24 hours the one before signs too',
    needs: 'owner',
    params,
    ok: withSecret,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  endOldSecret: route({
    method: 'POST',
    path: `${root}/:id/end-old-secret`,
    summary: 'End the secret before the present one now; again changes nothing',
    needs: 'owner',
    evenReadOnly: true,
    params,
    ok: one,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  test: route({
    method: 'POST',
    path: `${root}/:id/test`,
    summary: `Send a signed message of the type ${TEST_EVENT_TYPE} now, and tell what was answered`,
    needs: 'owner',
    grant: 'admin',
    cannotWait: true,
    evenReadOnly: true,
    params,
    ok: z.object({ delivery: WebhookDeliveryDetail }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  goOn: route({
    method: 'POST',
    path: `${root}/:id/go-on`,
    summary: 'Try a webhook endpoint again now that waits or is stopped',
    needs: 'owner',
    grant: 'admin',
    cannotWait: true,
    evenReadOnly: true,
    params,
    ok: one,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  replay: route({
    method: 'POST',
    path: `${root}/:id/replay`,
    summary: `Send a stretch of the log again, at most ${REPLAY_EVENTS_MAX.toLocaleString('en-GB')} events: those that the endpoint wants, or the one that is named`,
    needs: 'owner',
    grant: 'admin',
    cannotWait: true,
    evenReadOnly: true,
    params,
    body: z.strictObject({ from_seq: Seq, to_seq: Seq }),
    ok: z.object({ replay: WebhookReplay }),
    codes: ['FORBIDDEN', 'NOT_FOUND', 'WEBHOOK_REPLAYS_FULL'],
  }),
  resend: route({
    method: 'POST',
    path: `${root}/:id/dead-letters/resend`,
    summary: 'Send dead letters of a webhook endpoint again: the one that is named, or all of them',
    needs: 'owner',
    grant: 'admin',
    cannotWait: true,
    evenReadOnly: true,
    params,
    body: z.strictObject({ seq: Seq.optional() }),
    ok: z.object({ queued: z.number().int() }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  deliveries: route({
    method: 'GET',
    path: `${root}/:id/deliveries`,
    summary: 'What was sent to a webhook endpoint and how it went, the latest first: the last 1,000 of the last 30 days',
    needs: 'owner',
    params,
    query: z.strictObject({
      limit: limit(DELIVERIES_PAGE_MAX, DELIVERIES_PAGE),
      /** The `next` of the page before. */
      after: Uuid.optional(),
      /** Only those that were not taken. */
      only: z.enum(['failed']).optional(),
    }),
    ok: z.object({
      deliveries: z.array(WebhookDelivery),
      /** What to ask `after` for those before these; null: there are none. */
      next: z.string().nullable(),
    }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  delivery: route({
    method: 'GET',
    path: `${root}/:id/deliveries/:delivery_id`,
    summary: 'One delivery, with what was sent and how the answer begins',
    needs: 'owner',
    params: z.object({ id: EndpointId, delivery_id: Uuid }),
    ok: z.object({ delivery: WebhookDeliveryDetail }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;

export const WEBHOOK_LISTS = { replays: REPLAYS_SHOWN_MAX, deadLetters: DEAD_LETTERS_SHOWN_MAX } as const;
