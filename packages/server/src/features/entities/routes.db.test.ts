import { randomUUID } from 'node:crypto';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { metadata } from '@countinghouse/contract/features/metadata';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

const created = { code: 'HQ', name: 'Headquarters', base_currency: 'EUR' };

describe('POST /api/entities', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/entities', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: the code in upper case, words trimmed, both spellings of the currency; its maker administers it', async () => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.call(entities.create, { body: { code: ' hq ', name: ' Headquarters ', base_currency: 'eur' } });
    const entity = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...created,
      baseCurrency: 'EUR',
      active: true,
      entity_role: 'entity_admin',
      members: 1,
      metadata: {},
    };
    expect(answer).toMatchObject({ status: 200, body: { entity } });
    expect((await owner.call(entities.list)).body).toEqual({ entities: [entity], currentId: null });
  });
  test('200: codes of 2 and 16, a name of 2', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const code of ['AB', 'A'.repeat(16)])
      expect((await owner.call(entities.create, { body: { ...created, code, name: 'ab' } })).status).toBe(200);
  });
  test.each([
    [{ code: undefined }, 'MISSING_FIELDS', 'code'],
    [{ code: 'A' }, 'VALIDATION_ERROR', 'code'],
    [{ code: 'A'.repeat(17) }, 'VALIDATION_ERROR', 'code'],
    [{ code: 'A B' }, 'VALIDATION_ERROR', 'code'],
    [{ name: undefined }, 'MISSING_FIELDS', 'name'],
    [{ name: 'x' }, 'VALIDATION_ERROR', 'name'],
    [{ name: 'x'.repeat(121) }, 'VALIDATION_ERROR', 'name'],
    [{ name: 'a\nb' }, 'VALIDATION_ERROR', 'name'],
    [{ base_currency: undefined }, 'MISSING_FIELDS', 'base_currency'],
    [{ base_currency: 'EU' }, 'VALIDATION_ERROR', 'base_currency'],
    [{ base_currency: 'ZZZ' }, 'VALIDATION_ERROR', 'base_currency'],
  ])('400: %j', async (change, code, path) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('POST', entities.create.path, { ...created, ...change })).toMatchObject({
      status: 400,
      body: { code, details: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
    expect((await owner.call(entities.list)).body.entities).toEqual([]);
  });
  test('403: a member makes none, nor does the administrator of another', async () => {
    const { member, entity, entityPerson } = await openOrganisation(testServer);
    const admin = await entityPerson(await entity('DE'), 'entity_admin');
    for (const who of [await member(), admin])
      expect(await who.call(entities.create, { body: created })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('409: a code is used once, in any case, also by one that is deactivated', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    const id = await entity('HQ');
    await owner.call(entities.deactivate, { body: { id } });
    expect(await owner.call(entities.create, { body: { ...created, code: 'hq' } })).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('422: a currency the organisation does not allow', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(entities.create, { body: { ...created, base_currency: 'JPY' } })).toMatchObject(
      refused(422, 'CURRENCY_NOT_ALLOWED'),
    );
  });
  test('423: not while the organisation is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await owner.call(entities.create, { body: created })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('GET /api/entities/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/entities/list')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: every member sees all of this organisation’s, by code, each with their own role in it', async () => {
    const { entity, entityPerson } = await openOrganisation(testServer);
    const [hq] = [await entity('HQ'), await entity('DE')];
    await (await openOrganisation(testServer)).entity('XX');
    const worker = await entityPerson(hq, 'entity_member');
    expect((await worker.call(entities.list)).body.entities.map((e) => [e.code, e.entity_role, e.members])).toEqual([
      ['DE', null, 1],
      ['HQ', 'entity_member', 2],
    ]);
  });
  test('200: each with its metadata as it is now, at both addresses; asked by metadata only those that have all of it', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    await (await openOrganisation(testServer)).owner.call(entities.create, { body: { ...created, metadata: { region: 'emea' } } });
    const make = async (code: string, given: Readonly<Record<string, string>>) =>
      (await owner.call(entities.create, { body: { ...created, code, metadata: given } })).body.entity;
    const hq = await make('HQ', { region: 'emea', tier: '1' });
    expect(hq.metadata).toEqual({ region: 'emea', tier: '1' });
    await make('DE', { region: 'emea' });
    await make('US', {});
    expect(
      await owner.call(metadata.annotateEntity, { params: { id: hq.id }, body: { metadata: { tier: '2', 'cost [1]': 'x & y' } } }),
    ).toMatchObject({ status: 200 });
    await owner.call(entities.switch, { body: { entityId: hq.id } });
    const list = async (asked?: Readonly<Record<string, string>>) =>
      (await owner.call(entities.list, { query: asked === undefined ? {} : { metadata: asked } })).body;
    const codes = async (asked: Readonly<Record<string, string>>) => (await list(asked)).entities.map(({ code }) => code);
    const whole = (await list()).entities.map((one) => [one.code, one.metadata]);
    expect(whole).toEqual([
      ['DE', { region: 'emea' }],
      ['HQ', { region: 'emea', tier: '2', 'cost [1]': 'x & y' }],
      ['US', {}],
    ]);
    const again = await owner.send('GET', '/api/v1/entities?metadata[tier]=2', undefined, { 'x-tenant-id': tenantId });
    expect(again.body).toMatchObject({ entities: [{ code: 'HQ', metadata: { 'cost [1]': 'x & y', region: 'emea', tier: '2' } }] });
    expect(await codes({ region: 'emea' })).toEqual(['DE', 'HQ']);
    expect(await codes({ region: 'emea', 'cost [1]': 'x & y' })).toEqual(['HQ']);
    expect(await codes({ tier: '1' })).toEqual([]);
    // What is active is said whatever is asked for.
    expect(await list({ tier: '1' })).toEqual({ entities: [], currentId: hq.id });
  });
  test('400: metadata of which no key is named, and what is no filter', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const asked of ['metadata=x', 'metadata[a]=1&metadata[a]=2', 'metadata[]=1', 'code=HQ'])
      expect([asked, (await owner.send('GET', `/api/entities/list?${asked}`)).status]).toEqual([asked, 400]);
  });
});

describe('POST /api/organisation/entities/switch', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/organisation/entities/switch', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const choose = (who: Person, entityId: string | null) => who.call(entities.switch, { body: { entityId } });
  test('200: it is the active one of this session alone; all and null undo it', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const elsewhere = await testServer.signIn(owner.email, owner.password);
    const current = async (who: Pick<Person, 'call'>) => (await who.call(entities.list)).body.currentId;
    for (const none of ['all', null]) {
      expect(await choose(owner, id)).toMatchObject({ status: 200, body: { currentId: id } });
      expect([await current(owner), await current(elsewhere)]).toEqual([id, null]);
      expect(await choose(owner, none)).toMatchObject({ status: 200, body: { currentId: null } });
      expect(await current(owner)).toBeNull();
    }
  });
  test('200: also while the organisation is read-only; another organisation begins without', async () => {
    const { owner, entity, deactivate, tenantId } = await openOrganisation(testServer);
    const id = await entity('HQ');
    await deactivate();
    expect((await choose(owner, id)).status).toBe(200);
    const second = (await owner.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
    await owner.call(tenants.switch, { body: { tenantId: second } });
    expect((await owner.call(entities.list)).body).toEqual({ entities: [], currentId: null });
    await owner.call(tenants.switch, { body: { tenantId } });
    expect((await owner.call(entities.list)).body.currentId).toBeNull();
  });
  test('400: what is neither an id nor all', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await choose(owner, 'x')).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await owner.send('POST', entities.switch.path, {})).toMatchObject(refused(400, 'MISSING_FIELDS'));
  });
  test('404: one that is not there, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), await other.entity('HQ')])
      expect(await choose(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('422: one that is deactivated', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    const id = await entity('HQ');
    await owner.call(entities.deactivate, { body: { id } });
    expect(await choose(owner, id)).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
});

/** What may be done to an entity by whom: the same for renaming, stopping and starting. */
const acts = [
  ['POST /api/entities/rename', entities.rename, { name: 'Other' }],
  ['POST /api/entities/deactivate', entities.deactivate, {}],
] as const;

describe.each(acts)('%s', (_title, route, more) => {
  const act = (who: Person, id: string) => who.send('POST', route.path, { id, ...more });
  test('200: an owner, and the administrator of that entity', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const [hq, de] = [await entity('HQ'), await entity('DE')];
    expect(await act(owner, hq)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await act(await entityPerson(de, 'entity_admin'), de)).status).toBe(200);
  });
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', route.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('400: an id that is none', async () => {
    expect(await act((await openOrganisation(testServer)).owner, 'x')).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('403: a member, a member of that entity, the administrator of another', async () => {
    const { entity, entityPerson, member, headSeq } = await openOrganisation(testServer);
    const [hq, de] = [await entity('HQ'), await entity('DE')];
    const people = [await member(), await entityPerson(hq, 'entity_member'), await entityPerson(de, 'entity_admin')];
    const before = await headSeq();
    for (const who of people)
      expect(await act(who, hq)).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { needs: 'entity_admin' } } });
    expect(await headSeq()).toBe(before);
  });
  test('404: one that is not there, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), await other.entity('HQ')]) expect(await act(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('423: not while the organisation is read-only', async () => {
    const { owner, entity, deactivate } = await openOrganisation(testServer);
    const id = await entity('HQ');
    await deactivate();
    expect(await act(owner, id)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('the name of an entity', () => {
  test('200: name trimmed, the code stays', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    await owner.call(entities.rename, { body: { id: await entity('HQ'), name: ' New name ' } });
    expect((await owner.call(entities.list)).body.entities).toMatchObject([{ code: 'HQ', name: 'New name' }]);
  });
  test('400: a name of one', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    expect(await owner.call(entities.rename, { body: { id: await entity('HQ'), name: 'x' } })).toMatchObject(
      refused(400, 'VALIDATION_ERROR'),
    );
  });
});

describe('POST /api/entities/reactivate', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/entities/reactivate', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const both = (who: Person, id: string) => ({
    deactivate: () => who.call(entities.deactivate, { body: { id } }),
    reactivate: () => who.call(entities.reactivate, { body: { id } }),
  });
  test('200: its administrator stops it and starts it again, though no longer an administrator of an active one', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const admin = await entityPerson(id, 'entity_admin');
    const { deactivate, reactivate } = both(admin, id);
    expect((await deactivate()).status).toBe(200);
    expect((await owner.call(entities.list)).body.entities).toMatchObject([{ active: false }]);
    expect(await reactivate()).toMatchObject({ status: 200, body: { ok: true } });
    expect((await owner.call(entities.list)).body.entities).toMatchObject([{ active: true }]);
  });
  test('403: nobody else starts it', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const [hq, de] = [await entity('HQ'), await entity('DE')];
    await owner.call(entities.deactivate, { body: { id: hq } });
    for (const who of [await entityPerson(hq, 'entity_member'), await entityPerson(de, 'entity_admin')])
      expect(await both(who, hq).reactivate()).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: one that is not there', async () => {
    expect(await both((await openOrganisation(testServer)).owner, randomUUID()).reactivate()).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409 and 422: what is so already', async () => {
    const { owner, entity } = await openOrganisation(testServer);
    const { deactivate, reactivate } = both(owner, await entity('HQ'));
    expect(await reactivate()).toMatchObject(refused(409, 'ENTITY_ACTIVE'));
    await deactivate();
    expect(await deactivate()).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
  test('422: not while its currency is no longer allowed', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(currencies.add, { body: { code: 'JPY' } });
    const { entity } = (await owner.call(entities.create, { body: { ...created, base_currency: 'JPY' } })).body;
    const { deactivate, reactivate } = both(owner, entity.id);
    await deactivate();
    expect((await owner.call(currencies.remove, { body: { code: 'JPY' } })).status).toBe(200);
    expect(await reactivate()).toMatchObject(refused(422, 'CURRENCY_NOT_ALLOWED'));
    await owner.call(currencies.add, { body: { code: 'JPY' } });
    expect((await reactivate()).status).toBe(200);
  });
  test('423: not while the organisation is read-only', async () => {
    const { owner, entity, deactivate } = await openOrganisation(testServer);
    const id = await entity('HQ');
    await both(owner, id).deactivate();
    await deactivate();
    expect(await both(owner, id).reactivate()).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
