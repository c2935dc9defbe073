// The whole log on its way out: where its two webhook endpoints are, the primary and the secondary destination, how far they have it, and the archive.
import * as z from 'zod';
import { DESTINATIONS, line, PresignedQuery, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

// Source: product decisions, "Audit"; specification §9; Standard Webhooks, "Signature scheme".
export const RUN_MS_MAX = 15_000;
export const ARCHIVE_ADDRESS_SECONDS = 300;
export const SECRET_LENGTH_MIN = 16;
export const SECRET_LENGTH_MAX = 200;
export const ADDRESS_LENGTH_MAX = 2_000;
const ACTIVITY_SHOWN_MAX = 100;
const DEAD_LETTERS_SHOWN_MAX = 100;

const SECRET_PREFIX = 'whsec_';
/** 24 to 64 bytes in base64. */
const base64 = /^(?=.{32,88}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Blank keeps the secret there is. One that begins with whsec_ is base64; the bytes of any other are its text. */
const Secret = line(SECRET_LENGTH_MAX)
  .refine((s) => s === '' || s.startsWith(SECRET_PREFIX) || s.length >= SECRET_LENGTH_MIN, `Use at least ${SECRET_LENGTH_MIN} characters.`)
  .refine((s) => !s.startsWith(SECRET_PREFIX) || base64.test(s.slice(SECRET_PREFIX.length)), 'After whsec_ use 24 to 64 bytes in base64.');

/** Blank takes the destination away. Whether an address may be reached is decided by the server. */
const Address = line(ADDRESS_LENGTH_MAX);

export const AuditExportConfig = z.object({
  webhook_url: z.string().nullable(),
  /** The end of the secret; null where there is none. */
  secret_mask: z.string().nullable(),
  secondary_url: z.string().nullable(),
  secondary_secret_mask: z.string().nullable(),
});
export type AuditExportConfig = z.output<typeof AuditExportConfig>;

/** What is absent stays as it is. */
export const AuditExportChange = z.strictObject({
  webhookUrl: Address.nullish(),
  secret: Secret.nullish(),
  secondaryUrl: Address.nullish(),
  secondarySecret: Secret.nullish(),
});
export type AuditExportChange = z.output<typeof AuditExportChange>;

export const Destination = z.enum(DESTINATIONS);
export type Destination = z.output<typeof Destination>;

const Exported = z.object({
  destination: Destination,
  /** Events it took since the run before, whoever sent them. */
  exported: z.number().int(),
  /** Everything up to here was taken, or is a dead letter. */
  lastSeq: z.number().int(),
  /** Why it does not go on; null where it does, or is done. */
  error: z.string().nullable(),
});

export const DestinationState = z.object({
  destination: Destination,
  origin: z.string(),
  /** current: has everything; sending: on its way; waiting: tried again at `next_try_at`; stopped: the receiver said it is gone. */
  state: z.enum(['current', 'sending', 'waiting', 'stopped']),
  acknowledged_seq: z.number().int(),
  head_seq: z.number().int(),
  backlog: z.number().int(),
  attempts: z.number().int(),
  next_try_at: z.string().nullable(),
  failing_since: z.string().nullable(),
  last_error: z.string().nullable(),
  last_taken_at: z.string().nullable(),
  /** Until when the secret before this one signs too. */
  rotates_until: z.string().nullable(),
  dead_letters: z.number().int(),
});
export type DestinationState = z.output<typeof DestinationState>;

export const DeadLetter = z.object({
  destination: Destination,
  seq: z.number().int(),
  event_type: z.string(),
  attempts: z.number().int(),
  last_error: z.string(),
  failed_at: z.string(),
  /** It is on its way again. */
  resending: z.boolean(),
});
export type DeadLetter = z.output<typeof DeadLetter>;

export const ExportActivity = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['configured', 'run', 'archive_prepared', 'failing', 'stopped', 'recovered', 'dead_letter', 'resend', 'resent']),
  /** null: the system. */
  actor_id: z.string().nullable(),
  destination: Destination.nullable(),
  seq: z.number().int().nullable(),
  events: z.number().int().nullable(),
  detail: z.string().nullable(),
});
export type ExportActivity = z.output<typeof ExportActivity>;

const root = '/api/internal/audit/export';

export const auditExport = {
  config: route({
    method: 'GET',
    path: `${root}/config`,
    v1: { path: '/api/v1/audit-export/config' },
    summary: 'Where the log is sent',
    needs: 'owner',
    ok: AuditExportConfig,
    codes: ['FORBIDDEN'],
  }),
  configure: route({
    method: 'POST',
    path: `${root}/config`,
    summary: 'Set where the log is sent: a blank secret keeps the one there is, a blank address takes a destination away',
    needs: 'owner',
    body: AuditExportChange,
    ok: AuditExportConfig,
    codes: ['FORBIDDEN', 'MISSING_FIELDS'],
  }),
  run: route({
    method: 'POST',
    path: `${root}/run`,
    summary: 'Send now, for at most 15 seconds, and tell what was taken; the rest follows by itself',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({}).default({}),
    /** Of the primary destination; `destinations` tells of each. */
    ok: z.object({ exported: z.number().int(), lastSeq: z.number().int(), destinations: z.array(Exported) }),
    codes: ['FORBIDDEN', 'NO_DESTINATION'],
  }),
  archive: route({
    method: 'POST',
    path: `${root}/archive`,
    summary: 'Fix the log as it is now and answer a presigned address, good for 5 minutes, that streams its archive',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({}).default({}),
    ok: z.object({
      /** Events in the archive. */
      count: z.number().int(),
      path: z.string(),
      uploadUrl: z.string(),
      expires_at: z.string(),
    }),
    codes: ['FORBIDDEN'],
  }),
  /** Whoever has the address may: it was signed for them. */
  download: route({
    method: 'GET',
    path: `${root}/archive/:tenant_id/:seq`,
    summary: 'The archive of the log up to a seq, compressed, at an address that was signed for it',
    needs: 'anonymous',
    params: z.strictObject({ tenant_id: Uuid, seq: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    query: PresignedQuery,
    file: 'application/gzip',
    ok: z.unknown(),
    codes: ['ADDRESS_INVALID', 'ADDRESS_EXPIRED', 'OVERLOADED'],
  }),
  status: route({
    method: 'GET',
    path: `${root}/status`,
    v1: { path: '/api/v1/audit-export/status' },
    summary: 'How far each destination has the log, what it would not take, and what happened',
    needs: 'owner',
    ok: z.object({
      destinations: z.array(DestinationState),
      dead_letters: z.array(DeadLetter).max(DEAD_LETTERS_SHOWN_MAX),
      activity: z.array(ExportActivity).max(ACTIVITY_SHOWN_MAX),
    }),
    codes: ['FORBIDDEN'],
  }),
  resend: route({
    method: 'POST',
    path: `${root}/dead-letters/resend`,
    summary: 'Send dead letters of a destination again: the one that is named, or all of them',
    needs: 'owner',
    evenReadOnly: true,
    body: z.strictObject({ destination: Destination, seq: z.int().min(1).nullish() }),
    ok: z.object({ queued: z.number().int() }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;

export const EXPORT_LISTS = { activity: ACTIVITY_SHOWN_MAX, deadLetters: DEAD_LETTERS_SHOWN_MAX } as const;
