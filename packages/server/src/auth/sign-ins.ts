// Who tried to sign in, and how it went. Written before the answer, for known and unknown e-mails alike: neither the answer nor
// its time tells who exists.

import { SIGN_INS_KEPT_DAYS, type SignInOutcome } from '@countinghouse/contract/features/sign-ins';
import type { Pool } from '@countinghouse/store/connection';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { NoGuessLeft } from './guesses.ts';

/** Of e-mails that nobody has. Source: decision 0037. */
const NOBODYS_KEPT_DAYS = 1;
const USER_AGENT_LENGTH_MAX = 400;

export async function recordSignIn(authPool: Pool, request: FastifyRequest, email: string, outcome: SignInOutcome): Promise<void> {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  await authPool.query(
    'insert into sign_ins ("userId", outcome, address, "userAgent") values ((select id from users where email = $1), $2, $3, $4)',
    [email.trim().toLowerCase(), outcome, request.ip, userAgent],
  );
}

/** Evaluates one step of a sign-in as one guess, and records it where it failed. */
export async function guessToSignIn<T>(
  { guesses, authPool }: Pick<Services, 'guesses' | 'authPool'>,
  request: FastifyRequest,
  email: string,
  step: 'wrong_password' | 'wrong_code',
  evaluate: () => Promise<T>,
): Promise<T> {
  try {
    return await guesses.evaluate(request, email, evaluate);
  } catch (error) {
    if (error instanceof NoGuessLeft) await recordSignIn(authPool, request, email, 'barred');
    else if (error instanceof Refusal && (error.code === 'INVALID_EMAIL_OR_PASSWORD' || error.code === 'INVALID_CODE'))
      await recordSignIn(authPool, request, email, step);
    throw error;
  }
}

export interface SignInRow {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly outcome: SignInOutcome;
  readonly address: string;
  readonly user_agent: string;
}

/** Of these people, each since an instant (RFC 3339) of their own; newest first. */
export async function listSignIns(
  authPool: Pool,
  since: ReadonlyMap<string, string>,
  { failed, limit }: { readonly failed: boolean; readonly limit: number },
): Promise<readonly SignInRow[]> {
  const found = await authPool.query<SignInRow>(
    `select s.id, s.at, s."userId" as user_id, u.email, u.name, s.outcome, s.address, s."userAgent" as user_agent
     from unnest($1::uuid[], $2::timestamptz[]) as m(id, since)
       join sign_ins s on s."userId" = m.id and s.at >= m.since
       join users u on u.id = m.id
     where $3 = false or s.outcome <> 'signed_in'
     order by s.at desc, s.id limit $4`,
    [[...since.keys()], [...since.values()], failed, limit],
  );
  return found.rows;
}

/** When each of these people signed in last. */
export async function lastSignIns(authPool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const found = await authPool.query<{ id: string; at: Date }>(
    `select "userId" as id, max(at) as at from sign_ins where "userId" = any($1::uuid[]) and outcome = 'signed_in' group by "userId"`,
    [ids],
  );
  return new Map(found.rows.map((r) => [r.id, r.at]));
}

/** Forgets what is older than it is kept. */
export async function forgetSignIns(authPool: Pool): Promise<void> {
  await authPool.query(
    `delete from sign_ins where at < now() - make_interval(days => $1) or ("userId" is null and at < now() - make_interval(days => $2))`,
    [SIGN_INS_KEPT_DAYS, NOBODYS_KEPT_DAYS],
  );
}
