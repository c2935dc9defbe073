import { fx } from '@countinghouse/contract/features/fx';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

const rate = { base_currency: 'EUR', quote_currency: 'USD', rate: 1.0825, asof: '2026-01-31T12:00:00+01:00' };

describe('GET /api/internal/fx/rates/tenant/list', () => {
  test('200: the rate that was set last comes first; a member sees them', async () => {
    const { owner, member } = await openOrganisation(house);
    const mo = await member();
    expect((await mo.call(fx.list)).body).toEqual({ rates: [] });
    await owner.call(fx.upsert, { body: { ...rate, asof: '2026-06-01T00:00:00Z' } });
    await owner.call(fx.upsert, { body: { ...rate, base_currency: 'GBP', source: 'ECB' } });
    expect((await mo.call(fx.list)).body.rates).toEqual([
      {
        base_currency: 'GBP',
        quote_currency: 'USD',
        rate: '1.0825',
        asof: '2026-01-31T11:00:00.000000Z',
        source: 'ECB',
        created_at: expect.any(String),
      },
      expect.objectContaining({ base_currency: 'EUR', source: 'TENANT_OVERRIDE' }),
    ]);
  });
  test('200: at most a hundred', async () => {
    const { owner } = await openOrganisation(house);
    const days = Array.from({ length: 101 }, (_, i) => new Date(Date.UTC(2025, 0, 1 + i)).toISOString());
    await Promise.all(days.map((asof) => owner.call(fx.upsert, { body: { ...rate, asof } })));
    expect((await owner.call(fx.list)).body.rates).toHaveLength(100);
  });
  test('401: nobody sees them', async () => {
    expect(await house.nobody.call(fx.list)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/fx/rates/tenant/upsert', () => {
  test.each([
    [1.0, '1'],
    [0.00931, '0.00931'],
    [1e-7, '0.0000001'],
    [123456.789012, '123456.789012'],
    ['1.0000', '1'],
  ])('200: a rate sent as %j is %s, exactly', async (sent, expected) => {
    const { owner } = await openOrganisation(house);
    expect(await owner.call(fx.upsert, { body: { ...rate, rate: sent } })).toMatchObject({
      status: 200,
      body: { rate: { rate: expected, asof: '2026-01-31T11:00:00.000000Z', source: 'TENANT_OVERRIDE' } },
    });
  });
  test('200: without a time it holds from now; codes are upper-cased', async () => {
    const { owner } = await openOrganisation(house);
    const before = new Date().toISOString();
    const { body } = await owner.call(fx.upsert, { body: { base_currency: 'eur', quote_currency: 'usd', rate: 1, asof: null } });
    expect(body.rate).toMatchObject({ base_currency: 'EUR', quote_currency: 'USD' });
    expect(body.rate.asof >= before.replace('Z', '000Z')).toBe(true);
  });
  test('200: for the same pair and time it replaces the one before', async () => {
    const { owner } = await openOrganisation(house);
    for (const value of [1, 2]) await owner.call(fx.upsert, { body: { ...rate, rate: value } });
    expect((await owner.call(fx.list)).body.rates.map((r) => r.rate)).toEqual(['2']);
  });
  test.each([
    ['no rate', { rate: undefined }, 'MISSING_FIELDS', 'rate'],
    ['a rate of zero', { rate: 0 }, 'VALIDATION_ERROR', 'rate'],
    ['a negative rate', { rate: -1 }, 'VALIDATION_ERROR', 'rate'],
    ['thirteen digits', { rate: 1.234567890123 }, 'VALIDATION_ERROR', 'rate'],
    ['no base', { base_currency: undefined }, 'MISSING_FIELDS', 'base_currency'],
    ['an unknown base', { base_currency: 'ZZZ' }, 'VALIDATION_ERROR', 'base_currency'],
    ['an unknown quote', { quote_currency: 'US' }, 'VALIDATION_ERROR', 'quote_currency'],
    ['a pair of one currency', { quote_currency: 'EUR' }, 'VALIDATION_ERROR', 'quote_currency'],
    ['a time that is none', { asof: 'yesterday' }, 'VALIDATION_ERROR', 'asof'],
    ['a time without its zone', { asof: '2026-01-31T12:00:00' }, 'VALIDATION_ERROR', 'asof'],
    ['a time before the calendar', { asof: '0000-12-31T00:00:00Z' }, 'VALIDATION_ERROR', 'asof'],
    ['a time after the calendar', { asof: '9999-12-31T23:59:59-01:00' }, 'VALIDATION_ERROR', 'asof'],
    ['a time finer than it can be kept', { asof: '2026-01-31T12:00:00.1234567891Z' }, 'VALIDATION_ERROR', 'asof'],
    ['a blank source', { source: ' ' }, 'MISSING_FIELDS', 'source'],
  ])('400: %s', async (_what, change, code, path) => {
    const { owner, headSeq } = await openOrganisation(house);
    const before = await headSeq();
    const answer = await owner.send('POST', fx.upsert.path, { ...rate, ...change });
    expect(answer).toMatchObject({ status: 400, body: { code, details: expect.arrayContaining([expect.objectContaining({ path })]) } });
    expect(await headSeq()).toBe(before);
  });
  test.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z'])('200: %s is a time', async (asof) => {
    const { owner } = await openOrganisation(house);
    await owner.call(fx.upsert, { body: { ...rate, asof } });
    expect((await owner.call(fx.list)).body.rates.map((r) => r.asof.slice(0, 19))).toEqual([asof.slice(0, 19)]);
  });
  test('401: nobody sets one', async () => {
    expect(await house.nobody.call(fx.upsert, { body: rate })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(house)).member();
    expect(await mo.call(fx.upsert, { body: rate })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', details: { needs: 'admin' } },
    });
  });
});
