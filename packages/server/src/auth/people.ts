// Accounts of people as operating commands and the demo make them (people make their own through sign-up), and as whoever proves
// the mailbox takes them over.

import { randomUUID } from 'node:crypto';
import { insertCredential, updatePassword } from '@countinghouse/store/auth/credentials';
import { deletePasskeys } from '@countinghouse/store/auth/passkeys';
import { deleteResetLinks, insertPerson, isEmailVerified, type PersonRow, updateEmailVerified } from '@countinghouse/store/auth/people';
import { deleteSecondFactor } from '@countinghouse/store/auth/second-factors';
import { deleteSessions } from '@countinghouse/store/auth/sessions';
import type { Pool } from '@countinghouse/store/connection';
import { inTransaction } from '@countinghouse/store/transaction';
import { hashPassword } from 'better-auth/crypto';
import type { Auth } from './auth.ts';
import type { Session, Sessions } from './sessions.ts';

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export class EmailTaken extends Error {}

/** Makes an account with a verified e-mail and answers its id. Throws EmailTaken. */
export async function createPerson(authPool: Pool, person: NewPerson): Promise<string> {
  const id = randomUUID();
  const password = await hashPassword(person.password);
  await inTransaction(authPool, async (client) => {
    const made = await insertPerson(client, { id, name: person.name, email: person.email.trim().toLowerCase() });
    if (!made) throw new EmailTaken(`there is an account with the e-mail ${person.email} already`);
    await insertCredential(client, id, password);
  });
  return id;
}

/** Whoever holds the mailbox holds the account: a new password, no second factor and no passkey, every other session and link ended, the e-mail verified. */
export async function takeOverAccount(
  authPool: Pool,
  { id: sessionId, userId, email }: Pick<Session, 'id' | 'userId' | 'email'>,
  password: string,
): Promise<void> {
  const hashed = await hashPassword(password);
  await inTransaction(authPool, async (client) => {
    await updatePassword(client, userId, hashed);
    await deleteSecondFactor(client, userId);
    await deletePasskeys(client, userId);
    await deleteSessions(client, userId, { allBut: sessionId });
    await deleteResetLinks(client, userId);
    await updateEmailVerified(client, email);
  });
}

/**
 * After a password was set with a mailed link: no link mailed before opens anything, and in an account whose mailbox was never proven what
 * somebody else may have set up is gone.
 */
export async function settleReset(authPool: Pool, { id, email }: PersonRow): Promise<void> {
  const verified = await isEmailVerified(authPool, id);
  await inTransaction(authPool, async (client) => {
    await deleteResetLinks(client, id);
    if (verified) return;
    await deleteSecondFactor(client, id);
    await deletePasskeys(client, id);
    await updateEmailVerified(client, email);
  });
}

/** What a password of theirs must not be made of: name, e-mail and the names of their organisations. */
export async function ownWordsOf(
  { sessions }: { readonly sessions: Sessions },
  { id, name, email }: PersonRow,
): Promise<readonly string[]> {
  return [name, email, ...(await sessions.memberships(id)).map((m) => m.name)];
}

/** The person whom a link to set a new password was mailed to; null where it opens nothing any more. */
export async function findByResetToken(auth: Auth, token: string): Promise<PersonRow | null> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (found === null || found === undefined) return null;
  const user = await internalAdapter.findUserById(found.value);
  return user === null ? null : { id: user.id, email: user.email, name: user.name };
}
