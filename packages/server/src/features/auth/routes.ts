// Sign-in and what belongs to it. Bodies are checked against the contract and handed to the authentication library; guesses are
// counted, sign-ins recorded, and ended sessions are dead before the answer.

import { createHash } from 'node:crypto';
import { auth as contract, type SignInAnswer } from '@countinghouse/contract/features/auth';
import { updateEmailVerified } from '@countinghouse/store/auth/people';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { askAuth } from '../../auth/ask-auth.ts';
import { provesMailbox } from '../../auth/invitations.ts';
import { findByResetToken } from '../../auth/people.ts';
import { changePassword } from '../../auth/second-factor.ts';
import { guessToSignIn, recordSignIn } from '../../auth/sign-ins.ts';
import { countAttempt } from '../../http/attempts.ts';
import { Refusal } from '../../http/refusal.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';

const HOUR_MS = 3_600_000;
/** Of a mailbox. Source: decision 0015. */
const RESETS_AN_HOUR = 5;

export function registerAuth(app: FastifyInstance, services: Services): void {
  const { authPool, sessions, guesses } = services;

  register(app, services, contract.signIn, async ({ input, request, reply }) => {
    const { email } = input.body;
    const answer = await guessToSignIn(services, request, email, 'wrong_password', () => askAuth(services, request, reply, input.body));
    sessions.forgetSessions();
    if (answer['twoFactorRedirect'] === true) return { second_factor: 'required' as const };
    await recordSignIn(authPool, request, email, 'signed_in');
    guesses.trust(reply, email);
    return answer as SignInAnswer;
  });

  register(app, services, contract.signOut, async ({ caller, request, reply, input }) => {
    const answer = await askAuth(services, request, reply, input.body);
    await sessions.settle(caller === null ? [] : [caller.session.id], request);
    return answer as z.input<(typeof contract.signOut)['ok']>;
  });

  register(app, services, contract.reset, async ({ input, request, reply }) => {
    const person = await findByResetToken(services.auth, input.body.token);
    const before = person === null ? [] : await sessions.idsOf(person.id);
    const answer = await askAuth(services, request, reply, input.body);
    await sessions.settle(before, request);
    // The mailbox is theirs: from this browser their sign-in is not held up by what others guessed.
    if (person !== null) guesses.trust(reply, person.email);
    return answer as z.input<(typeof contract.reset)['ok']>;
  });

  register(app, services, contract.forgot, async ({ input, request, reply }) => {
    // A mailbox is not filled by strangers; counted for every address, so that the answer tells nothing of accounts.
    const mailbox = createHash('sha256').update(input.body.email).digest('hex');
    await countAttempt(authPool, [`reset|${mailbox}`], { most: RESETS_AN_HOUR, windowMs: HOUR_MS });
    const answer = await askAuth(services, request, reply, input.body);
    return answer as z.input<(typeof contract.forgot)['ok']>;
  });

  // The library knows nothing of invitations: whether sign-up is open is decided here, before it is asked.
  register(app, services, contract.signUp, async ({ input, request, reply }) => {
    const { invite_token, ...body } = input.body;
    const proven = invite_token !== undefined && (await provesMailbox(services, invite_token, body.email));
    if (services.signUp === 'invite' && !proven) throw new Refusal('SIGN_UP_CLOSED');
    const answer = await askAuth(services, request, reply, body);
    if (proven) await updateEmailVerified(authPool, body.email);
    sessions.forgetSessions();
    await recordSignIn(authPool, request, body.email, 'signed_in');
    guesses.trust(reply, body.email);
    return answer as z.input<(typeof contract.signUp)['ok']>;
  });

  register(app, services, contract.session, async ({ caller }) => {
    if (caller === null) return { user: null };
    const { userId, email, name, secondFactor } = caller.session;
    return { user: { id: userId, email, name, second_factor: secondFactor } };
  });

  register(app, services, contract.changePassword, async ({ caller, input, request }) => {
    const { userId, id: sessionId, email } = caller.session;
    const change = { before: input.body.current_password, after: input.body.new_password };
    const ended = await guesses.evaluate(request, email, () => changePassword(authPool, { userId, sessionId }, change));
    await sessions.settle(ended, request);
    return { ok: true as const };
  });
}
