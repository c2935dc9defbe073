// Accounts of people, made by operating commands and the demo. (People make their own through sign-up.)

import { randomUUID } from 'node:crypto';
import type { Pool } from '@countinghouse/store/connection';
import { hashPassword } from 'better-auth/crypto';

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
