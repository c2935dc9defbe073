// What is asked of the second factor beside the authentication library: whose sign-in waits for a code, that a short password never stands alone.

import { PASSWORD_LENGTH_MIN } from '@countinghouse/contract/features/auth';
import { type CredentialRow, lockCredential, updatePassword } from '@countinghouse/store/auth/credentials';
import { deletePasskeys } from '@countinghouse/store/auth/passkeys';
import { deleteResetLinks } from '@countinghouse/store/auth/people';
import { deleteSecondFactor, deleteUsedCode, insertUsedCode } from '@countinghouse/store/auth/second-factors';
import { deleteAllSessions, deleteSessions } from '@countinghouse/store/auth/sessions';
import type { ClientBase, Pool } from '@countinghouse/store/connection';
import { inTransaction } from '@countinghouse/store/transaction';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { FastifyRequest } from 'fastify';
import { COOKIE_PREFIX, cookieOf } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { askLibrary } from './ask-library.ts';
import type { Auth } from './auth.ts';
import { refuseGuessable } from './guessable-passwords.ts';

/** The e-mail of the account whose sign-in this browser has begun and not completed; null for none. */
export async function findChallenged(auth: Auth, request: FastifyRequest): Promise<string | null> {
  const cookie = cookieOf(request, `${COOKIE_PREFIX}.two_factor`) ?? cookieOf(request, `__Secure-${COOKIE_PREFIX}.two_factor`);
  if (cookie === null) return null;
  const { internalAdapter } = await auth.$context;
  const [identifier = ''] = decodeURIComponent(cookie).split('.');
  const found = identifier === '' ? null : await internalAdapter.findVerificationValue(identifier);
  if (found === null || found === undefined || new Date(found.expiresAt) < new Date()) return null;
  return (await internalAdapter.findUserById(found.value))?.email ?? null;
}

/** One change of a person's sign-in after another, whoever makes them: the row of the person is locked. Refuses INVALID_PASSWORD for who has none. */
export function withPerson<T>(authPool: Pool, userId: string, work: (held: CredentialRow, client: ClientBase) => Promise<T>): Promise<T> {
  return inTransaction(authPool, async (client) => {
    const held = await lockCredential(client, userId);
    if (held === null) throw new Refusal('INVALID_PASSWORD');
    return work(held, client);
  });
}

/**
 * Whether somebody who has a second factor knows their password; answers its hash. Refuses, first match wins: SECOND_FACTOR_INACTIVE,
 * INVALID_PASSWORD.
 */
export async function provePassword(authPool: Pool, userId: string, password: string): Promise<string> {
  return withPerson(authPool, userId, async ({ hashed, second_factor }) => {
    if (!second_factor) throw new Refusal('SECOND_FACTOR_INACTIVE');
    if (!(await verifyPassword({ hash: hashed, password }))) throw new Refusal('INVALID_PASSWORD');
    return hashed;
  });
}

/** Whether a code is one of the app of who is signed in, not used before, or one of their recovery codes, which it uses up. Throws INVALID_CODE. */
export async function proveCode(
  services: { readonly auth: Auth; readonly authPool: Pool },
  request: FastifyRequest,
  email: string,
  code: string,
): Promise<void> {
  const { auth, authPool } = services;
  const headers = new Headers({ cookie: request.headers.cookie ?? '' });
  const ofApp = !code.includes('-');
  if (ofApp && !(await insertUsedCode(authPool, email, code))) throw new Refusal('INVALID_CODE');
  try {
    await askLibrary(() =>
      ofApp
        ? auth.api.verifyTOTP({ body: { code }, headers })
        : auth.api.verifyBackupCode({ body: { code, disableSession: true }, headers }),
    );
  } catch (error) {
    if (ofApp) await deleteUsedCode(authPool, email, code);
    throw error instanceof APIError ? new Refusal('INVALID_CODE') : error;
  }
}

/** Removes it, if the password is still the one that was proven. Refuses INVALID_PASSWORD. */
export async function disableSecondFactor(authPool: Pool, userId: string, provenHash: string): Promise<void> {
  await withPerson(authPool, userId, async ({ hashed }, client) => {
    if (hashed !== provenHash) throw new Refusal('INVALID_PASSWORD');
    await deleteSecondFactor(client, userId);
  });
}

/** Removes second factor and passkeys of a person who lost them, and ends every session: the password signs in alone from then on. */
export async function removeFactors(authPool: Pool, userId: string): Promise<void> {
  await inTransaction(authPool, async (client) => {
    await deleteSecondFactor(client, userId);
    await deletePasskeys(client, userId);
    await deleteAllSessions(client, userId);
  });
}

/**
 * Changes a password, ends every other session and every link that was mailed to set one; answers which sessions. `own` are words that the
 * password must not be made of. Refuses, first match wins: INVALID_PASSWORD, PASSWORD_TOO_SHORT, PASSWORD_GUESSABLE.
 */
export async function setPassword(
  authPool: Pool,
  who: { readonly userId: string; readonly sessionId: string },
  change: { readonly before: string; readonly after: string; readonly own: readonly string[] },
): Promise<readonly string[]> {
  return withPerson(authPool, who.userId, async ({ hashed, second_factor }, client) => {
    if (!(await verifyPassword({ hash: hashed, password: change.before }))) throw new Refusal('INVALID_PASSWORD');
    if (!second_factor && change.after.length < PASSWORD_LENGTH_MIN) throw new Refusal('PASSWORD_TOO_SHORT');
    await refuseGuessable('new_password', change.after, change.own);
    await updatePassword(client, who.userId, await hashPassword(change.after));
    await deleteResetLinks(client, who.userId);
    return deleteSessions(client, who.userId, { allBut: who.sessionId });
  });
}
