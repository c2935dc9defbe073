import { createHash, randomUUID } from 'node:crypto';
import { auth } from '@countinghouse/contract/features/auth';
import { entities } from '@countinghouse/contract/features/entities';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFreePort } from '@countinghouse/testkit/server-process';
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
const DAY_MS = 86_400_000;
const NEW_PASSWORD = 'correct horse battery';

describe('GET /api/internal/tenants/members', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/tenants/members')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: everybody with their role, first joined first, to every member', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(people.members)).body).toEqual({
      members: [
        { id: owner.id, email: owner.email, name: 'Olive', role: 'owner', joined_at: expect.stringMatching(/Z$/) },
        { id: mo.id, email: mo.email, name: 'Mo', role: 'member', joined_at: expect.stringMatching(/Z$/) },
      ],
    });
  });
});

describe('GET /api/internal/tenants/names', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/tenants/names')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: members and those who left, to every member; of other organisations nobody', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await other.member();
    const [mo, gone] = [await acme.member(), await acme.member()];
    await acme.owner.call(people.removeMember, { params: { id: gone.id } });
    expect((await mo.call(people.names)).body).toEqual({
      people: [
        { id: acme.owner.id, name: 'Olive', state: 'member' },
        { id: mo.id, name: 'Mo', state: 'member' },
        { id: gone.id, name: 'Mo', state: 'former' },
      ],
      api_keys: [],
      service_accounts: [],
    });
  });
  test('200: who left is not named once the organisation has erased its personal words', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const gone = await member();
    await owner.call(people.removeMember, { params: { id: gone.id } });
    expect((await owner.call(privacy.tokenise, { body: {} })).status).toBe(200);
    expect((await owner.call(privacy.erase, { body: {} })).status).toBe(200);
    expect((await owner.call(people.names)).body.people).toContainEqual({ id: gone.id, name: null, state: 'erased' });
  });
});

describe('GET /api/internal/tenants/invites/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/tenants/invites/list')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: what pends, to every member of this organisation alone', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await other.invite(newEmail());
    const email = newEmail();
    await acme.invite(email, 'owner');
    const mo = await acme.member();
    expect((await mo.call(people.invites)).body.invites).toMatchObject([{ email, role: 'owner' }]);
  });
});

describe('POST /api/internal/tenants/invite', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/tenants/invite', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  describe('200', () => {
    test('the address is trimmed and in lower case, the role is member unless said, the link lives seven days', async () => {
      const { owner } = await openOrganisation(testServer);
      const email = newEmail();
      const answer = await owner.call(people.invite, { body: { email: ` ${email.toUpperCase()} ` } });
      expect(answer).toMatchObject({ status: 200, body: { invite: { email, role: 'member' } } });
      const { created_at, expires_at } = answer.body.invite;
      expect(Math.abs(Date.parse(expires_at) - Date.parse(created_at) - 7 * DAY_MS)).toBeLessThan(5000);
      expect((await owner.call(people.invites)).body.invites).toEqual([answer.body.invite]);
    });
    test('the mail has a link to the public address that nobody else is told, and the log has neither link nor address', async () => {
      const { owner, tenantId, invite } = await openOrganisation(testServer);
      const email = newEmail();
      const token = await invite(email);
      expect(token.length).toBeGreaterThanOrEqual(43);
      const mail = (await testServer.mails()).find((m) => m.startsWith(`To: ${email}\n`)) ?? '';
      expect(mail).toContain(`http://127.0.0.1:3000/invite?token=${token}\n`);
      expect(mail).toContain('Acme');
      expect(JSON.stringify((await owner.call(people.invites)).body)).not.toContain(token);
      const events = await testServer.opened.loginPool.query<{ payload: string }>('select payload from events where tenant_id = $1', [
        tenantId,
      ]);
      const log = events.rows.map((e) => e.payload).join('\n');
      expect(log).not.toContain(token);
      expect(log).not.toContain(email);
      expect(log).toContain(createHash('sha256').update(token).digest('hex'));
    });
    test('inviting an address again replaces the pending invitation: the old link is dead, the new one works', async () => {
      const { owner, invite } = await openOrganisation(testServer);
      const guest = await testServer.person();
      const first = await invite(guest.email, 'member');
      const second = await invite(guest.email.toUpperCase(), 'owner').then(
        async () => /token=(\S+)/.exec((await testServer.mails()).findLast((m) => m.startsWith(`To: ${guest.email}\n`)) ?? '')?.[1] ?? '',
      );
      expect(second).not.toBe(first);
      expect((await owner.call(people.invites)).body.invites).toMatchObject([{ email: guest.email, role: 'owner' }]);
      expect(await guest.call(people.acceptInvite, { body: { token: first } })).toMatchObject(refused(404, 'INVITE_NOT_FOUND'));
      expect(await guest.call(people.acceptInvite, { body: { token: second } })).toMatchObject({ status: 200, body: { role: 'owner' } });
    });
    test('two addresses are two invitations, the newest first', async () => {
      const { owner, invite } = await openOrganisation(testServer);
      const [one, two] = [newEmail(), newEmail()];
      await invite(one);
      await invite(two);
      expect((await owner.call(people.invites)).body.invites.map((i) => i.email)).toEqual([two, one]);
    });
  });
  describe('400', () => {
    test.each([
      ['no address', {}, 'MISSING_FIELDS', 'email'],
      ['no address at all in it', { email: 'pat' }, 'VALIDATION_ERROR', 'email'],
      ['a line break in the address', { email: 'pat@example.test\r\nBcc: all@example.test' }, 'VALIDATION_ERROR', 'email'],
      ['a line break in the name of the mailbox', { email: 'pat\n@example.test' }, 'VALIDATION_ERROR', 'email'],
      ['two addresses', { email: 'pat@example.test,sam@example.test' }, 'VALIDATION_ERROR', 'email'],
      ['an address too long', { email: `${'x'.repeat(250)}@example.test` }, 'VALIDATION_ERROR', 'email'],
      ['a role that is none', { email: 'pat@example.test', role: 'admin' }, 'VALIDATION_ERROR', 'role'],
    ])('%s is refused, and nothing is mailed or written', async (_what, body, code, path) => {
      const { owner, headSeq } = await openOrganisation(testServer);
      const [before, mails] = [await headSeq(), (await testServer.mails()).length];
      expect(await owner.send('POST', people.invite.path, body)).toMatchObject({ status: 400, body: { code, details: [{ path }] } });
      expect([await headSeq(), (await testServer.mails()).length]).toEqual([before, mails]);
    });
  });
  test('403: a member invites nobody', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.call(people.invite, { body: { email: newEmail() } })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('409: who is a member is not invited, in any spelling', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    for (const email of [owner.email, mo.email, mo.email.toUpperCase()])
      expect(await owner.call(people.invite, { body: { email } })).toMatchObject(refused(409, 'INVITE_ALREADY_MEMBER'));
  });
  test('423: a read-only organisation invites nobody, but revokes', async () => {
    const { owner, invite, deactivate } = await openOrganisation(testServer);
    await invite(newEmail());
    const [pending] = (await owner.call(people.invites)).body.invites;
    await deactivate();
    expect(await owner.call(people.invite, { body: { email: newEmail() } })).toMatchObject(refused(423, 'TENANT_READONLY'));
    expect((await owner.call(people.revokeInvite, { params: { id: pending?.id ?? '' } })).status).toBe(200);
  });
  test('200: at once, also while the mail server is away', async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await findFreePort()}`;
    const muted = await openTestServer(db.where, { SMTP_URL, DATA_DIR: testServer.dataDir }, { workers: false });
    const { owner } = await openOrganisation(muted);
    const email = newEmail();
    expect((await owner.call(people.invite, { body: { email } })).status).toBe(200);
    expect((await owner.call(people.invites)).body.invites).toMatchObject([{ email }]);
    await muted.close();
  });
  test('429: an organisation sends sixty an hour, and is told when to go on', async () => {
    const { owner } = await openOrganisation(testServer);
    const email = newEmail();
    for (let i = 0; i < 60; i++) expect((await owner.call(people.invite, { body: { email } })).status).toBe(200);
    const late = await owner.call(people.invite, { body: { email } });
    expect(late).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(3000);
    const other = await openOrganisation(testServer);
    expect((await other.owner.call(people.invite, { body: { email } })).status).toBe(200);
  });
  test('503: without the key of its personal data the organisation invites nobody', async () => {
    const { owner, tenantId, headSeq } = await openOrganisation(testServer);
    const keyless = await openTestServer(db.where, {}, { workers: false });
    const there = await keyless.signIn(owner.email, owner.password);
    await owner.call(people.invite, { body: { email: newEmail() } });
    await testServer.mails();
    const before = await headSeq();
    const answer = await there.call(people.invite, { body: { email: newEmail() } }, { 'x-tenant-id': tenantId });
    expect(answer).toMatchObject(refused(503, 'SERVER_CONFIG'));
    expect(await headSeq()).toBe(before);
    await keyless.close();
  });
});

describe('DELETE /api/internal/tenants/invites/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('DELETE', '/api/internal/tenants/invites/x', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: the invitation is gone from the list and its link is dead', async () => {
    const { owner, invite } = await openOrganisation(testServer);
    const guest = await testServer.person();
    const token = await invite(guest.email);
    const [pending] = (await owner.call(people.invites)).body.invites;
    expect(await owner.call(people.revokeInvite, { params: { id: pending?.id ?? '' } })).toMatchObject({ status: 200, body: { ok: true } });
    expect((await owner.call(people.invites)).body.invites).toEqual([]);
    expect(await guest.call(people.acceptInvite, { body: { token } })).toMatchObject(refused(404, 'INVITE_NOT_FOUND'));
  });
  test('403: a member revokes nothing', async () => {
    const { owner, member, invite } = await openOrganisation(testServer);
    await invite(newEmail());
    const [pending] = (await owner.call(people.invites)).body.invites;
    expect(await (await member()).call(people.revokeInvite, { params: { id: pending?.id ?? '' } })).toMatchObject(
      refused(403, 'FORBIDDEN'),
    );
  });
  test('404: unknown, of another organisation, revoked or accepted before', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await other.invite(newEmail());
    const theirs = (await other.owner.call(people.invites)).body.invites[0]?.id ?? '';
    const guest = await testServer.person();
    const token = await acme.invite(guest.email);
    const accepted = (await acme.owner.call(people.invites)).body.invites[0]?.id ?? '';
    await guest.call(people.acceptInvite, { body: { token } });
    await acme.invite(newEmail());
    const revoked = (await acme.owner.call(people.invites)).body.invites[0]?.id ?? '';
    await acme.owner.call(people.revokeInvite, { params: { id: revoked } });
    for (const id of [randomUUID(), theirs, accepted, revoked])
      expect(await acme.owner.call(people.revokeInvite, { params: { id } })).toMatchObject(refused(404, 'INVITE_NOT_FOUND'));
    expect((await other.owner.call(people.invites)).body.invites.map((i) => i.id)).toEqual([theirs]);
  });
});

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

describe('PATCH /api/internal/tenants/members/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('PATCH', '/api/internal/tenants/members/x', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const change = (who: Person, id: string, role: 'owner' | 'member') => who.call(people.changeRole, { params: { id }, body: { role } });
  test('200: the role counts from the next request on, both ways; the same role again changes nothing', async () => {
    const { owner, member, headSeq } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(people.invite, { body: { email: newEmail() } })).status).toBe(403);
    expect(await change(owner, mo.id, 'owner')).toMatchObject({ status: 200, body: { ok: true } });
    expect((await mo.call(people.invite, { body: { email: newEmail() } })).status).toBe(200);
    const before = await headSeq();
    expect((await change(owner, mo.id, 'owner')).status).toBe(200);
    expect(await headSeq()).toBe(before);
    expect((await change(owner, mo.id, 'member')).status).toBe(200);
    expect((await mo.call(people.invite, { body: { email: newEmail() } })).status).toBe(403);
  });
  test.each([
    ['no role', {}, 'MISSING_FIELDS'],
    ['a role that is none', { role: 'admin' }, 'VALIDATION_ERROR'],
  ])('400: %s', async (_what, body, code) => {
    const { owner, member } = await openOrganisation(testServer);
    const path = people.changeRole.path.replace(':id', (await member()).id);
    expect(await owner.send('PATCH', path, body)).toMatchObject({ status: 400, body: { code, details: [{ path: 'role' }] } });
  });
  test('403: a member changes no role, not even to their own gain', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    for (const id of [mo.id, owner.id]) expect(await change(mo, id, 'owner')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: a person who is no member here', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const id of [(await testServer.person()).id, randomUUID(), 'x'])
      expect(await change(owner, id, 'owner')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: nobody changes their own role, last owner or not', async () => {
    const { owner, member } = await openOrganisation(testServer);
    expect(await change(owner, owner.id, 'member')).toMatchObject(refused(409, 'CANNOT_SELF_CHANGE'));
    await member('owner');
    expect(await change(owner, owner.id, 'member')).toMatchObject(refused(409, 'CANNOT_SELF_CHANGE'));
  });
});

describe('DELETE /api/internal/tenants/members/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('DELETE', '/api/internal/tenants/members/x', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const remove = (who: Person, id: string) => who.call(people.removeMember, { params: { id } });
  test('200: who is removed is outside from the next request on, and leaves their entity roles behind', async () => {
    const { owner, entity, entityPerson, tenantId } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const mo = await entityPerson(id, 'entity_admin');
    expect((await mo.call(people.members)).status).toBe(200);
    expect(await remove(owner, mo.id)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await mo.call(people.members, {}, { 'x-tenant-id': tenantId })).toMatchObject(refused(404, 'NOT_FOUND'));
    const { members } = (await owner.call(entities.members, { query: { entityId: id } })).body;
    expect(members.map((m) => m.id)).toEqual([owner.id]);
  });
  test('200: an owner leaves when another one stays; also a read-only organisation lets people go', async () => {
    const { owner, member, deactivate } = await openOrganisation(testServer);
    const [other, mo] = [await member('owner'), await member()];
    await deactivate();
    expect((await remove(owner, mo.id)).status).toBe(200);
    expect((await remove(owner, owner.id)).status).toBe(200);
    expect((await other.call(people.members)).body.members.map((m) => m.id)).toEqual([other.id]);
  });
  test('403: a member removes nobody', async () => {
    const { owner, member } = await openOrganisation(testServer);
    expect(await remove(await member(), owner.id)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: a person who is no member here', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await remove(owner, (await testServer.person()).id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: the last owner stays', async () => {
    const { owner, member } = await openOrganisation(testServer);
    await member();
    expect(await remove(owner, owner.id)).toMatchObject(refused(409, 'LAST_OWNER'));
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
