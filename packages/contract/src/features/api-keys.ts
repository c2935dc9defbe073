// Keys with which programs call in the name of whoever made them, or of a service account: shown once, for a time, never more than their holder may.
import { parseInstant } from '@countinghouse/kernel/time/instant';
import * as z from 'zod';
import { LABEL_LENGTH_MAX, requiredText, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { AllowedNetwork, AllowedNetworks } from './allow-lists.ts';
import { TenantRole } from './people.ts';

// Source: decision 0036.
export const API_KEY_PREFIX = 'chk_';
/** Of the whole key: the prefix and 256 bits as base64url. */
export const API_KEY_LENGTH = 47;
export const API_KEY_RATE_MAX = 60_000;
// Source: decision 0169.
export const API_KEY_OVERLAP_HOURS = 24;
export const API_KEY_OVERLAP_HOURS_MAX = 168;

/**
 * Each has those before it: `read` sees what its holder sees; `propose` also asks for whatever a key may change, and each of it waits until a person approves it;
 * `post` also posts; `admin` also changes master data.
 */
export const KeyGrant = z.enum(['read', 'propose', 'post', 'admin']);
export type KeyGrant = z.output<typeof KeyGrant>;

export const ApiKeyStatus = z.enum(['active', 'expired', 'revoked']);

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  grant: KeyGrant,
  /** How the key begins. */
  hint: z.string(),
  /** Who made it. */
  user_id: z.string(),
  user_email: z.string().nullable(),
  /** Whose key it is; null: its maker’s. */
  service_account: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The role of whose key it is, now; null: they left, and the key ended. */
  user_role: TenantRole.nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
  /** To the minute; null: never. */
  last_used_at: z.string().nullable(),
  /** When it was given its present secret; null: with which it was made. */
  rotated_at: z.string().nullable(),
  /** Of the present secret, to the minute; null: never. */
  secret_last_used_at: z.string().nullable(),
  /** The secret before the present one, while it goes on. */
  old_secret: z.object({ hint: z.string(), ends_at: z.string(), last_used_at: z.string().nullable() }).nullable(),
  /** Calls a minute; null: as many as its holder may make. */
  rate_per_minute: z.number().int().nullable(),
  /** The addresses and networks that it may be used from, of those that the organisation takes calls from; none: all of them. */
  allow_list: z.array(AllowedNetwork),
  status: ApiKeyStatus,
});
export type ApiKey = z.output<typeof ApiKey>;

/** RFC 3339, after now and within 366 days. */
const KeyEnd = z
  .string()
  .max(40)
  .refine((t) => parseInstant(t) !== null, 'Use a time as RFC 3339, for example 2026-12-31T00:00:00Z.');

export const NewApiKey = z.strictObject({
  name: requiredText(LABEL_LENGTH_MAX, 'Name'),
  grant: KeyGrant,
  expires_at: KeyEnd,
  rate_per_minute: z
    .number()
    .int('Use a whole number.')
    .min(1, 'Use at least 1.')
    .max(API_KEY_RATE_MAX, `Use at most ${API_KEY_RATE_MAX}.`)
    .nullable()
    .default(null),
  /** Whose key it is to be; null: its maker’s. */
  service_account_id: Uuid.nullable().default(null),
  /** The addresses and networks that it may be used from; none: from everywhere. */
  allow_list: AllowedNetworks.default([]),
});

const withSecret = z.object({
  api_key: ApiKey,
  /** The key, for `Authorization: Bearer`: shown once, kept nowhere. */
  secret: z.string(),
});

export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/api/internal/api-keys',
    v1: { path: '/api/v1/api-keys' },
    summary: 'API keys, the latest first; those that ended too',
    needs: 'member',
    ok: z.object({ api_keys: z.array(ApiKey) }),
  }),
  own: route({
    method: 'GET',
    path: '/api/v1/api-key',
    summary: 'The API key that this is asked with, and what it may do; null where it is asked without one',
    needs: 'member',
    ok: z.object({ tenant_id: z.string(), api_key: ApiKey.nullable() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/api-keys',
    summary: 'Make an API key; the key itself is answered once',
    needs: 'owner',
    body: NewApiKey,
    ok: withSecret,
    codes: ['FORBIDDEN', 'MISSING_FIELDS', 'VALIDATION_ERROR', 'API_KEYS_FULL', 'NOT_FOUND', 'SERVICE_ACCOUNT_INACTIVE'],
  }),
  rotate: route({
    method: 'POST',
    path: '/api/internal/api-keys/:id/rotate',
    summary: 'Give an API key a new secret, answered once; the old one goes on for a while',
    needs: 'owner',
    params: z.object({ id: Uuid }),
    body: z.strictObject({
      /** For how long the old secret goes on; 0: it ends at once. */
      overlap_hours: z
        .number()
        .int('Use whole hours.')
        .min(0, 'Use at least 0.')
        .max(API_KEY_OVERLAP_HOURS_MAX, `Use at most ${API_KEY_OVERLAP_HOURS_MAX}.`)
        .default(API_KEY_OVERLAP_HOURS),
      /** A new end of the key; absent: that which it has. */
      expires_at: KeyEnd.optional(),
    }),
    ok: withSecret,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'API_KEY_ENDED'],
  }),
  changeAllowList: route({
    method: 'POST',
    path: '/api/internal/api-keys/:id/allow-list',
    summary: 'Set the addresses and networks that an API key may be used from; the list is given whole',
    needs: 'owner',
    params: z.object({ id: Uuid }),
    body: z.strictObject({ networks: AllowedNetworks }),
    ok: z.object({ api_key: ApiKey }),
    codes: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR', 'API_KEY_ENDED'],
  }),
  revoke: route({
    method: 'POST',
    path: '/api/internal/api-keys/:id/revoke',
    summary: 'End an API key at once; again changes nothing',
    needs: 'owner',
    evenReadOnly: true,
    params: z.object({ id: Uuid }),
    ok: z.object({ api_key: ApiKey }),
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
} as const;
