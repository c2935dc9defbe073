// Passkeys (WebAuthn): a key pair of a person, kept by their device or password manager, that opens for a face, a finger or a PIN alone.
// Signing in with one counts as both factors.
import * as z from 'zod';
import { Done, requiredText, Uuid } from '../fields.ts';
import { route } from '../wire.ts';
import { Password, User } from './auth.ts';
import { AnyCode } from './second-factors.ts';

/** Of a person. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_LENGTH_MAX = 60;
/** How long what a browser was asked to sign is taken. */
export const PASSKEY_CHALLENGE_SECONDS = 300;
/** A credential id has at most 1,023 bytes (WebAuthn, section 4), as base64url. */
const CREDENTIAL_ID_LENGTH_MAX = 1_364;
const CREDENTIAL_PART_LENGTH_MAX = 8_192;
const TRANSPORTS_MAX = 10;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'Send the credential as the browser gave it.');
const Id = base64url(CREDENTIAL_ID_LENGTH_MAX);
const Part = base64url(CREDENTIAL_PART_LENGTH_MAX);

/** What `PublicKeyCredential.toJSON()` answers after `navigator.credentials.create()`, as far as it is looked at. */
export const NewCredential = z.object({
  id: Id,
  response: z.object({
    clientDataJSON: Part,
    attestationObject: Part,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(TRANSPORTS_MAX)
      .default([]),
  }),
});
export type NewCredential = z.output<typeof NewCredential>;

/** The same after `navigator.credentials.get()`. */
export const UsedCredential = z.object({
  id: Id,
  response: z.object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: Part.nullish(),
  }),
});
export type UsedCredential = z.output<typeof UsedCredential>;

export const PasskeyName = requiredText(PASSKEY_NAME_LENGTH_MAX, 'Name');

export const Passkey = z.object({
  id: Uuid,
  name: z.string(),
  /** Whether it is kept in more than one place, as that of a password manager is. */
  synced: z.boolean(),
  created_at: z.string(),
  /** null: never yet. */
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof Passkey>;

/** Shown again before a change of how one signs in: the password, and a code where there is a second factor. */
const Proof = z.strictObject({ password: Password, code: AnyCode.optional() });
/** What `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` take. */
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });

export const passkeys = {
  list: route({
    method: 'GET',
    path: '/api/internal/account/passkeys',
    summary: 'The passkeys of the signed-in person, oldest first',
    needs: 'session',
    ok: z.object({ passkeys: z.array(Passkey) }),
  }),
  begin: route({
    method: 'POST',
    path: '/api/internal/account/passkeys/options',
    summary: 'Begin to add a passkey, with password and, where there is a second factor, a code: what the browser is to make it for',
    needs: 'session',
    body: Proof,
    ok: Options,
    codes: ['INVALID_PASSWORD', 'INVALID_CODE', 'EMAIL_UNVERIFIED', 'PASSKEY_NEEDED', 'PASSKEYS_FULL', 'TOO_MANY_ATTEMPTS'],
  }),
  add: route({
    method: 'POST',
    path: '/api/internal/account/passkeys',
    summary: 'Add the passkey that the browser made; its holder is told by mail',
    needs: 'session',
    body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
    ok: z.object({ passkey: Passkey }),
    codes: ['PASSKEY_NOT_ADDED', 'PASSKEYS_FULL'],
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/internal/account/passkeys/:id',
    summary: 'Give a passkey another name',
    needs: 'session',
    params: z.object({ id: Uuid }),
    body: z.strictObject({ name: PasskeyName }),
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
  remove: route({
    method: 'POST',
    path: '/api/internal/account/passkeys/:id/remove',
    summary: 'Remove a passkey, with password and, where there is a second factor, a code; other sessions that it began end',
    needs: 'session',
    params: z.object({ id: Uuid }),
    body: Proof,
    ok: Done,
    codes: ['NOT_FOUND', 'INVALID_PASSWORD', 'INVALID_CODE', 'PASSKEY_NEEDED', 'TOO_MANY_ATTEMPTS'],
  }),
  ask: route({
    method: 'POST',
    path: '/api/auth/passkey/options',
    summary: 'Begin a sign-in with a passkey: what the browser is to sign',
    needs: 'anonymous',
    body: z.strictObject({}),
    ok: Options,
    codes: ['TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
  signIn: route({
    method: 'POST',
    path: '/api/auth/passkey/sign-in',
    summary: 'Sign in with what a passkey signed; it stands for password and second factor',
    needs: 'anonymous',
    body: z.strictObject({ credential: UsedCredential }),
    ok: z.object({ user: User }),
    codes: ['PASSKEY_REFUSED', 'TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
} as const;
