// Keys that sign: the system's for the chain, and those of people for their intents.
import * as z from 'zod';
import { requiredText, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

// Source: specification §5, §9.
export const KEY_LABEL_LENGTH_MAX = 64;

export const KeyPurpose = z.enum(['chain', 'intent']);
export const KeyStatus = z.enum(['ACTIVE', 'SUNSETTING', 'revoked']);

const coordinate = z
  .string()
  .length(43, 'Use 32 bytes as base64url.')
  .regex(/^[A-Za-z0-9_-]+$/, 'Use 32 bytes as base64url.');

/** The public part of a key, and nothing else: one with its private part in it is refused unread. */
export const PublicJwk = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
]);
export type PublicJwk = z.output<typeof PublicJwk>;

export const KeyLabel = requiredText(KEY_LABEL_LENGTH_MAX, 'Label');

export const NewKey = z.discriminatedUnion('action', [
  /** The server makes the pair: an owner's own, or the chain's next one. */
  z.strictObject({ action: z.literal('generate'), label: KeyLabel, purpose: KeyPurpose.default('intent') }),
  /** The caller made it, in a browser or elsewhere. */
  z.strictObject({ action: z.literal('register'), label: KeyLabel, public_jwk: PublicJwk }),
]);

export const SigningKey = z.object({
  /** RFC 7638 thumbprint. */
  kid: z.string(),
  purpose: KeyPurpose,
  label: z.string(),
  algorithm: z.enum(['EdDSA', 'ES256']),
  created_at: z.string(),
  createdAt: z.string(),
  active: z.boolean(),
  status: KeyStatus,
  /** Whose key it is; null for the system's. */
  user_id: z.string().nullable(),
  user_email: z.string().nullable(),
  /** registered: its holder made it, and nobody else ever had its private part. */
  origin: z.enum(['generated', 'registered']),
  /** Since when it is no longer ACTIVE. */
  retired_at: z.string().nullable(),
  public_jwk: PublicJwk,
});
export type SigningKey = z.output<typeof SigningKey>;

/** A key set as RFC 7517 has it. */
export const KeySet = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      crv: z.string(),
      x: z.string(),
      y: z.string().optional(),
      kid: z.string(),
      alg: z.string(),
      use: z.literal('sig'),
    }),
  ),
});

export const signingKeys = {
  list: route({
    method: 'GET',
    path: '/api/internal/signing-keys',
    v1: { path: '/api/v1/signing-keys' },
    summary: 'Signing keys, the latest first: the chain’s and those of people',
    needs: 'member',
    ok: z.object({ keys: z.array(SigningKey) }),
  }),
  create: route({
    method: 'POST',
    path: '/api/internal/signing-keys',
    summary:
      'Generate a key (owners; a private part is answered once), or register the public part of one’s own; the one before it sunsets',
    needs: 'member',
    body: NewKey,
    ok: z.object({
      key: SigningKey,
      /** Of a generated intent key: shown once, kept nowhere. */
      private_jwk: z.record(z.string(), z.string()).nullable(),
    }),
    codes: ['FORBIDDEN', 'KEY_EXISTS', 'KEY_STATE'],
  }),
  revoke: route({
    method: 'POST',
    path: '/api/internal/signing-keys/:kid/revoke',
    summary: 'Revoke an active key at once; a chain key’s successor takes over in the same moment',
    needs: 'owner',
    evenReadOnly: true,
    params: z.object({ kid: z.string().max(100) }),
    ok: z.object({ key: SigningKey, successor: SigningKey.nullable() }),
    codes: ['FORBIDDEN', 'NOT_FOUND', 'KEY_STATE'],
  }),
  jwks: route({
    method: 'GET',
    path: '/api/v1/tenants/:id/jwks.json',
    summary: 'Public keys of an organisation (RFC 7517) that were not revoked: the chain’s, or with `purpose=intent` those of its people',
    needs: 'anonymous',
    params: z.object({ id: Uuid }),
    query: z.strictObject({ purpose: KeyPurpose.default('chain') }),
    ok: KeySet,
    codes: ['NOT_FOUND'],
  }),
} as const;
