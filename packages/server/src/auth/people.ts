// Accounts of people, made by operating commands and the demo. (People make their own through sign-up.)

import { randomUUID } from 'node:crypto';
import type { Pool } from '@countinghouse/store/connection';
import { hashPassword } from 'better-auth/crypto';
import type { Auth } from './auth.ts';

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
  const client = await authPool.connect();
  try {
    await client.query('begin');
    const made = await client.query(
      'insert into users (id, name, email, "emailVerified") values ($1, $2, $3, true) on conflict (email) do nothing',
      [id, person.name, person.email.trim().toLowerCase()],
    );
    if (made.rowCount !== 1) throw new EmailTaken(`there is an account with the e-mail ${person.email} already`);
    await client.query(
      'insert into credentials ("accountId", "providerId", "userId", password, "updatedAt") values ($1, $2, $3, $4, now())',
      [id, 'credential', id, password],
    );
    await client.query('commit');
    return id;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export async function findPeople(authPool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
  const found = await authPool.query<PersonRow>('select id, email, name from users where id::text = any($1)', [ids]);
  return new Map(found.rows.map((r) => [r.id, r]));
}

export async function findPersonByEmail(authPool: Pool, email: string): Promise<PersonRow | null> {
  const found = await authPool.query<PersonRow>('select id, email, name from users where email = $1', [email]);
  return found.rows[0] ?? null;
}

export async function isEmailVerified(authPool: Pool, userId: string): Promise<boolean> {
  const found = await authPool.query<{ verified: boolean }>('select "emailVerified" as verified from users where id = $1', [userId]);
  return found.rows[0]?.verified === true;
}

/** The mailbox of an account was proven to be its holder's. */
export async function verifyEmail(authPool: Pool, email: string): Promise<void> {
  await authPool.query('update users set "emailVerified" = true, "updatedAt" = now() where email = $1', [email]);
}

/** Whoever holds the mailbox holds the account: a new password, every other session ended, the e-mail verified. */
export async function takeOverAccount(authPool: Pool, userId: string, sessionId: string, password: string): Promise<void> {
  const hashed = await hashPassword(password);
  const client = await authPool.connect();
  try {
    await client.query('begin');
    await client.query(`update credentials set password = $2, "updatedAt" = now() where "userId" = $1 and "providerId" = 'credential'`, [
      userId,
      hashed,
    ]);
    await client.query('delete from sessions where "userId" = $1 and id <> $2', [userId, sessionId]);
    await client.query('update users set "emailVerified" = true, "updatedAt" = now() where id = $1', [userId]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The person whom a link to set a new password was mailed to; null where it opens nothing any more. */
export async function findByResetToken(auth: Auth, token: string): Promise<PersonRow | null> {
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
  if (found === null || found === undefined) return null;
  const user = await internalAdapter.findUserById(found.value);
  return user === null ? null : { id: user.id, email: user.email, name: user.name };
}
