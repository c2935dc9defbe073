// People, passwords and sessions: the authentication library, its tables in schema `auth`, and what the system asks of it.
// The only file of the server that hands a database pool to somebody else's code.

import {
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR,
  RESET_LINK_LIFE_SECONDS,
} from '@countinghouse/contract/features/auth';
import { CODE_DIGITS, RECOVERY_CODES } from '@countinghouse/contract/features/second-factors';
import type { Pool } from '@countinghouse/store/connection';
import { betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import { COOKIE_PREFIX } from '../http/cookies.ts';
import { heardPool } from './ask-library.ts';
import { passkeySession } from './passkeys/begin-session.ts';
import { ssoSessionFields, ssoSessions } from './sso/sso-sessions.ts';

/** What an authenticator app, or whoever keeps a passkey, calls us. */
export const ISSUER = 'Countinghouse';
/** Where the library reads the caller's address: written by the server from the connection, never taken from outside. */
export const CLIENT_ADDRESS_HEADER = 'x-countinghouse-client';
// Source: decision 0005. Tries a minute and address; a person mistypes, a script does not stop.
const SIGN_IN_TRIES_A_MINUTE = 30;
const RESET_TRIES_A_MINUTE = 10;
const CODE_PERIOD_SECONDS = 30;

export interface AuthOptions {
  /** Its connections look into schema `auth` first. */
  readonly pool: Pool;
  readonly publicUrl: string;
  readonly trustedOrigins: readonly string[];
  readonly secret: string;
  /** How long a session lives from its beginning, however much it is used; less where nobody uses it: `Sessions`. */
  readonly sessionLifeMs: number;
  /** Puts the mail with the link of a reset on its way. */
  readonly sendReset: (userId: string, token: string) => Promise<void>;
}

export function openAuth(o: AuthOptions) {
  return betterAuth(authSettings(o));
}

/** The settings, apart, so that a test can hold our migration against what the library expects. */
export function authSettings(o: AuthOptions) {
  return {
    appName: ISSUER,
    baseURL: o.publicUrl,
    basePath: '/api/auth',
    secret: o.secret,
    trustedOrigins: [...o.trustedOrigins],
    telemetry: { enabled: false },
    // What it fails with is thrown, and told by us; its own lines have the rows in them that the database refused.
    logger: { disabled: true },
    // What is no refusal of the library (the database is away) is thrown, to be told as what it is.
    onAPIError: { throw: true },
    database: heardPool(o.pool),
    user: { modelName: 'users' },
    account: { modelName: 'credentials' },
    verification: { modelName: 'verifications' },
    session: {
      modelName: 'sessions',
      expiresIn: Math.round(o.sessionLifeMs / 1000),
      disableSessionRefresh: true,
      additionalFields: {
        activeTenantId: { type: 'string' as const, required: false, input: false },
        activeEntityId: { type: 'string' as const, required: false, input: false },
        lastSeenAt: { type: 'date' as const, required: false, input: false },
        ...ssoSessionFields,
        /** The passkey that began it. */
        passkeyId: { type: 'string' as const, required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      // The contract asks for more where no second factor is known of: at sign-up and for a mailed link.
      minPasswordLength: PASSWORD_LENGTH_MIN_WITH_SECOND_FACTOR,
      maxPasswordLength: PASSWORD_LENGTH_MAX,
      resetPasswordTokenExpiresIn: RESET_LINK_LIFE_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }: { readonly user: { readonly id: string }; readonly token: string }) =>
        o.sendReset(user.id, token),
    },
    plugins: [
      twoFactor({
        issuer: ISSUER,
        twoFactorTable: 'two_factors',
        totpOptions: { digits: CODE_DIGITS, period: CODE_PERIOD_SECONDS },
        backupCodeOptions: { amount: RECOVERY_CODES, storeBackupCodes: 'encrypted' },
        // Guesses are counted by `guesses.ts`, which does not shut the account's holder out.
        accountLockout: { enabled: false },
      }),
      ssoSessions(),
      passkeySession,
    ],
    advanced: {
      database: { generateId: 'uuid' as const },
      cookiePrefix: COOKIE_PREFIX,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    rateLimit: {
      enabled: true,
      storage: 'database' as const,
      modelName: 'rate_limits',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: SIGN_IN_TRIES_A_MINUTE },
        '/sign-up/email': { window: 60, max: SIGN_IN_TRIES_A_MINUTE },
        '/request-password-reset': { window: 60, max: RESET_TRIES_A_MINUTE },
        '/reset-password': { window: 60, max: RESET_TRIES_A_MINUTE },
        '/two-factor/*': { window: 60, max: SIGN_IN_TRIES_A_MINUTE },
      },
    },
  };
}

export type Auth = ReturnType<typeof openAuth>;
