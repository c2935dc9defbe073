import { createHash, randomUUID } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { sso } from '@countinghouse/contract/features/sso';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type DnsServer, openDnsServer } from '@countinghouse/testkit/dns-server';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let dns: DnsServer;
/** Shared: there may be five connections, so that tests that make one have an organisation of their own. */
let o: Organisation;
let member: Person;
beforeAll(async () => {
  dns = await openDnsServer();
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address }, { workers: false });
  o = await openOrganisation(testServer);
  member = await o.member();
});
afterAll(async () => {
  await testServer.close();
  await dns.close();
});

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const refusedField = (path: string, message: string) => ({
  ...refused(400, 'VALIDATION_ERROR'),
  body: { details: [{ path, message: expect.stringContaining(message) }] },
});
/** Nobody listens there. */
const connection = (more: object = {}) => ({
  name: randomUUID(),
  issuer: 'http://127.0.0.1:1',
  client_id: 'c',
  client_secret: 'hush',
  ...more,
});
const create = (more: object = {}, of: Organisation = o) => of.owner.call(sso.create, { body: connection(more) });
const made = async (of: Organisation = o) => (await create({}, of)).body.connection.id;
const domain = () => `${randomUUID()}.example.com`;

/** What nobody and a member are told, and an owner of what is not there, in this order. */
async function expectRefused(route: RouteDef, codes: readonly string[], body?: unknown): Promise<void> {
  const path = route.path.replace(':id', randomUUID()).replace(':domain', domain());
  for (const [i, code] of codes.entries()) {
    const who = [testServer.nobody, member, o.owner][i] ?? expect.fail();
    expect(await who.send(route.method, path, body)).toMatchObject(refused(401 + i + Number(i > 0), code));
  }
}

/** Another owner, and changes of owners in twos. */
async function inTwos(of: Organisation): Promise<Person> {
  const second = await of.member('owner');
  expect((await of.owner.call(approvals.fourEyes, { body: { on: true } })).status).toBe(200);
  return second;
}

/** A connection that is on, with a domain that DNS says is theirs, of an organisation of its own in which changes of owners are made in twos. */
async function openInTwos(verified: boolean) {
  const acme = await openOrganisation(testServer);
  const [id, named] = [await made(acme), domain()];
  const added = (await acme.owner.call(sso.addDomain, { params: { id }, body: { domain: named } })).body.connection;
  const { record } = added.domains[0] ?? expect.fail();
  dns.set(record.name, [record.value]);
  if (verified) expect((await acme.owner.call(sso.verifyDomain, { params: { domain: named } })).status).toBe(200);
  expect((await acme.owner.call(sso.change, { params: { id }, body: { enabled: true, required: true } })).status).toBe(200);
  await inTwos(acme);
  return { owner: acme.owner, id, named };
}

/** Approves what was asked for last; answers what it changes. */
async function approveLast(checker: Person) {
  const [last] = (await checker.call(approvals.list, { query: { status: 'pending', limit: 1 } })).body.approvals;
  const { id = '', payload_hash } = last ?? {};
  const { preview } = (await checker.call(approvals.get, { params: { id } })).body;
  expect((await checker.call(approvals.approve, { params: { id }, body: { comment: '', payload_hash } })).status).toBe(200);
  return preview?.changes;
}

describe('GET /api/v1/sso/connections', () => {
  test('401, 403: an owner only', () => expectRefused(sso.list, ['UNAUTHENTICATED', 'FORBIDDEN']));
  test('200: by name, with their domains and without secrets', async () => {
    const acme = await openOrganisation(testServer);
    await create({ name: 'zebra' }, acme);
    const { id } = (await create({ name: 'Ape', default_role: null }, acme)).body.connection;
    await acme.owner.call(sso.addDomain, { params: { id }, body: { domain: 'Ape.Example' } });
    const { body } = await acme.owner.call(sso.list);
    expect(body).toMatchObject({
      redirect_uri: 'http://127.0.0.1:3000/sign-in/company',
      connections: [
        { name: 'Ape', enabled: false, required: false, default_role: null, domains: [{ domain: 'ape.example', verified_at: null }] },
        { name: 'zebra', second_factor: 'told', owners_by_password: true, domains: [] },
      ],
    });
    expect(JSON.stringify(body)).not.toMatch(/hush|secret/);
  });
});

describe('POST /api/v1/sso/connections', () => {
  test('401, 403: an owner only', () => expectRefused(sso.create, ['UNAUTHENTICATED', 'FORBIDDEN'], connection()));
  test('200: the secret is in no event', async () => {
    const acme = await openOrganisation(testServer);
    await made(acme);
    const [event] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(event).toMatchObject({ event_type: 'sso_connection.created' });
    expect(JSON.stringify(event)).not.toContain('hush');
  });
  test('400: an issuer that is none, is inside, or is its discovery', async () => {
    expect(await create({ issuer: 'http://login.example.com' })).toMatchObject(refusedField('issuer', 'https'));
    expect(await create({ issuer: 'https://10.0.0.1' })).toMatchObject(refusedField('issuer', 'not public'));
    expect(await create({ issuer: 'https://login.example.com/.well-known/openid-configuration' })).toMatchObject(
      refusedField('issuer', 'issuer itself'),
    );
    expect(await create({ roles: [{ group: 'x', role: 'owner' }] })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('409: a name that is taken', async () => {
    const acme = await openOrganisation(testServer);
    await create({ name: 'Company' }, acme);
    expect(await create({ name: 'company' }, acme)).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
});

describe('PATCH /api/internal/sso/connections/:id', () => {
  test('401, 403, 404', () => expectRefused(sso.change, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'], { name: 'x' }));
  test('200: what is said, and no more; 409: a name that is taken, owners shut out by what nobody came by', async () => {
    const acme = await openOrganisation(testServer);
    const [id, other] = [await made(acme), await made(acme)];
    const change = (body: object, of = id) => acme.owner.call(sso.change, { params: { id: of }, body });
    await change({ name: 'Company' });
    expect((await change({ client_secret: 'other', enabled: true })).body.connection).toMatchObject({ name: 'Company', enabled: true });
    expect(await change({ name: 'COMPANY' }, other)).toMatchObject(refused(409, 'CODE_TAKEN'));
    expect(await change({ required: true, owners_by_password: false })).toMatchObject(refused(409, 'SSO_UNPROVEN'));
  });
  test('202: switching it on waits for another owner where four eyes are asked for; 409: while it waits', async () => {
    const acme = await openOrganisation(testServer);
    const id = await made(acme);
    const second = await inTwos(acme);
    const on = { params: { id }, body: { enabled: true, client_secret: 'new' } };
    expect((await acme.owner.call(sso.change, on)).status).toBe(202);
    const enabled = async () => (await acme.owner.call(sso.list)).body.connections[0]?.enabled;
    expect(await enabled()).toBe(false);
    expect(await approveLast(second)).toMatchObject([{ what: 'single_sign_on', after: expect.stringContaining('; on;') }]);
    expect(await enabled()).toBe(true);
    const params = { id };
    const required = { params, body: { required: true } };
    expect((await acme.owner.call(sso.change, required)).status).toBe(202);
    expect(await acme.owner.call(sso.change, required)).toMatchObject(refused(409, 'CHANGE_PENDING'));
    await approveLast(second);
  });
});

describe('DELETE /api/internal/sso/connections/:id', () => {
  test('401, 403, 404', () => expectRefused(sso.remove, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']));
  test('200: with its domains', async () => {
    const acme = await openOrganisation(testServer);
    const [id, named] = [await made(acme), domain()];
    await acme.owner.call(sso.addDomain, { params: { id }, body: { domain: named } });
    expect((await acme.owner.call(sso.remove, { params: { id } })).body).toEqual({ ok: true });
    expect((await acme.owner.call(sso.list)).body.connections).toEqual([]);
    expect(await acme.owner.call(sso.verifyDomain, { params: { domain: named } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('202, 409: it waits for another owner, once, where four eyes are asked for', async () => {
    const { owner, id } = await openInTwos(true);
    const remove = () => owner.call(sso.remove, { params: { id } });
    expect((await remove()).status).toBe(202);
    expect(await remove()).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
});

describe('POST /api/v1/sso/connections/:id/domains', () => {
  test('401, 403, 404', () => expectRefused(sso.addDomain, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'], { domain: domain() }));
  test('400: what is no domain', async () => {
    const id = await made();
    for (const said of ['example', 'a@example.com', 'https://example.com', '10.0.0.1', '-a.example.com', '*.example.com'])
      expect(await o.owner.call(sso.addDomain, { params: { id }, body: { domain: said } })).toMatchObject(
        refusedField('domain', 'example.com'),
      );
  });
});

describe('POST /api/internal/sso/domains/:domain/verify', () => {
  test('401, 403, 404', () => expectRefused(sso.verifyDomain, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']));
  test('409: without its record, or with that of another organisation; 200: with it, and again', async () => {
    const [acme, rival] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const named = domain();
    const recordOf = async (of: Organisation) => {
      const added = await of.owner.call(sso.addDomain, { params: { id: await made(of) }, body: { domain: named } });
      return added.body.connection.domains[0]?.record ?? expect.fail();
    };
    const [ours, theirs] = [await recordOf(acme), await recordOf(rival)];
    expect(ours.name).toBe(`_countinghouse.${named}`);
    const verify = (of: Organisation) => of.owner.call(sso.verifyDomain, { params: { domain: named } });
    expect(await verify(acme)).toMatchObject({ ...refused(409, 'SSO_RECORD_MISSING'), body: { details: ours } });
    dns.set(ours.name, [theirs.value]);
    expect(await verify(acme)).toMatchObject(refused(409, 'SSO_RECORD_MISSING'));
    dns.set(ours.name, ['something else', theirs.value, ours.value]);
    for (const of of [acme, acme, rival]) expect((await verify(of)).body.connection.domains[0]?.verified_at).toEqual(expect.any(String));
  });
  test('202, 409: it waits for another owner, once, where four eyes are asked for', async () => {
    const { owner, named } = await openInTwos(false);
    const verify = () => owner.call(sso.verifyDomain, { params: { domain: named } });
    expect((await verify()).status).toBe(202);
    expect(await verify()).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
});

describe('DELETE /api/internal/sso/domains/:domain', () => {
  test('401, 403, 404', () => expectRefused(sso.removeDomain, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']));
  test('202, 409: it waits for another owner, once, where four eyes are asked for', async () => {
    const { owner, named } = await openInTwos(true);
    const remove = () => owner.call(sso.removeDomain, { params: { domain: named } });
    expect((await remove()).status).toBe(202);
    expect(await remove()).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
});

describe('POST /api/internal/sso/connections/:id/directory/token', () => {
  test('401, 403, 404', () => expectRefused(sso.setDirectoryToken, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']));
  test('200: shown once, and kept as its hash alone', async () => {
    const acme = await openOrganisation(testServer);
    const { body } = await acme.owner.call(sso.setDirectoryToken, { params: { id: await made(acme) } });
    expect(body).toMatchObject({
      token: expect.stringMatching(/^scim_[\w-]{43}$/),
      connection: { directory: { token_set_by: acme.owner.id } },
    });
    const { token } = body as { token: string };
    const [event] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(event?.payload).toEqual({ connection_id: expect.any(String), token_hash: createHash('sha256').update(token).digest('hex') });
  });
  test('202: it opens nothing before another owner approves it', async () => {
    const { owner, id } = await openInTwos(false);
    const held = await owner.call(sso.setDirectoryToken, { params: { id } });
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed', token: expect.stringContaining('scim_') } });
    expect((await owner.call(sso.list)).body.connections).toMatchObject([{ directory: null }]);
  });
});

describe('DELETE /api/v1/sso/connections/:id/directory/token', () => {
  test('401, 403, 404', () => expectRefused(sso.endDirectoryToken, ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']));
  test('200: and 404 where there is none, or none any more', async () => {
    const acme = await openOrganisation(testServer);
    const params = { id: await made(acme) };
    const end = () => acme.owner.call(sso.endDirectoryToken, { params });
    expect(await end()).toMatchObject(refused(404, 'NOT_FOUND'));
    await acme.owner.call(sso.setDirectoryToken, { params });
    expect((await end()).body).toEqual({ ok: true });
    expect((await acme.owner.call(sso.list)).body.connections).toMatchObject([{ directory: null }]);
  });
});
