// Passwords as they are kept: hashed. Tables of the authentication library (schema `auth`, role `auth`).

import type pg from 'pg';

/** The library's word for a credential that is a password. */
const PASSWORD = 'credential';

export interface CredentialRow {
  /** As the library hashes and verifies it. */
  readonly hashed: string;
  /** Whether the person has a second factor. */
  readonly second_factor: boolean;
}

export async function insertCredential(client: pg.ClientBase, userId: string, hashed: string): Promise<void> {
  await client.query(
    'insert into auth.credentials ("accountId", "providerId", "userId", password, "updatedAt") values ($1, $2, $3, $4, now())',
    [userId, PASSWORD, userId, hashed],
  );
}

/** Locks a person and their password until the transaction ends: one change of a sign-in after another. */
export async function lockCredential(client: pg.ClientBase, userId: string): Promise<CredentialRow | null> {
  const found = await client.query<CredentialRow>(
    `select c.password as hashed, coalesce(u."twoFactorEnabled", false) as second_factor
     from auth.users u join auth.credentials c on c."userId" = u.id and c."providerId" = $2
     where u.id = $1 for update of u, c`,
    [userId, PASSWORD],
  );
  return found.rows[0] ?? null;
}

export async function updatePassword(client: pg.ClientBase, userId: string, hashed: string): Promise<void> {
  await client.query('update auth.credentials set password = $3, "updatedAt" = now() where "userId" = $1 and "providerId" = $2', [
    userId,
    PASSWORD,
    hashed,
  ]);
}
