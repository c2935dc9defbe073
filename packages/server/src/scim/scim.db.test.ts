// A directory keeps the people of an organisation, as Okta and Microsoft Entra do it.

import { randomUUID } from 'node:crypto';
import { allowLists } from '@countinghouse/contract/features/allow-lists';
import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { privacy } from '@countinghouse/contract/features/privacy';
import { sso } from '@countinghouse/contract/features/sso';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type DnsServer, openDnsServer } from '@countinghouse/testkit/dns-server';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
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
  acme = await openCompany('acme.example');
});
afterAll(async () => {
  await testServer.close();
  await dns.close();
});

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const ROLES = [
  { group: 'Auditors', role: 'auditor' as const },
  { group: 'entra-books', role: 'member' as const },
];

type Said = Readonly<Record<string, unknown>>;

interface Company extends Organisation {
  readonly connectionId: string;
  readonly domain: string;
  readonly token: string;
  scim(method: string, path: string, body?: unknown, token?: string): ReturnType<TestServer['nobody']['send']>;
  /** By person: their role here. */
  roles(): Promise<ReadonlyMap<string, string>>;
}

const asks = (method: string, path: string, body: unknown, token: string) =>
  testServer.nobody.send(method, `/scim/v2${path}`, body, {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
  });

async function openCompany(domain: string, defaultRole: 'member' | null = 'member'): Promise<Company> {
  const o = await openOrganisation(testServer);
  const body = { name: 'Okta', issuer: 'http://127.0.0.1:1', client_id: 'c', client_secret: 's', roles: ROLES, default_role: defaultRole };
  const { id } = (await o.owner.call(sso.create, { body })).body.connection;
  const { connection } = (await o.owner.call(sso.addDomain, { params: { id }, body: { domain } })).body;
  const { record } = connection.domains[0] ?? expect.fail();
  dns.set(record.name, [record.value]);
  expect((await o.owner.call(sso.verifyDomain, { params: { domain } })).status).toBe(200);
  expect((await o.owner.call(sso.change, { params: { id }, body: { enabled: true } })).status).toBe(200);
  const { token } = (await o.owner.call(sso.setDirectoryToken, { params: { id } })).body as { token: string };
  return {
    ...o,
    connectionId: id,
    domain,
    token,
    scim: (method, path, said, other = token) => asks(method, path, said, other),
    roles: async () => new Map((await o.owner.call(people.members)).body.members.map((m) => [m.id, m.role])),
  };
}

const local = (): string => randomUUID().slice(0, 8);
const oktaUser = (address: string, more: Said = {}) => ({
  schemas: [USER],
  userName: address,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ primary: true, value: address, type: 'work' }],
  displayName: 'Ada Lovelace',
  locale: 'en-US',
  externalId: `00u${local()}`,
  groups: [],
  active: true,
  ...more,
});
const patch = (...Operations: readonly Said[]) => ({ schemas: [PATCH], Operations });
const asked = (filter: string): string => `?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`;
const refused = (status: number, scimType?: string) => ({
  status,
  body: { schemas: [ERROR], status: String(status), ...(scimType === undefined ? {} : { scimType }) },
});
async function make(company: Company, more: Said = {}, address = `${local()}@${company.domain}`): Promise<string> {
  const made = await company.scim('POST', '/Users', oktaUser(address, more));
  expect(made.status).toBe(201);
  return String(made.body['id']);
}
const last = async ({ owner }: Company, limit: number) =>
  (await owner.call(events.list, { query: { limit } })).body.events.map((e) => [e.event_type, e.actor_id, e.payload]);

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
  const company = await openCompany('at-once.example');
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
    const strict = await openCompany('strict.example', null);
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

describe('owners', () => {
  test('are never moved; the last one is never ended, and none while four eyes is on', async () => {
    const company = await openCompany('owners.example');
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

    const alone = await openCompany('alone.example');
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
    const company = await openCompany('tokens.example');
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
    const other = await openCompany('other.example');
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
    const company = await openCompany('networks.example');
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

test('what a directory says of somebody is told to whoever asks for all that is held about them', async () => {
  const company = await openCompany('told.example');
  const address = `told@${company.domain}`;
  await make(company, { externalId: 'ext-1' }, address);
  const told = await company.owner.call(privacy.exportSubject, { body: { email: address } });
  expect(JSON.stringify(told.body)).toContain('ext-1');
});
