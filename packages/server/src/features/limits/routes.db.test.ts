import { fx } from '@countinghouse/contract/features/fx';
import { intents } from '@countinghouse/contract/features/intents';
import { type LimitKey, limits } from '@countinghouse/contract/features/limits';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterEach(() => {
  vi.useRealTimers();
  testServer.opened.services.clock.confirm();
});
afterAll(() => testServer.close());

const HOUR_MS = 3_600_000;
/** The wall clock stands at this instant, and an operator says that it is right. */
const at = (nowMs: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  testServer.opened.services.clock.confirm();
};
const PATH = '/api/internal/limits/set';
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const none = { high_risk_amount: null, txn_amount_max: null, daily_txn_amount_max: null, daily_txn_count_max: null };
const today = (): string => new Date().toISOString().slice(0, 10);
const set = ({ owner }: Pick<Organisation, 'owner'>, key: LimitKey, value: string | number | null) =>
  owner.call(limits.set, { body: { key, value } });

describe('GET /api/internal/limits/set', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', PATH)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: nothing is limited until it is set, and then that, to every member of this organisation alone', async () => {
    const o = await openOrganisation(testServer);
    const mo = await o.member();
    const before = {
      limits: none,
      reporting_currency: 'USD',
      set: {},
      today: { day: today(), count: 0, amount: '0.00', missing_rate: null },
    };
    expect((await mo.call(limits.get)).body).toEqual(before);
    await set(o, 'txn_amount_max', '5000');
    const after = (await mo.call(limits.get)).body;
    expect(after.limits).toEqual({ ...none, txn_amount_max: '5000.00' });
    expect(after.set).toEqual({ txn_amount_max: { set_at: expect.stringMatching(/Z$/), set_by: o.owner.id } });
    expect((await (await openOrganisation(testServer)).owner.call(limits.get)).body).toEqual(before);
  });
  test('200: says what today has used, holds that have ended left out, and which rate is missing', async () => {
    const noonMs = Date.parse(`${today()}T12:00:00Z`);
    at(noonMs);
    const o = await openOrganisation(testServer);
    const { owner, intent } = o;
    const ends = new Date(noonMs + HOUR_MS).toISOString();
    const now = async () => (await owner.call(limits.get)).body.today;
    await owner.call(intents.execute, { body: intent() });
    await owner.call(intents.execute, { body: intent({ use_case: 'hold' }) });
    await owner.call(intents.execute, { body: intent({ use_case: 'hold', constraints: { hold_expires_at: ends } }) });
    expect(await now()).toMatchObject({ count: 3, amount: '30.00' });
    at(noonMs + HOUR_MS);
    expect(await now()).toMatchObject({ count: 2, amount: '20.00' });
    await o.account('EUR-1', { currency: 'EUR' });
    await o.account('EUR-2', { currency: 'EUR' });
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('EUR-1', 'EUR-2', '5', { currency: 'EUR' })] }) });
    expect(await now()).toEqual({ day: today(), count: 3, amount: null, missing_rate: 'EUR' });
    await owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: '1.5', asof: '2020-01-01T00:00:00Z' } });
    expect(await now()).toMatchObject({ count: 3, amount: '27.50', missing_rate: null });
  });
});

describe('POST /api/internal/limits/set', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', PATH, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: each limit is set, replaced and taken away by itself', async () => {
    const o = await openOrganisation(testServer);
    for (const [key, value, kept] of [
      ['high_risk_amount', ' 1000.5 ', '1000.50'],
      ['txn_amount_max', '0.00000001', '0.00000001'],
      ['daily_txn_amount_max', '99999999999999999999', '99999999999999999999.00'],
      ['daily_txn_count_max', '25', 25],
      ['daily_txn_count_max', 30, 30],
    ] as const)
      expect((await set(o, key, value)).body.limits).toMatchObject({ [key]: kept });
    expect((await set(o, 'txn_amount_max', null)).body.limits).toEqual({
      high_risk_amount: '1000.50',
      txn_amount_max: null,
      daily_txn_amount_max: '99999999999999999999.00',
      daily_txn_count_max: 30,
    });
  });
  test('200: amounts are in the reporting currency’s own decimals', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.send('PATCH', '/api/internal/settings/tenant', { reporting_currency: 'JPY' });
    expect((await set(o, 'txn_amount_max', '5000')).body).toMatchObject({ limits: { txn_amount_max: '5000' }, reporting_currency: 'JPY' });
  });
  test('400 MISSING_FIELDS: a blank value is not no limit', async () => {
    const o = await openOrganisation(testServer);
    for (const body of [{ key: 'txn_amount_max', value: ' ' }, { key: 'txn_amount_max' }, { value: '1' }])
      expect(await o.owner.send('POST', PATH, body)).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect((await o.owner.send('POST', PATH, { key: 'txn_amount_max', value: '' })).body).toMatchObject({
      details: [{ path: 'value', message: 'Provide a value before saving.' }],
    });
  });
  test.each([
    [{ key: 'txn_amount_max', value: 5 }, 'value'],
    [{ key: 'txn_amount_max', value: '-1' }, 'value'],
    [{ key: 'txn_amount_max', value: '1e9' }, 'value'],
    [{ key: 'txn_amount_max', value: '0.000000001' }, 'value'],
    [{ key: 'daily_txn_count_max', value: '1.5' }, 'value'],
    [{ key: 'daily_txn_count_max', value: 1.5 }, 'value'],
    [{ key: 'daily_txn_count_max', value: 9_999_999_999 }, 'value'],
    [{ key: 'txn_amount_min', value: '1' }, 'key'],
    [{ key: 'txn_amount_max', value: '1', tenant: 'x' }, 'tenant'],
  ])('400 VALIDATION_ERROR: %j is refused where it is', async (body, path) => {
    const o = await openOrganisation(testServer);
    const answer = await o.owner.send('POST', PATH, body);
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path }] } });
    expect((await o.owner.call(limits.get)).body.limits).toEqual(none);
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.send('POST', PATH, { key: 'txn_amount_max', value: '1' })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('423: not while it is read-only', async () => {
    const o = await openOrganisation(testServer);
    await o.deactivate();
    expect(await set(o, 'txn_amount_max', null)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
