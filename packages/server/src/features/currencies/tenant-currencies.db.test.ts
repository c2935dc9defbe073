import { currencies } from '@countinghouse/contract/features/currencies';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

describe('GET /api/internal/currencies/tenant/list', () => {
  test('200: a new organisation allows USD, EUR and what it reports in', async () => {
    const pat = await house.person();
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
    expect(await house.nobody.call(currencies.tenantList)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('GET /api/internal/currencies/all', () => {
  test('200: all of ISO 4217, also to a person without an organisation', async () => {
    const { body } = await (await house.person()).call(currencies.all);
    expect(body.currencies.length).toBeGreaterThan(170);
    expect(body.currencies).toContainEqual({ code: 'KWD', name: 'Kuwaiti Dinar', minorUnits: 3 });
    for (const c of body.currencies) expect(c.code).toMatch(/^[A-Z]{3}$/);
  });
  test('401: nobody sees them', async () => {
    expect(await house.nobody.call(currencies.all)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});
