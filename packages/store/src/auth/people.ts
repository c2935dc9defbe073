// Accounts of people, in the tables of the authentication library (schema `auth`, role `auth`). Beside the log: no event carries them.

import type pg from 'pg';

export interface PersonRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** An account whose e-mail (lower case) is verified; false where the e-mail is taken. It has no credential yet. */
export async function insertPerson(client: pg.ClientBase | pg.Pool, { id, name, email }: PersonRow): Promise<boolean> {
  const made = await client.query(
    'insert into auth.users (id, name, email, "emailVerified") values ($1, $2, $3, true) on conflict (email) do nothing',
    [id, name, email],
  );
  return made.rowCount === 1;
}

/** An account that was made and that nothing can sign in to yet. */
export async function deletePerson(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('delete from auth.users u where u.id = $1 and not exists (select from auth.credentials c where c."userId" = u.id)', [
    id,
  ]);
}

/** Whether there is any account at all. */
export async function hasPeople(pool: pg.Pool): Promise<boolean> {
  return (await pool.query('select from auth.users limit 1')).rows.length > 0;
}

/** By id; whom nobody knows is missing. */
export async function findPeople(pool: pg.Pool, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
  const found = await pool.query<PersonRow>('select id, email, name from auth.users where id::text = any($1)', [ids]);
  return new Map(found.rows.map((r) => [r.id, r]));
}

/** `email` in lower case. */
export async function findPersonByEmail(pool: pg.Pool, email: string): Promise<PersonRow | null> {
  const found = await pool.query<PersonRow>('select id, email, name from auth.users where email = $1', [email]);
  return found.rows[0] ?? null;
}

export async function isEmailVerified(pool: pg.Pool, userId: string): Promise<boolean> {
  const found = await pool.query<{ verified: boolean }>('select "emailVerified" as verified from auth.users where id = $1', [userId]);
  return found.rows[0]?.verified === true;
}

/** Links to set a new password that were mailed to a person. */
export async function deleteResetLinks(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query("delete from auth.verifications where value = $1 and identifier like 'reset-password:%'", [userId]);
}

/** The mailbox of an account was proven to be its holder's. `email` in lower case. */
export async function updateEmailVerified(client: pg.ClientBase | pg.Pool, email: string): Promise<void> {
  await client.query('update auth.users set "emailVerified" = true, "updatedAt" = now() where email = $1', [email]);
}
