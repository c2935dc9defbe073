// Who has a second factor, and which codes of it were used. Tables of the authentication library and one of ours beside them
// (schema `auth`, role `auth`).

import type pg from 'pg';

/** Longer than any clock window in which a code is taken. */
const CODE_LIFE = '10 minutes';

export async function hasSecondFactor(pool: pg.Pool, userId: string): Promise<boolean> {
  const found = await pool.query<{ active: boolean }>(
    'select coalesce("twoFactorEnabled", false) as active from auth.users where id = $1',
    [userId],
  );
  return found.rows[0]?.active === true;
}

/** Who of these people has a second factor. */
export async function listWithSecondFactor(pool: pg.Pool, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await pool.query<{ id: string }>('select id from auth.users where id::text = any($1) and "twoFactorEnabled"', [ids]);
  return new Set(found.rows.map((r) => r.id));
}

/** Whether one was not written because the person has one: two requests began to set one up at the same moment. */
export const isBegunTwice = (error: unknown): boolean =>
  (error as { readonly constraint?: unknown } | null)?.constraint === 'two_factors_userId_key';

export async function deleteSecondFactor(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query('delete from auth.two_factors where "userId" = $1', [userId]);
  await client.query('update auth.users set "twoFactorEnabled" = false, "updatedAt" = now() where id = $1', [userId]);
}

/** Notes that a code of a person (e-mail in lower case) is used; false where it was used already, or nobody has the e-mail. */
export async function insertUsedCode(pool: pg.Pool, email: string, code: string): Promise<boolean> {
  await pool.query(`delete from auth.used_codes where "usedAt" < now() - interval '${CODE_LIFE}'`);
  const noted = await pool.query(
    `insert into auth.used_codes ("userId", code, "usedAt") select id, $2, now() from auth.users where email = $1 on conflict do nothing`,
    [email, code],
  );
  return noted.rowCount === 1;
}

export async function deleteUsedCode(pool: pg.Pool, email: string, code: string): Promise<void> {
  await pool.query('delete from auth.used_codes where "userId" = (select id from auth.users where email = $1) and code = $2', [
    email,
    code,
  ]);
}
