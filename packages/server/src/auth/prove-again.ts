// Who changes how they sign in shows again who they are: the password, and a second factor. Where an authenticator app is set up that is a code; where
// there are only passkeys, it is that one of them began the session. So nobody gets from a password alone to a factor of their own.

import { hasPasskey } from '@countinghouse/store/auth/passkeys';
import type { Pool } from '@countinghouse/store/connection';
import { verifyPassword } from 'better-auth/crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { proveCode, withPerson } from './second-factor.ts';
import type { Session } from './sessions.ts';

/** Throws PASSKEY_NEEDED where passkeys are the person's second factor and the session was begun without one. */
export async function refusePasswordAlone(authPool: Pool, session: Pick<Session, 'userId' | 'secondFactor'>): Promise<void> {
  if (!session.secondFactor && (await hasPasskey(authPool, session.userId))) throw new Refusal('PASSKEY_NEEDED');
}

/** One guess. Refuses, first match wins: TOO_MANY_ATTEMPTS, INVALID_PASSWORD, INVALID_CODE, PASSKEY_NEEDED. */
export async function proveAgain(
  services: Pick<Services, 'auth' | 'authPool' | 'guesses'>,
  request: FastifyRequest,
  session: Session,
  { password, code }: { readonly password: string; readonly code?: string | undefined },
): Promise<void> {
  const { authPool, guesses } = services;
  await guesses.evaluate(request, session.email, async () => {
    const { second_factor } = await withPerson(authPool, session.userId, async (held) => {
      if (!(await verifyPassword({ hash: held.hashed, password }))) throw new Refusal('INVALID_PASSWORD');
      return held;
    });
    if (!second_factor) return refusePasswordAlone(authPool, session);
    if (code === undefined) throw new Refusal('INVALID_CODE');
    return proveCode(services, request, session.email, code);
  });
}
