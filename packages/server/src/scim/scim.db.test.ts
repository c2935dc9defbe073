// A directory keeps the people of an organisation, as Okta and Microsoft Entra do it.

import { randomUUID } from 'node:crypto';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import {
  asked,
  type Company,
  GROUP,
  last,
  local,
  make,
  oktaUser,
  openCompany,
  patch,
  refused,
  USER,
} from '@countinghouse/testkit/directory';
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

describe('what a directory asks first', () => {
  test('is told what the server can, in the form of SCIM', async () => {
    const config = await acme.scim('GET', '/ServiceProviderConfig');
    expect(config).toMatchObject({ status: 200, body: { patch: { supported: true }, bulk: { supported: false } } });
    expect(config.headers).toMatchObject({ 'content-type': 'application/scim+json; charset=utf-8', 'cache-control': 'no-store' });
    expect((await acme.scim('GET', '/ResourceTypes')).body).toMatchObject({
      totalResults: 2,
      Resources: [{ id: 'User' }, { id: 'Group' }],
    });
    expect((await acme.scim('GET', `/Schemas/${USER}`)).body).toMatchObject({ id: USER, name: 'User' });
    expect((await acme.scim('GET', '/Schemas')).body).toMatchObject({ totalResults: 2 });
    expect((await acme.scim('GET', '/ResourceTypes/Group')).body).toMatchObject({ schema: GROUP });
    expect(await acme.scim('GET', '/Me')).toMatchObject(refused(404));
  });
});

describe('as Okta does it', () => {
  test('finds nobody, makes a member by events of the system, finds them, ends them, begins them anew', async () => {
    const address = `Ada.${local()}@${acme.domain}`;
    const filter = asked(`userName eq "${address}"`);
    expect((await acme.scim('GET', `/Users${filter}`)).body).toMatchObject({ totalResults: 0, Resources: [] });
    const made = await acme.scim('POST', '/Users', oktaUser(address));
    expect(made).toMatchObject({ status: 201, body: { schemas: [USER], userName: address, active: true, displayName: 'Ada Lovelace' } });
    const id = String(made.body['id']);
    expect(made.headers['location']).toBe(`http://127.0.0.1:3000/scim/v2/Users/${id}`);
    expect((await acme.roles()).get(id)).toBe('member');
    expect(await last(acme, 2)).toEqual([
      ['member.added', 'system', { user_id: id, role: 'member' }],
      ['sso_directory.applied', 'system', { connection_id: acme.connectionId, user_id: id }],
    ]);
    expect((await acme.scim('GET', `/Users${filter.toLowerCase()}`)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id, emails: [{ value: address.toLowerCase() }] }],
    });
    expect(await acme.scim('POST', '/Users', oktaUser(address))).toMatchObject(refused(409, 'uniqueness'));

    // Signed in, and out at once when the directory ends them.
    const theirs = await testServer.session(id);
    expect((await theirs.call(tenants.mine)).body.tenants).toHaveLength(1);
    const ended = await acme.scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect(ended).toMatchObject({ status: 200, body: { active: false } });
    expect((await theirs.call(tenants.mine)).body.tenants).toEqual([]);
    expect(await last(acme, 1)).toEqual([['member.removed', 'system', { user_id: id }]]);
    const again = await acme.scim('PUT', `/Users/${id}`, oktaUser(address, { active: true, id }));
    expect(again).toMatchObject({ status: 200, body: { active: true } });
    expect((await acme.roles()).get(id)).toBe('member');
  });
  test('pushes a group and who is in it, takes somebody out by the path, and renames it by an object', async () => {
    const [ada, ben] = [await make(acme), await make(acme)];
    const made = await acme.scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Auditors',
      members: [{ value: ada, display: 'Ada' }],
    });
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Auditors', members: [{ value: ada }] } });
    const id = String(made.body['id']);
    expect((await acme.roles()).get(ada)).toBe('auditor');
    const moved = patch(
      { op: 'remove', path: `members[value eq "${ada}"]` },
      { op: 'add', path: 'members', value: [{ value: ben, display: 'Ben' }] },
    );
    expect((await acme.scim('PATCH', `/Groups/${id}`, moved)).status).toBe(204);
    const roles = await acme.roles();
    expect([roles.get(ada), roles.get(ben)]).toEqual(['member', 'auditor']);
    expect((await acme.scim('GET', `/Users/${ben}`)).body).toMatchObject({ groups: [{ value: id, display: 'Auditors' }] });
    expect((await acme.scim('PATCH', `/Groups/${id}`, patch({ op: 'replace', value: { id, displayName: 'Kitchen' } }))).status).toBe(204);
    expect((await acme.roles()).get(ben)).toBe('member');
    expect((await acme.scim('PUT', `/Groups/${id}`, { schemas: [GROUP], displayName: 'auditors', members: [] })).body).toMatchObject({
      members: [],
    });
    expect((await acme.scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect(await acme.scim('GET', `/Groups/${id}`)).toMatchObject(refused(404));
  });
});

test('groups that are pushed at once leave the role of the first that fits, and what a process that died left is applied with the next call', async () => {
  const company = await openCompany(testServer, dns, 'at-once.example');
  const users = await Promise.all(Array.from({ length: 5 }, () => make(company)));
  const groups = await Promise.all(
    [{ displayName: 'Auditors' }, { displayName: 'Books', externalId: 'entra-books' }].map((group) =>
      company.scim('POST', '/Groups', group),
    ),
  );
  const members = users.map((value) => ({ value }));
  const push = (op: string) =>
    Promise.all(
      groups.map(({ body }) => company.scim('PATCH', `/Groups/${String(body['id'])}`, patch({ op, path: 'members', value: members }))),
    );
  expect((await push('add')).map((answer) => answer.status)).toEqual([204, 204]);
  const roles = async () => {
    const all = await company.roles();
    return new Set(users.map((id) => all.get(id)));
  };
  expect(await roles()).toEqual(new Set(['auditor']));
  await testServer.opened.loginPool.query('delete from directory_group_members where tenant_id = $1 and group_id = $2', [
    company.tenantId,
    groups[0]?.body['id'],
  ]);
  await testServer.opened.loginPool.query('update directory_people set change_no = change_no + 1 where tenant_id = $1', [company.tenantId]);
  await make(company);
  expect(await roles()).toEqual(new Set(['member']));
});

describe('as Microsoft Entra does it', () => {
  test('asks by externalId, changes by paths with schemas, says truth as text, deletes', async () => {
    const [externalId, address] = [randomUUID(), `${local()}@${acme.domain}`];
    const made = await acme.scim('POST', '/Users', {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId,
      userName: `${local()}@acme.onmicrosoft.example`,
      active: 'True',
      emails: [{ primary: true, type: 'work', value: address }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Grace Hopper', familyName: 'Hopper', givenName: 'Grace' },
    });
    const id = String(made.body['id']);
    expect((await acme.scim('GET', `/Users${asked(`externalId eq "${externalId}"`)}`)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id, externalId, displayName: 'Grace Hopper', emails: [{ value: address }] }],
    });
    const change = patch(
      { op: 'Replace', path: `${USER}:userName`, value: address },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'elsewhere@example.net' },
      { op: 'Add', path: 'name.givenName', value: 'G.' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Audit' },
      { op: 'Replace', path: 'externalId', value: 'other' },
    );
    expect(await acme.scim('PATCH', `/Users/${id}`, change)).toMatchObject({
      status: 200,
      body: { userName: address, externalId: 'other', emails: [{ value: address }], displayName: 'Grace Hopper' },
    });
    expect((await acme.scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))).body).toMatchObject({
      active: false,
    });
    expect((await acme.roles()).has(id)).toBe(false);
    expect((await acme.scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await acme.scim('GET', `/Users/${id}`)).toMatchObject(refused(404));
    expect(await acme.scim('DELETE', `/Users/${id}`)).toMatchObject(refused(404));
    expect((await acme.scim('POST', '/Users', oktaUser(address))).body).toMatchObject({ id, active: true });
    expect((await acme.roles()).get(id)).toBe('member');
  });
  test('keeps members by values, in a company that lets in nobody without a group: who is in none any more leaves', async () => {
    const strict = await openCompany(testServer, dns, 'strict.example', null);
    const ada = await make(strict);
    expect((await strict.roles()).has(ada)).toBe(false);
    expect((await strict.scim('GET', `/Users/${ada}`)).body).toMatchObject({ active: true });
    const group = await strict.scim('POST', '/Groups', { schemas: [GROUP], externalId: 'entra-books', displayName: 'Books' });
    const at = `/Groups/${String(group.body['id'])}`;
    expect((await strict.scim('GET', `/Groups${asked('displayName eq "BOOKS"')}&excludedAttributes=members`)).body['Resources']).toEqual([
      expect.not.objectContaining({ members: expect.anything() }),
    ]);
    await strict.scim('PATCH', at, patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: ada }] }));
    expect((await strict.roles()).get(ada)).toBe('member');
    await strict.scim('PATCH', at, patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: ada }] }));
    expect((await strict.roles()).has(ada)).toBe(false);
    await strict.scim('PATCH', at, patch({ op: 'Replace', path: 'members', value: [{ value: ada }] }));
    expect((await strict.roles()).get(ada)).toBe('member');
    // Whom an owner takes out stays out, whatever groups say, until the directory itself ends and begins them.
    await strict.owner.call(people.removeMember, { params: { id: ada } });
    await strict.scim('PATCH', at, patch({ op: 'Remove', path: 'members' }));
    await strict.scim('PATCH', at, patch({ op: 'Add', value: { members: [{ value: ada }] } }));
    expect((await strict.roles()).has(ada)).toBe(false);
    for (const value of ['False', 'True']) await strict.scim('PATCH', `/Users/${ada}`, patch({ op: 'Replace', path: 'active', value }));
    expect((await strict.roles()).get(ada)).toBe('member');
  });
});

describe('what a directory asks by', () => {
  test('finds a user by address, and by two attributes that both hold; whom it did not tell of by none', async () => {
    const address = `${local()}@${acme.domain}`;
    const externalId = `ext-${local()}`;
    const id = await make(acme, { externalId, userName: `Name-${local()}` }, address);
    const { userName } = (await acme.scim('GET', `/Users/${id}`)).body as { userName: string };
    const found = async (filter: string) => {
      const { status, body } = await acme.scim('GET', `/Users${asked(filter)}`);
      expect(status).toBe(200);
      const users = body['Resources'] as readonly { readonly id: string }[];
      expect(body['totalResults']).toBe(users.length);
      return users.map((user) => user.id);
    };
    for (const filter of [
      `emails[type eq "work"].value eq "${address}"`,
      `EMAILS.VALUE EQ "${address.toUpperCase()}"`,
      `emails eq "${address}"`,
      `userName eq "${userName.toUpperCase()}" and externalId eq "${externalId}"`,
      `id eq "${id}" and emails.value eq "${address}"`,
    ])
      expect(await found(filter), filter).toEqual([id]);
    const member = await acme.member();
    const other = await make(acme);
    for (const filter of [
      `emails.value eq "${member.email}"`,
      'emails.value eq "no address"',
      `externalId eq "${externalId.toUpperCase()}"`,
      `userName eq "${userName}" and externalId eq "other"`,
      `id eq "${other}" and emails.value eq "${address}"`,
    ])
      expect(await found(filter), filter).toEqual([]);
  });
  test('finds a group by who is in it, also beside its name or id', async () => {
    const [ada, ben] = [await make(acme), await make(acme)];
    const [name, externalId] = [`Group ${local()}`, local()];
    const made = await acme.scim('POST', '/Groups', { schemas: [GROUP], displayName: name, externalId, members: [{ value: ada }] });
    const id = String(made.body['id']);
    const found = async (filter: string) =>
      ((await acme.scim('GET', `/Groups${asked(filter)}`)).body['Resources'] as readonly { readonly id: string }[]).map((g) => g.id);
    for (const filter of [
      `members[value eq "${ada}"]`,
      `members.value eq "${ada}"`,
      `id eq "${id}" and members eq "${ada}"`,
      `DisplayName eq "${name.toUpperCase()}" and externalId eq "${externalId}"`,
    ])
      expect(await found(filter), filter).toEqual([id]);
    for (const filter of [
      `id eq "${id}" and members eq "${ben}"`,
      'members.value eq "nobody"',
      `externalId eq "${externalId.toUpperCase()}x"`,
    ])
      expect(await found(filter), filter).toEqual([]);
  });
});

test('what a directory says of somebody is told to whoever asks for all that is held about them', async () => {
  const company = await openCompany(testServer, dns, 'told.example');
  const address = `told@${company.domain}`;
  await make(company, { externalId: 'ext-1' }, address);
  const told = await company.owner.call(privacy.exportSubject, { body: { email: address } });
  expect(JSON.stringify(told.body)).toContain('ext-1');
});
