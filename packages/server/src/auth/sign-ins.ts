// Who tried to sign in, and how it went. Written before the answer, for known and unknown e-mails alike: neither the answer nor
// its time tells who exists.

import { SIGN_INS_KEPT_DAYS, type SignInOutcome } from '@countinghouse/contract/features/sign-ins';
import { deleteOldSignIns, insertSignIn, type SignInBounds } from '@countinghouse/store/auth/sign-ins';
import type { Pool } from '@countinghouse/store/connection';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { NoGuessLeft } from './guesses.ts';

/** Of e-mails that nobody has. Source: decision 0037. */
const NOBODYS_KEPT_DAYS = 1;
/** Whoever goes on failing does not fill the table. Source: decision 0078. */
const BOUNDS: SignInBounds = { failedAnHour: 60, nobodysAnHour: 1_000, failedKept: 1_000 };
const USER_AGENT_LENGTH_MAX = 400;

export async function recordSignIn(authPool: Pool, request: FastifyRequest, email: string, outcome: SignInOutcome): Promise<void> {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX);
  await insertSignIn(authPool, { email: email.trim().toLowerCase(), outcome, address: request.ip, userAgent }, BOUNDS);
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

/** Forgets what is older than it is kept. */
export const forgetSignIns = (authPool: Pool): Promise<void> =>
  deleteOldSignIns(authPool, SIGN_INS_KEPT_DAYS, NOBODYS_KEPT_DAYS, BOUNDS.failedKept);
