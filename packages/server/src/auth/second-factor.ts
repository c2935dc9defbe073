// What is asked of the second factor beside the authentication library: whose sign-in waits for a code, that a code opens once,
// that a short password never stands alone.

import { PASSWORD_LENGTH_MIN } from '@countinghouse/contract/features/auth';
import type { Pool } from '@countinghouse/store/connection';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { type Auth, COOKIE_PREFIX } from './auth.ts';

/** Longer than any clock window in which a code is taken. */
const CODE_LIFE = '10 minutes';

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

/** Notes that a code is being used; false where it was used already. */
export async function useCode(authPool: Pool, email: string, code: string): Promise<boolean> {
  await authPool.query(`delete from used_codes where "usedAt" < now() - interval '${CODE_LIFE}'`);
  const noted = await authPool.query(
    `insert into used_codes ("userId", code, "usedAt") select id, $2, now() from users where email = $1 on conflict do nothing`,
    [email, code],
  );
  return noted.rowCount === 1;
}

/** A code that was noted and turned out wrong. */
export async function unuseCode(authPool: Pool, email: string, code: string): Promise<void> {
  await authPool.query('delete from used_codes where "userId" = (select id from users where email = $1) and code = $2', [email, code]);
}

export async function hasSecondFactor(authPool: Pool, userId: string): Promise<boolean> {
  const found = await authPool.query<{ active: boolean }>('select coalesce("twoFactorEnabled", false) as active from users where id = $1', [
    userId,
  ]);
  return found.rows[0]?.active === true;
}

/** Who of these people has a second factor. */
export async function listWithSecondFactor(authPool: Pool, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await authPool.query<{ id: string }>('select id from users where id::text = any($1) and "twoFactorEnabled"', [ids]);
  return new Set(found.rows.map((r) => r.id));
}

interface Held {
  readonly hashed: string;
  readonly active: boolean;
}

/** One change of a person's sign-in after another, whoever makes them: the row of the person is locked. */
async function withPerson<T>(authPool: Pool, userId: string, work: (held: Held, query: Pool['query']) => Promise<T>): Promise<T> {
  const client = await authPool.connect();
  try {
    await client.query('begin');
    const found = await client.query<Held>(
      `select c.password as hashed, coalesce(u."twoFactorEnabled", false) as active
       from users u join credentials c on c."userId" = u.id and c."providerId" = 'credential'
       where u.id = $1 for update of u, c`,
      [userId],
    );
    const [held] = found.rows;
    if (held === undefined) throw new Refusal('INVALID_PASSWORD');
    const result = await work(held, client.query.bind(client) as Pool['query']);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Refuses, first match wins: SECOND_FACTOR_INACTIVE, INVALID_PASSWORD, LONGER_PASSWORD_REQUIRED. */
export async function disableSecondFactor(authPool: Pool, userId: string, password: string): Promise<void> {
  await withPerson(authPool, userId, async ({ hashed, active }, query) => {
    if (!active) throw new Refusal('SECOND_FACTOR_INACTIVE');
    if (!(await verifyPassword({ hash: hashed, password }))) throw new Refusal('INVALID_PASSWORD');
    if (password.length < PASSWORD_LENGTH_MIN) throw new Refusal('LONGER_PASSWORD_REQUIRED');
    await query('delete from two_factors where "userId" = $1', [userId]);
    await query('update users set "twoFactorEnabled" = false, "updatedAt" = now() where id = $1', [userId]);
  });
}

/** Changes a password and ends every other session; answers which. Refuses, first match wins: INVALID_PASSWORD, PASSWORD_TOO_SHORT. */
export async function changePassword(
  authPool: Pool,
  who: { readonly userId: string; readonly sessionId: string },
  change: { readonly before: string; readonly after: string },
): Promise<readonly string[]> {
  return withPerson(authPool, who.userId, async ({ hashed, active }, query) => {
    if (!(await verifyPassword({ hash: hashed, password: change.before }))) throw new Refusal('INVALID_PASSWORD');
    if (!active && change.after.length < PASSWORD_LENGTH_MIN) throw new Refusal('PASSWORD_TOO_SHORT');
    await query(`update credentials set password = $2, "updatedAt" = now() where "userId" = $1 and "providerId" = 'credential'`, [
      who.userId,
      await hashPassword(change.after),
    ]);
    const ended = await query<{ id: string }>('delete from sessions where "userId" = $1 and id <> $2 returning id', [
      who.userId,
      who.sessionId,
    ]);
    return ended.rows.map((r) => r.id);
  });
}
