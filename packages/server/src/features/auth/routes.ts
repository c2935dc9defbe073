// Sign-in and what belongs to it. Bodies are checked against the contract and handed to the authentication library; guesses are
// counted, sign-ins recorded, and ended sessions are dead before the answer.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { auth as contract, User } from '@countinghouse/contract/features/auth';
import { updateEmailVerified } from '@countinghouse/store/auth/people';
import * as z from 'zod';
import { askAuth } from '../../auth/ask-auth.ts';
import { refuseGuessable } from '../../auth/guessable-passwords.ts';
import { invitingOrganisation, provesMailbox } from '../../auth/invitations.ts';
import { findByResetToken, ownWordsOf, settleReset } from '../../auth/people.ts';
import { setPassword } from '../../auth/second-factor.ts';
import { guessToSignIn, recordSignIn } from '../../auth/sign-ins.ts';
import { countInHour } from '../../http/attempts.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

/** Of what the library answers: the token of the session stays in its cookie. */
const SignedIn = z.object({ user: User });
/** Of a mailbox. Source: decision 0015. */
const RESETS_AN_HOUR = 5;
/** Longer than a link takes to be made and queued: where nobody has the address there is none to make. Source: decision 0101. */
const FORGOT_TAKES_MS = 250;

/** Strangers do not take the room that is left for what keeps the database alive. Whoever has an account gets in: by password, passkey, provider, or a link that was mailed before. */
function refuseWhereFull({ disk }: Pick<Services, 'disk'>): void {
  if (disk.full) throw new Refusal('STORAGE_FULL');
}

export const signIn = handler(contract.signIn, async ({ caller, input, request, reply }, services) => {
  const { email } = input.body;
  const answer = await guessToSignIn(services, request, email, 'wrong_password', () => askAuth(services, request, reply, input.body));
  services.sessions.forgetSessions();
  // The browser has a new one, or lost the one before until the code is typed: nobody would end it.
  if (caller !== null) await services.sessions.revoke(caller.session.userId, { only: caller.session.id }, request);
  if (answer['twoFactorRedirect'] === true) return { second_factor: 'required' as const };
  await recordSignIn(services.authPool, request, email, 'signed_in');
  services.guesses.trust(reply, email);
  return SignedIn.parse(answer);
});

export const signOut = handler(contract.signOut, async ({ caller, request, reply, input }, services) => {
  // The library says that it is over whether the database let it go or not.
  if (caller !== null) await services.sessions.revoke(caller.session.userId, { only: caller.session.id }, request);
  return (await askAuth(services, request, reply, input.body)) as z.input<(typeof contract.signOut)['ok']>;
});

export const reset = handler(contract.reset, async ({ input, request, reply }, services) => {
  const person = await findByResetToken(services.auth, input.body.token);
  if (person !== null) await refuseGuessable('newPassword', input.body.newPassword, await ownWordsOf(services, person));
  const before = person === null ? [] : await services.sessions.idsOf(person.id);
  const answer = await askAuth(services, request, reply, input.body);
  if (person !== null) await settleReset(services.authPool, person);
  await services.sessions.settle(before, request);
  // The mailbox is theirs: from this browser their sign-in is not held up by what others guessed.
  if (person !== null) services.guesses.trust(reply, person.email);
  return answer as z.input<(typeof contract.reset)['ok']>;
});

export const forgot = handler(contract.forgot, async ({ input, request, reply }, services) => {
  refuseWhereFull(services);
  // A mailbox is not filled by strangers; counted for every address, so that the answer tells nothing of accounts.
  const mailbox = createHash('sha256').update(input.body.email).digest('hex');
  await countInHour(services.authPool, `reset|${mailbox}`, RESETS_AN_HOUR, 'TOO_MANY_ATTEMPTS');
  const [answer] = await Promise.all([askAuth(services, request, reply, input.body), sleep(FORGOT_TAKES_MS)]);
  return answer as z.input<(typeof contract.forgot)['ok']>;
});

// The library knows nothing of invitations: whether sign-up is open is decided here, before it is asked.
export const signUp = handler(contract.signUp, async ({ caller, input, request, reply }, services) => {
  refuseWhereFull(services);
  const { invite_token, ...body } = input.body;
  const proven = invite_token !== undefined && (await provesMailbox(services, invite_token, body.email));
  if (services.signUp === 'invite' && !proven) throw new Refusal('SIGN_UP_CLOSED');
  const organisation = invite_token === undefined ? [] : await invitingOrganisation(services, invite_token);
  await refuseGuessable('password', body.password, [body.name, body.email, ...organisation]);
  const answer = await askAuth(services, request, reply, body);
  if (caller !== null) await services.sessions.revoke(caller.session.userId, { only: caller.session.id }, request);
  if (proven) await updateEmailVerified(services.authPool, body.email);
  services.sessions.forgetSessions();
  await recordSignIn(services.authPool, request, body.email, 'signed_in');
  services.guesses.trust(reply, body.email);
  return SignedIn.parse(answer);
});

export const session = handler(contract.session, async ({ caller }) => {
  if (caller === null) return { user: null };
  const { userId, email, name, secondFactor } = caller.session;
  return { user: { id: userId, email, name, second_factor: secondFactor } };
});

export const changePassword = handler(contract.changePassword, async ({ caller, input, request }, services) => {
  const { authPool, sessions, guesses } = services;
  const { userId, id: sessionId, email, name } = caller.session;
  const own = await ownWordsOf(services, { id: userId, email, name });
  const change = { before: input.body.current_password, after: input.body.new_password, own };
  const ended = await guesses.evaluate(request, email, () => setPassword(authPool, { userId, sessionId }, change));
  await sessions.settle(ended, request);
  return { ok: true as const };
});

export const authHandlers: readonly Handler[] = [signIn, signOut, reset, forgot, signUp, session, changePassword];
