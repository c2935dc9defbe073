import { currencies } from '@countinghouse/contract/features/currencies';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

const codesOf = async (who: { call: TestServer['nobody']['call'] }) =>
  (await who.call(currencies.tenantList)).body.currencies.map((c) => c.code);

describe('GET /api/internal/currencies/tenant/list', () => {
  test('200: a new organisation allows USD, EUR and what it reports in', async () => {
    const pat = await testServer.person();
    await pat.call(tenants.create, { body: { name: 'Nippon', reporting_currency: 'JPY' } });
    expect((await pat.call(currencies.tenantList)).body).toEqual({
      currencies: [
        { code: 'EUR', name: 'Euro', minorUnits: 2 },
        { code: 'JPY', name: 'Yen', minorUnits: 0 },
        { code: 'USD', name: 'US Dollar', minorUnits: 2 },
      ],
    });
  });
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(currencies.tenantList)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('GET /api/internal/currencies/all', () => {
  test('200: all of ISO 4217, also to a person without an organisation', async () => {
    const { body } = await (await testServer.person()).call(currencies.all);
    expect(body.currencies.length).toBeGreaterThan(170);
    expect(body.currencies).toContainEqual({ code: 'KWD', name: 'Kuwaiti Dinar', minorUnits: 3 });
    for (const c of body.currencies) expect(c.code).toMatch(/^[A-Z]{3}$/);
  });
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(currencies.all)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/currencies/tenant/add', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/currencies/tenant/add', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const add = (who: { call: TestServer['nobody']['call'] }, code: string) => who.call(currencies.add, { body: { code } });
  test('200: by an owner or an entity administrator, in any case', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const admin = await entityPerson(await entity('HQ'), 'entity_admin');
    expect(await add(admin, ' jpy ')).toMatchObject({ status: 200, body: { currency: { code: 'JPY', name: 'Yen', minorUnits: 0 } } });
    expect(await codesOf(owner)).toEqual(['EUR', 'JPY', 'USD']);
  });
  test.each([
    [{}, 'MISSING_FIELDS'],
    [{ code: 'ZZZ' }, 'VALIDATION_ERROR'],
    [{ code: 'EURO' }, 'VALIDATION_ERROR'],
  ])('400: %j', async (body, code) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('POST', currencies.add.path, body)).toMatchObject({
      status: 400,
      body: { code, details: expect.arrayContaining([expect.objectContaining({ path: 'code' })]) },
    });
  });
  test('403: a member does not', async () => {
    expect(await add(await (await openOrganisation(testServer)).member(), 'JPY')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('409: one that is there', async () => {
    expect(await add((await openOrganisation(testServer)).owner, 'usd')).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('423: not while the organisation is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await add(owner, 'JPY')).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/currencies/tenant/remove', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/currencies/tenant/remove', {})).toMatchObject(
      refused(401, 'UNAUTHENTICATED'),
    );
  });
  const remove = (who: { call: TestServer['nobody']['call'] }, code: string) => who.call(currencies.remove, { body: { code } });
  test('200: it is gone, nothing is opened in it any more, and it can come back', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await remove(owner, 'eur')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await codesOf(owner)).toEqual(['USD']);
    expect((await owner.call(currencies.add, { body: { code: 'EUR' } })).status).toBe(200);
  });
  test('403: a member does not', async () => {
    expect(await remove(await (await openOrganisation(testServer)).member(), 'EUR')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: one that is not there', async () => {
    expect(await remove((await openOrganisation(testServer)).owner, 'JPY')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: the reporting currency, one of an account, one of an entity; the reason is named', async () => {
    const { owner, account } = await openOrganisation(testServer);
    expect(await remove(owner, 'USD')).toMatchObject({ ...refused(409, 'CURRENCY_IN_USE'), body: { details: { by: 'reporting' } } });
    await account('EURO', { currency: 'EUR' });
    expect(await remove(owner, 'EUR')).toMatchObject({
      status: 409,
      body: { code: 'CURRENCY_IN_USE', details: { by: 'account', code: 'EURO' } },
    });
    await owner.call(currencies.add, { body: { code: 'JPY' } });
    await owner.send('POST', '/api/entities', { code: 'JP', name: 'Japan', base_currency: 'JPY' });
    expect(await remove(owner, 'JPY')).toMatchObject({
      status: 409,
      body: { code: 'CURRENCY_IN_USE', details: { by: 'entity', code: 'JP' } },
    });
  });
  test('200: what reports no longer use it for is free; a new reporting currency is allowed with the change', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(settings.change, { body: { reporting_currency: 'CHF' } });
    expect(await codesOf(owner)).toEqual(['CHF', 'EUR', 'USD']);
    expect(await remove(owner, 'CHF')).toMatchObject(refused(409, 'CURRENCY_IN_USE'));
  });
  test('423: not while the organisation is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await remove(owner, 'EUR')).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
