// The second step of a sign-in: a code of an authenticator app (RFC 6238), or a recovery code.
import * as z from 'zod';
import { Done } from '../fields.ts';
import { route } from '../wire.ts';
import { Password, User } from './auth.ts';
import { TenantRole } from './people.ts';

export const CODE_DIGITS = 6;
export const RECOVERY_CODES = 10;

/** As it is typed: spaces, which some apps show in the middle, do not count. */
export const Code = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^[0-9]{6}$/, `Enter the ${CODE_DIGITS} digits that the app shows.`));

export const RecoveryCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, 'Enter a recovery code as it was shown: two groups of five, with a hyphen.');

/** Of one's own second factor, whichever is at hand; spaces do not count. */
export const AnyCode = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .regex(/^(?:[0-9]{6}|[A-Za-z0-9]{5}-[A-Za-z0-9]{5})$/, `Enter the ${CODE_DIGITS} digits that the app shows, or a recovery code.`),
  );
const PasswordAndCode = z.strictObject({ password: Password, code: AnyCode });

const RecoveryCodes = z.array(z.string()).length(RECOVERY_CODES);

export const MemberSecondFactor = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: TenantRole,
  /** Whether an authenticator app is set up. */
  active: z.boolean(),
  /** How many there are; signing in with one counts as both factors. */
  passkeys: z.number().int(),
  /** null: never since sign-ins are recorded. */
  last_sign_in_at: z.string().nullable(),
});
export type MemberSecondFactor = z.output<typeof MemberSecondFactor>;

export const secondFactors = {
  get: route({
    method: 'GET',
    path: '/api/internal/account/second-factor',
    summary: 'Whether the signed-in person has a second factor, and how many recovery codes are left',
    needs: 'session',
    ok: z.object({ active: z.boolean(), recovery_codes_left: z.number().int().nullable() }),
  }),
  enrol: route({
    method: 'POST',
    path: '/api/auth/two-factor/enable',
    summary: 'Begin to set up an authenticator; it counts once a code of it was confirmed. Secret and recovery codes are shown once',
    needs: 'session',
    body: z.strictObject({ password: Password }),
    ok: z.object({
      /** An otpauth:// address, for a QR code. */
      uri: z.string(),
      /** The same secret to type in, in base32. */
      secret: z.string(),
      recovery_codes: RecoveryCodes,
    }),
    codes: ['INVALID_PASSWORD', 'EMAIL_UNVERIFIED', 'PASSKEY_NEEDED', 'SECOND_FACTOR_ACTIVE', 'TOO_MANY_ATTEMPTS'],
  }),
  verify: route({
    method: 'POST',
    path: '/api/auth/two-factor/verify-totp',
    summary: 'A code of the authenticator: confirms it while it is being set up, else completes the sign-in that asked for it',
    needs: 'anonymous',
    body: z.strictObject({ code: Code }),
    ok: z.object({ user: User }),
    codes: [
      'INVALID_CODE',
      'SECOND_FACTOR_EXPIRED',
      'SECOND_FACTOR_ACTIVE',
      'SECOND_FACTOR_INACTIVE',
      'PASSKEY_NEEDED',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  recover: route({
    method: 'POST',
    path: '/api/auth/two-factor/verify-backup-code',
    summary: 'A recovery code completes the sign-in that asked for a second factor; each works once',
    needs: 'anonymous',
    body: z.strictObject({ code: RecoveryCode }),
    ok: z.object({ user: User }),
    codes: ['INVALID_CODE', 'SECOND_FACTOR_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  }),
  renew: route({
    method: 'POST',
    path: '/api/auth/two-factor/generate-backup-codes',
    summary: 'New recovery codes, shown once, with password and a code; the ones before open nothing any more',
    needs: 'session',
    body: PasswordAndCode,
    ok: z.object({ recovery_codes: RecoveryCodes }),
    codes: ['INVALID_PASSWORD', 'INVALID_CODE', 'SECOND_FACTOR_INACTIVE', 'TOO_MANY_ATTEMPTS'],
  }),
  disable: route({
    method: 'POST',
    path: '/api/internal/account/second-factor/disable',
    summary: 'Remove the second factor, with password and a code; the password must be long enough to stand alone',
    needs: 'session',
    body: PasswordAndCode,
    ok: Done,
    codes: ['INVALID_PASSWORD', 'INVALID_CODE', 'SECOND_FACTOR_INACTIVE', 'LONGER_PASSWORD_REQUIRED', 'TOO_MANY_ATTEMPTS'],
  }),
  members: route({
    method: 'GET',
    path: '/api/internal/second-factors',
    v1: { path: '/api/v1/second-factors' },
    summary: 'Which members have a second factor or passkeys, and when they signed in last',
    needs: 'owner',
    ok: z.object({ required: z.boolean(), members: z.array(MemberSecondFactor) }),
    codes: ['FORBIDDEN'],
  }),
} as const;
