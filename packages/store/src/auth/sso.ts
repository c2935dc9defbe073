// Whom a provider of an organisation knows as whom, in the library's table of credentials (schema `auth`, role `auth`): one row for each connection
// and name of a person there. No tokens are kept.

import type pg from 'pg';
import type { PersonRow } from './people.ts';

const providerOf = (connectionId: string): string => `sso:${connectionId}`;

/** The person whom a connection's provider knows by this name; null for nobody yet. */
export async function findSsoPerson(pool: pg.Pool, connectionId: string, subject: string): Promise<PersonRow | null> {
  const found = await pool.query<PersonRow>(
    `select u.id, u.email, u.name from auth.credentials c join auth.users u on u.id = c."userId"
     where c."providerId" = $1 and c."accountId" = $2`,
    [providerOf(connectionId), subject],
  );
  return found.rows[0] ?? null;
}

/** Whether a connection's provider knows this person already, by another name of theirs. */
export async function hasSsoSubject(pool: pg.Pool, connectionId: string, userId: string): Promise<boolean> {
  const found = await pool.query('select from auth.credentials where "providerId" = $1 and "userId" = $2', [
    providerOf(connectionId),
    userId,
  ]);
  return found.rows.length > 0;
}

/** Notes it; again changes nothing. */
export async function insertSsoPerson(pool: pg.Pool, connectionId: string, subject: string, userId: string): Promise<void> {
  await pool.query(
    `insert into auth.credentials ("accountId", "providerId", "userId", "updatedAt") select $2, $1, $3, $4
     where not exists (select from auth.credentials where "providerId" = $1 and "accountId" = $2)`,
    [providerOf(connectionId), subject, userId, new Date()],
  );
}
