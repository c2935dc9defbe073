// Invitations as they are sent and revoked.

import { createHash, randomUUID } from 'node:crypto';
import { people } from '@countinghouse/contract/features/people';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFreePort } from '@countinghouse/testkit/server-process';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
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
