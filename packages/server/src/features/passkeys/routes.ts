// Passkeys of the person who asks, and signing in with one. Adding and removing one takes the password and a second factor once more, and is told by mail.

import { passkeys as contract, PASSKEYS_MAX, type Passkey } from '@countinghouse/contract/features/passkeys';
import {
  deletePasskey,
  deletePasskeySessions,
  findPasskey,
  insertPasskey,
  insertUsedChallenge,
  listCredentials,
  listPasskeys,
  type PasskeyRow,
  updatePasskeyName,
  updatePasskeyUse,
} from '@countinghouse/store/auth/passkeys';
import { isEmailVerified } from '@countinghouse/store/auth/people';
import { execute } from '@countinghouse/store/sql/execute';
import type { FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import { proveAgain } from '../../auth/prove-again.ts';
import { withPerson } from '../../auth/second-factor.ts';
import { recordSignIn } from '../../auth/sign-ins.ts';
import { countAttempt, networkOf } from '../../http/attempts.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

/** Of an address, as many as sign-ins with a password. Source: decision 0005. */
const TRIES_A_MINUTE = 30;

const toWire = ({ id, name, synced, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  synced,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

export const list = handler(contract.list, async ({ caller }, { authPool }) => ({
  passkeys: (await listPasskeys(authPool, caller.session.userId)).map(toWire),
}));

export const begin = handler(contract.begin, async ({ caller, input, request }, services) => {
  const { authPool, clock, passkeys } = services;
  const { session } = caller;
  // Else whoever signs up with somebody else's address keeps a way in for the day on which they prove it.
  if (!(await isEmailVerified(authPool, session.userId))) throw new Refusal('EMAIL_UNVERIFIED');
  await proveAgain(services, request, session, input.body);
  const known = await listCredentials(authPool, session.userId);
  if (known.length >= PASSKEYS_MAX) throw new Refusal('PASSKEYS_FULL');
  return { options: { ...(await passkeys.optionsToAdd(session, session.id, clock.nowMs(), known)) } };
});

export const add = handler(contract.add, async ({ caller, input }, { authPool, writerPool, letters, mailWorker, clock, passkeys }) => {
  const { userId, id: sessionId } = caller.session;
  const { name, credential } = input.body;
  const made = await passkeys.verifyAdded(credential, sessionId, clock.nowMs());
  if (made === null || !(await insertUsedChallenge(authPool, made.challenge))) throw new Refusal('PASSKEY_NOT_ADDED');
  const notice = await letters.queuePasskeyChanged(userId, 'added', name);
  const passkey = await withPerson(authPool, userId, async (_held, client) => {
    if ((await listCredentials(client, userId)).length >= PASSKEYS_MAX) throw new Refusal('PASSKEYS_FULL');
    const row = await insertPasskey(client, { ...made, userId, name });
    if (row === null) throw new Refusal('PASSKEY_NOT_ADDED');
    // Queued before it counts: a passkey that nobody was told of is worse than word of one that came to nothing.
    await execute(writerPool, notice);
    return row;
  });
  mailWorker.nudge();
  return { passkey: toWire(passkey) };
});

export const rename = handler(contract.rename, async ({ caller, input }, { authPool }) => {
  const renamed = await updatePasskeyName(authPool, caller.session.userId, input.params.id, input.body.name);
  if (!renamed) throw new Refusal('NOT_FOUND');
  return { ok: true as const };
});

export const remove = handler(contract.remove, async ({ caller, input, request }, services) => {
  const { authPool, writerPool, letters, mailWorker, sessions } = services;
  const { userId, id: sessionId } = caller.session;
  const { id } = input.params;
  if (!(await listPasskeys(authPool, userId)).some((p) => p.id === id)) throw new Refusal('NOT_FOUND');
  await proveAgain(services, request, caller.session, input.body);
  const ended = await withPerson(authPool, userId, async (_held, client) => {
    const name = await deletePasskey(client, userId, id);
    if (name === null) throw new Refusal('NOT_FOUND');
    await execute(writerPool, await letters.queuePasskeyChanged(userId, 'removed', name));
    return deletePasskeySessions(client, id, sessionId);
  });
  await sessions.settle(ended, request);
  mailWorker.nudge();
  return { ok: true as const };
});

export const ask = handler(contract.ask, async ({ request, reply }, { authPool, clock, passkeys }) => {
  await countAttempt(authPool, [`passkey options|${networkOf(request.ip)}`], TRIES_A_MINUTE);
  return { options: { ...(await passkeys.optionsToSignIn(request, reply, clock.nowMs())) } };
});

export const signIn = handler(contract.signIn, async ({ caller, input, request, reply }, services) => {
  const { authPool, clock, passkeys, sessions, guesses } = services;
  await countAttempt(authPool, [`passkey|${networkOf(request.ip)}`], TRIES_A_MINUTE);
  const { credential } = input.body;
  const passkey = await findPasskey(authPool, credential.id);
  if (passkey === null) throw new Refusal('PASSKEY_REFUSED');
  const signed = await passkeys.verifyUsed(request, credential, passkey, clock.nowMs());
  if (signed === null || !(await insertUsedChallenge(authPool, signed.challenge))) {
    await recordSignIn(authPool, request, passkey.email, 'wrong_passkey');
    throw new Refusal('PASSKEY_REFUSED');
  }
  const { id, user_id: userId, email, name, counter: before } = passkey;
  const begun = await beginSession(services, request, { userId, passkeyId: id });
  // Looked at last: one that was removed, or moved on elsewhere, since it was read leaves no session behind.
  if (!(await updatePasskeyUse(authPool, id, { before, after: signed.counter }))) {
    await sessions.revoke(userId, { only: begun.sessionId }, request);
    throw new Refusal('PASSKEY_REFUSED');
  }
  reply.header('set-cookie', begun.cookies);
  sessions.forgetSessions();
  if (caller !== null) await sessions.revoke(caller.session.userId, { only: caller.session.id }, request);
  await recordSignIn(authPool, request, email, 'signed_in');
  guesses.trust(reply, email);
  return { user: { id: userId, email, name } };
});

/** A session as the authentication library makes it, from the address and browser that ask. */
async function beginSession(
  { auth }: Pick<Services, 'auth'>,
  request: FastifyRequest,
  body: { readonly userId: string; readonly passkeyId: string },
): Promise<{ readonly sessionId: string; readonly cookies: string[] }> {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip, 'user-agent': request.headers['user-agent'] ?? '' });
  const { headers: answered, response } = await auth.api.beginPasskeySession({ body, headers, returnHeaders: true });
  return { sessionId: response.sessionId, cookies: answered.getSetCookie() };
}

export const passkeysHandlers: readonly Handler[] = [list, begin, add, rename, remove, ask, signIn];
