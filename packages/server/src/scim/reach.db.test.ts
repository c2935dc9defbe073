// How far a directory reaches: owners, other organisations, and what is refused.

import { randomUUID } from 'node:crypto';
import { allowLists } from '@countinghouse/contract/features/allow-lists';
import { approvals } from '@countinghouse/contract/features/approvals';
import { people } from '@countinghouse/contract/features/people';
import { sso } from '@countinghouse/contract/features/sso';
import { useDatabase } from '@countinghouse/testkit/database';
import { asked, type Company, GROUP, local, make, oktaUser, openCompany, patch, refused, USER } from '@countinghouse/testkit/directory';
import { type DnsServer, openDnsServer } from '@countinghouse/testkit/dns-server';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let dns: DnsServer;
/** Shared: each test has people and groups of its own. */
let acme: Company;
beforeAll(async () => {
  dns = await openDnsServer();
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address }, { workers: false });
  acme = await openCompany(testServer, dns, 'acme.example');
});
afterAll(async () => {
  await testServer.close();
  await dns.close();
});

describe('owners', () => {
  test('are never moved; the last one is never ended, and none while four eyes is on', async () => {
    const company = await openCompany(testServer, dns, 'owners.example');
    const address = `${local()}@${company.domain}`;
    const boss = await testServer.person('Boss', { email: address });
    await company.member('owner', boss);
    const id = await make(company, {}, address);
    expect(id).toBe(boss.id);
    await company.scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Auditors', members: [{ value: id }] });
    expect((await company.roles()).get(id)).toBe('owner');
    const end = () => company.scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    await company.owner.call(approvals.fourEyes, { body: { on: true } });
    expect(await end()).toMatchObject({ status: 409, body: { detail: expect.stringContaining('four eyes') } });
    expect((await company.scim('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
    // Who may say who is in which group is seen by four eyes too; the token is told to whom it will be of use.
    const held = await company.owner.call(sso.setDirectoryToken, { params: { id: company.connectionId } });
    const { token } = held.body as { token: string };
    expect([held.status, (await company.scim('GET', '/Users', undefined, token)).status]).toEqual([202, 401]);
    const { approvalId } = held.body as unknown as { approvalId: string };
    expect((await boss.call(approvals.approve, { params: { id: approvalId }, body: { comment: '' } })).status).toBe(200);
    expect([(await company.scim('GET', '/Users')).status, (await company.scim('GET', '/Users', undefined, token)).status]).toEqual([
      401, 200,
    ]);

    const alone = await openCompany(testServer, dns, 'alone.example');
    const chief = await testServer.person('Chief', { email: `chief@${alone.domain}` });
    await alone.member('owner', chief);
    await make(alone, {}, chief.email);
    expect((await chief.call(people.removeMember, { params: { id: alone.owner.id } })).status).toBe(200);
    const last = await alone.scim('DELETE', `/Users/${chief.id}`);
    expect(last).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last owner') } });
  });
});

describe('a token', () => {
  test('opens nothing else, is shown once, ends with the next one and when it is ended; nothing but it opens SCIM', async () => {
    const company = await openCompany(testServer, dns, 'tokens.example');
    const { token, connectionId: id } = company;
    expect((await testServer.nobody.send('GET', '/api/v1/accounts', undefined, { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await company.owner.send('GET', '/scim/v2/Users')).status).toBe(401);
    const none = await testServer.nobody.send('GET', '/scim/v2/Users');
    expect(none).toMatchObject({ ...refused(401), headers: { 'www-authenticate': 'Bearer' } });
    expect(JSON.stringify((await company.owner.call(sso.list)).body)).not.toContain(token);
    const next = (await company.owner.call(sso.setDirectoryToken, { params: { id } })).body as { token: string };
    expect([(await company.scim('GET', '/Users')).status, (await company.scim('GET', '/Users', undefined, next.token)).status]).toEqual([
      401, 200,
    ]);
    expect((await company.owner.call(sso.endDirectoryToken, { params: { id } })).status).toBe(200);
    expect((await company.scim('GET', '/Users', undefined, next.token)).status).toBe(401);
    const third = (await company.owner.call(sso.setDirectoryToken, { params: { id } })).body as { token: string };
    // More than a minute's calls: of so many at once some are too many, however slow the machine is.
    const told = { getHeader: () => undefined, headers: () => told } as never;
    for (let i = 0; i < 1_500; i++) await testServer.opened.services.callLimits.countKey(`scim ${id}`, 1_500, told).catch(() => {});
    const many = await Promise.all(Array.from({ length: 200 }, () => company.scim('GET', '/Schemas', undefined, third.token)));
    const often = many.find((answer) => answer.status !== 200);
    expect(often).toMatchObject({ ...refused(429), headers: { 'retry-after': expect.stringMatching(/^[1-9]/) } });
    await company.owner.call(sso.change, { params: { id }, body: { enabled: false } });
    expect((await company.scim('GET', '/Users', undefined, third.token)).status).toBe(401);
  });
  test('sees and moves nobody of another organisation, and no member whom its directory did not tell of', async () => {
    const other = await openCompany(testServer, dns, 'other.example');
    const theirs = await make(other);
    const member = await acme.member();
    for (const id of [theirs, member.id, acme.owner.id, randomUUID(), 'x', "' or 1=1 --"]) {
      for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', patch({ op: 'replace', path: 'active', value: false })]] as const)
        expect(await acme.scim(method, `/Users/${encodeURIComponent(id)}`, body)).toMatchObject(refused(404));
    }
    const group = await acme.scim('POST', '/Groups', { schemas: [GROUP], displayName: local(), members: [{ value: theirs }] });
    expect(group).toMatchObject(refused(400, 'invalidValue'));
    expect((await acme.scim('GET', `/Users${asked(`id eq "${theirs}"`)}`)).body).toMatchObject({ totalResults: 0 });
    expect((await other.roles()).get(theirs)).toBe('member');
  });
  test('is taken from where the organisation takes calls; a read-only one takes nobody in and ends whom it is told to', async () => {
    const company = await openCompany(testServer, dns, 'networks.example');
    const id = await make(company);
    const { address } = (await company.owner.call(allowLists.get)).body;
    const listed = (networks: { network: string }[]) => company.owner.call(allowLists.change, { body: { networks } });
    expect((await listed([{ network: address }])).status).toBe(200);
    expect(await company.scim('GET', '/Users')).toMatchObject({ ...refused(403), body: { detail: expect.stringContaining('allow list') } });
    await listed([]);
    await company.deactivate();
    expect(await company.scim('POST', '/Users', oktaUser(`x@${company.domain}`))).toMatchObject(refused(423));
    expect((await company.scim('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: 'false' }))).status).toBe(200);
    expect((await company.roles()).has(id)).toBe(false);
  });
});

describe('what is refused', () => {
  test('an address of no verified domain, and one whose account nobody has proven', async () => {
    expect(await acme.scim('POST', '/Users', oktaUser('eve@evil.example'))).toMatchObject({
      ...refused(400, 'invalidValue'),
      body: { detail: expect.stringContaining('evil.example is not a verified domain') },
    });
    const unproven = `${local()}@${acme.domain}`;
    await testServer.person('Mallory', { email: unproven, signsUp: true });
    expect(await acme.scim('POST', '/Users', oktaUser(unproven))).toMatchObject({
      ...refused(409),
      body: { detail: expect.stringContaining('never proven') },
    });
  });
  test.each<readonly [string, string, string, unknown, number, string | undefined]>([
    ['a filter that is not understood', 'GET', `/Users${asked('userName co "a"')}`, undefined, 400, 'invalidFilter'],
    ['a filter for what is not kept', 'GET', `/Groups${asked('members.display eq "a"')}`, undefined, 400, 'invalidFilter'],
    ['a filter with or', 'GET', `/Users${asked('userName eq "a" or id eq "b"')}`, undefined, 400, 'invalidFilter'],
    ['a filter of groups, of users', 'GET', `/Users${asked('displayName eq "a"')}`, undefined, 400, 'invalidFilter'],
    ['a count that is no number', 'GET', '/Users?count=many', undefined, 400, 'invalidValue'],
    ['no JSON', 'POST', '/Users', '{"userName":', 400, 'invalidSyntax'],
    ['a list', 'POST', '/Users', [], 400, 'invalidSyntax'],
    ['what is nested deeply', 'POST', '/Users', `${'['.repeat(60)}${']'.repeat(60)}`, 400, 'invalidSyntax'],
    ['no userName', 'POST', '/Users', { schemas: [USER] }, 400, 'invalidValue'],
    ['a userName that is no text', 'POST', '/Users', { schemas: [USER], userName: { a: 1 } }, 400, 'invalidValue'],
    ['a userName with a zero', 'POST', '/Users', { schemas: [USER], userName: 'a\u0000@acme.example' }, 400, 'invalidValue'],
    ['a group without a name', 'POST', '/Groups', { schemas: [GROUP], displayName: ' ' }, 400, 'invalidValue'],
    ['too large a body', 'POST', '/Groups', { displayName: 'x'.repeat(1_100_000) }, 413, undefined],
  ])('%s', async (_what, method, path, body, status, scimType) => {
    expect(await acme.scim(method, path, body)).toMatchObject(refused(status, scimType));
  });
  test('operations that say nothing sound, of which nothing is done', async () => {
    const id = await make(acme);
    for (const [said, scimType] of [
      [{ Operations: [{ op: 'replace', path: 'active', value: false }] }, 'invalidSyntax'],
      [patch(), 'invalidSyntax'],
      [patch({ op: 'move', path: 'active' }), 'invalidSyntax'],
      [patch({ op: 'remove' }), 'noTarget'],
      [patch({ op: 'remove', path: 'userName' }), 'mutability'],
      [patch({ op: 'replace', path: 'active', value: 'no' }), 'invalidValue'],
      [patch({ op: 'replace', path: 'a b[', value: 1 }), 'invalidPath'],
      [patch({ op: 'replace', path: '__proto__', value: {} }), 'invalidPath'],
      [patch({ op: 'replace', path: 'active', value: false }, { op: 'replace', value: 'x' }), 'invalidSyntax'],
      [patch(...Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'title', value: 'x' }))), 'tooMany'],
    ] as const)
      expect(await acme.scim('PATCH', `/Users/${id}`, said)).toMatchObject(refused(400, scimType));
    expect((await acme.scim('GET', `/Users/${id}?attributes=userName,active`)).body).toEqual({
      schemas: [USER],
      id,
      userName: expect.any(String),
      active: true,
      meta: expect.anything(),
    });
    const group = await acme.scim('POST', '/Groups', { schemas: [GROUP], displayName: local() });
    const at = `/Groups/${String(group.body['id'])}`;
    for (const value of ['x', [{ value: randomUUID() }], [{ display: 'x' }], [[]]])
      expect(await acme.scim('PATCH', at, patch({ op: 'add', path: 'members', value }))).toMatchObject({ status: 400 });
    expect((await acme.scim('DELETE', at)).status).toBe(204);
  });
  test('nothing: pages begin with the first, and beyond the end there is nobody', async () => {
    expect((await acme.scim('GET', '/Users?startIndex=0&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 });
    expect((await acme.scim('GET', '/Users?startIndex=99999&count=1')).body).toMatchObject({ Resources: [] });
  });
});
