// Invitations as they are accepted, with an account or on the way to one.

import { createHash, randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const newEmail = (): string => `guest-${randomUUID().slice(0, 8)}@example.test`;
const NEW_PASSWORD = 'correct horse battery';

/** An invitation as it was written by the kernel some days ago. */
async function inviteExpired(acme: Organisation, email: string): Promise<string> {
  const { ledger, pii } = testServer.opened.services;
  const token = randomUUID();
  const words = await pii.tokenise(acme.tenantId, 'email', email);
  const outcome = await ledger.submit(
    acme.tenantId,
    {
      type: 'invite.create',
      actor: { kind: 'user', id: acme.owner.id },
      id: randomUUID(),
      emailToken: words.token,
      role: 'member',
      expiresAtUs: BigInt(Date.now() - 1000) * 1000n,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      userId: null,
    },
    [words.store],
  );
  expect(outcome.kind).toBe('written');
  return token;
}
const accept = (who: Pick<Person, 'call'>, token: string, new_password?: string) =>
  who.call(people.acceptInvite, { body: { token, ...(new_password === undefined ? {} : { new_password }) } });

describe('POST /api/internal/tenants/invites/accept', () => {
  describe('200', () => {
    test('the person is a member with the role they were invited as, and that organisation is the current one', async () => {
      const acme = await openOrganisation(testServer);
      const guest = (await openOrganisation(testServer)).owner;
      const token = await acme.invite(guest.email, 'owner');
      expect(await accept(guest, token)).toMatchObject({ status: 200, body: { tenantId: acme.tenantId, role: 'owner' } });
      expect((await guest.call(tenants.mine)).body.currentId).toBe(acme.tenantId);
      expect((await guest.call(people.members)).body.members.map((m) => [m.id, m.role])).toContainEqual([guest.id, 'owner']);
      expect((await acme.owner.call(people.invites)).body.invites).toEqual([]);
    });
    test('an account that nobody verified gets a new password: other sessions are dead, this one goes on, the new password signs in', async () => {
      const acme = await openOrganisation(testServer);
      const guest = await testServer.person('Gus', { signsUp: true });
      const elsewhere = await testServer.signIn(guest.email, guest.password);
      const token = await acme.invite(guest.email);
      expect((await elsewhere.call(tenants.mine)).status).toBe(200);
      expect(await accept(guest, token)).toMatchObject(refused(409, 'NEW_PASSWORD_REQUIRED'));
      for (const guessable of ['1qaz2wsx3edc4rfv', `${guest.email}!`])
        expect(await accept(guest, token, guessable)).toMatchObject(refused(400, 'PASSWORD_GUESSABLE'));
      expect((await elsewhere.call(tenants.mine)).status).toBe(200);
      expect((await accept(guest, token, NEW_PASSWORD)).status).toBe(200);
      expect(await elsewhere.call(tenants.mine)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
      expect((await guest.call(tenants.mine)).body.currentId).toBe(acme.tenantId);
      expect((await testServer.signIn(guest.email, guest.password)).status).toBe(401);
      expect((await testServer.signIn(guest.email, NEW_PASSWORD)).status).toBe(200);
    });
    test('once the mailbox is proven no later invitation asks for a password, and one that is sent changes none', async () => {
      const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
      const guest = await testServer.person('Gus', { signsUp: true });
      await accept(guest, await acme.invite(guest.email), NEW_PASSWORD);
      expect((await accept(guest, await other.invite(guest.email), 'another password entirely')).status).toBe(200);
      expect((await testServer.signIn(guest.email, NEW_PASSWORD)).status).toBe(200);
    });
  });
  describe('400', () => {
    test.each([
      ['no token', {}, 'MISSING_FIELDS', 'token'],
      ['an empty token', { token: '' }, 'MISSING_FIELDS', 'token'],
      ['a token of 201', { token: 'x'.repeat(201) }, 'VALIDATION_ERROR', 'token'],
      ['a password too short', { token: 'x', new_password: 'x'.repeat(14) }, 'VALIDATION_ERROR', 'new_password'],
      ['a password too long', { token: 'x', new_password: 'x'.repeat(129) }, 'VALIDATION_ERROR', 'new_password'],
    ])('%s is refused where it is', async (_what, body, code, path) => {
      const answer = await (await testServer.person()).send('POST', people.acceptInvite.path, body);
      expect(answer).toMatchObject({ status: 400, body: { code, details: [{ path }] } });
    });
  });
  test('401: without a session it asks to sign in, and the invitation stays', async () => {
    const { invite } = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await invite(guest.email);
    expect(await accept(testServer.nobody, token)).toMatchObject(refused(401, 'NOT_SIGNED_IN'));
    expect((await accept(guest, token)).status).toBe(200);
  });
  test('403: another account than the one it was sent to, verified or not, with a password or not; nothing changes', async () => {
    const { invite, headSeq } = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await invite(guest.email);
    const before = await headSeq();
    const [other, unverified] = [await testServer.person(), await testServer.person('Eve', { signsUp: true })];
    expect(await accept(other, token)).toMatchObject(refused(403, 'INVITE_EMAIL_MISMATCH'));
    expect(await accept(unverified, token, NEW_PASSWORD)).toMatchObject(refused(403, 'INVITE_EMAIL_MISMATCH'));
    expect((await testServer.signIn(unverified.email, unverified.password)).status).toBe(200);
    expect(await headSeq()).toBe(before);
    expect((await accept(guest, token)).status).toBe(200);
  });
  describe('404', () => {
    test('a token that was never mailed', async () => {
      expect(await accept(await testServer.person(), randomUUID())).toMatchObject(refused(404, 'INVITE_NOT_FOUND'));
    });
    test('an organisation that was deleted since', async () => {
      const { owner, invite } = await openOrganisation(testServer);
      const guest = await testServer.person();
      const token = await invite(guest.email);
      await owner.call(tenants.delete, { body: { confirm: 'DELETE' } });
      expect(await accept(guest, token)).toMatchObject(refused(404, 'INVITE_NOT_FOUND'));
    });
  });
  describe('409', () => {
    test('an invitation works once, also for the person it was for', async () => {
      const { owner, invite } = await openOrganisation(testServer);
      const guest = await testServer.person();
      const token = await invite(guest.email);
      await accept(guest, token);
      expect(await accept(guest, token)).toMatchObject(refused(409, 'INVITE_ALREADY_USED'));
      await owner.call(people.removeMember, { params: { id: guest.id } });
      expect(await accept(guest, token)).toMatchObject(refused(409, 'INVITE_ALREADY_USED'));
    });
    test('who became a member otherwise since', async () => {
      const { owner, invite, tenantId } = await openOrganisation(testServer);
      const guest = await testServer.person();
      const token = await invite(guest.email);
      const actor = { kind: 'user', id: owner.id } as const;
      await testServer.opened.services.ledger.submit(tenantId, { type: 'member.add', actor, userId: guest.id, role: 'member' });
      expect(await accept(guest, token)).toMatchObject(refused(409, 'USER_ALREADY_MEMBER'));
    });
  });
  test('410: a week later it is too late, also with a new password', async () => {
    const acme = await openOrganisation(testServer);
    const [guest, unverified] = [await testServer.person(), await testServer.person('Gus', { signsUp: true })];
    expect(await accept(guest, await inviteExpired(acme, guest.email))).toMatchObject(refused(410, 'INVITE_EXPIRED'));
    const token = await inviteExpired(acme, unverified.email);
    expect(await accept(unverified, token, NEW_PASSWORD)).toMatchObject(refused(410, 'INVITE_EXPIRED'));
    expect((await testServer.signIn(unverified.email, unverified.password)).status).toBe(200);
  });
  test('422: an account without an e-mail cannot be matched', async () => {
    const { invite } = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await invite(guest.email);
    await testServer.opened.authPool.query(`update users set email = '' where id = $1`, [guest.id]);
    testServer.opened.services.sessions.forgetSessions();
    expect(await accept(guest, token)).toMatchObject(refused(422, 'NO_EMAIL'));
  });
  test('423: a read-only organisation takes nobody in, and the invitation stays', async () => {
    const { owner, invite, deactivate } = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await invite(guest.email);
    await deactivate();
    expect(await accept(guest, token)).toMatchObject(refused(423, 'TENANT_READONLY'));
    await owner.call(tenants.clearReadOnly, { body: {} });
    expect((await accept(guest, token)).status).toBe(200);
  });
  test('429: who tries token after token is stopped, and told when to go on; others are not', async () => {
    const { invite } = await openOrganisation(testServer);
    const [guesser, guest] = [await testServer.person(), await testServer.person()];
    const token = await invite(guest.email);
    const tries = [];
    for (let i = 0; i < 40; i++) tries.push(await accept(guesser, randomUUID()));
    expect(tries[0]).toMatchObject(refused(404, 'INVITE_NOT_FOUND'));
    const last = tries.at(-1);
    expect(last).toMatchObject(refused(429, 'TOO_MANY_ATTEMPTS'));
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await accept(guest, token)).status).toBe(200);
  });
});

describe('signing up on the way', () => {
  let invitedOnly: TestServer;
  beforeAll(async () => {
    invitedOnly = await openTestServer(db.where, { SIGN_UP: 'invite', DATA_DIR: testServer.dataDir });
  });
  afterAll(() => invitedOnly.close());
  const body = (email: string, invite_token?: string) => ({
    name: 'Gus',
    email,
    password: NEW_PASSWORD,
    ...(invite_token === undefined ? {} : { invite_token }),
  });
  test('where sign-up is by invitation, who was invited makes an account with the link, and with no other', async () => {
    const acme = await openOrganisation(invitedOnly);
    const email = newEmail();
    const token = await acme.invite(email);
    const signUp = (b: ReturnType<typeof body>) => invitedOnly.nobody.call(auth.signUp, { body: b });
    for (const b of [body(email), body(email, randomUUID()), body(newEmail(), token)])
      expect(await signUp(b)).toMatchObject(refused(403, 'SIGN_UP_CLOSED'));
    const answer = await signUp(body(email, token));
    expect(answer.status).toBe(200);
    const guest = await invitedOnly.signIn(email, NEW_PASSWORD);
    expect(await accept(guest, token)).toMatchObject({ status: 200, body: { tenantId: acme.tenantId } });
    expect(await signUp(body(newEmail(), token))).toMatchObject(refused(403, 'SIGN_UP_CLOSED'));
  });
  test('where sign-up is open, the link proves the mailbox: accepting asks for no second password; another’s link proves nothing', async () => {
    const acme = await openOrganisation(testServer);
    const [email, other] = [newEmail(), newEmail()];
    const token = await acme.invite(email);
    expect((await testServer.nobody.call(auth.signUp, { body: body(other, token) })).status).toBe(200);
    expect((await testServer.nobody.call(auth.signUp, { body: body(email, token) })).status).toBe(200);
    const [guest, eve] = [await testServer.signIn(email, NEW_PASSWORD), await testServer.signIn(other, NEW_PASSWORD)];
    expect((await accept(guest, token)).status).toBe(200);
    expect(await accept(eve, await acme.invite(other))).toMatchObject(refused(409, 'NEW_PASSWORD_REQUIRED'));
  });
});
