import { randomUUID } from 'node:crypto';
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

describe('POST /api/internal/tenants/create', () => {
  describe('200', () => {
    test('its maker is its owner, and it is theirs alone', async () => {
      const [pat, sam] = [await house.person(), await house.person()];
      const { body } = await pat.call(tenants.create, { body: { name: '  Acme  ' } });
      const mine = await pat.call(tenants.mine);
      expect(mine.body).toMatchObject({
        currentId: body.tenantId,
        hasCookie: true,
        tenants: [{ id: body.tenantId, name: 'Acme', role: 'owner', readOnly: false, members: 1, owners: 1, reportingCurrency: 'USD' }],
      });
      expect((await sam.call(tenants.mine)).body).toEqual({ tenants: [], currentId: null, hasCookie: true });
    });
  });
  describe('400', () => {
    test.each(['x', ' y ', 'n'.repeat(41), ''])('a name of %j is refused with its sentence', async (name) => {
      const answer = await (await house.person()).send('POST', tenants.create.path, { name });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION_ERROR',
          error: 'VALIDATION_ERROR',
          details: [{ path: 'name', message: 'Organisation name must be between 2 and 40 characters.' }],
        },
      });
    });
    test('a missing name is a missing field', async () => {
      expect(await (await house.person()).send('POST', tenants.create.path, {})).toMatchObject({
        status: 400,
        body: { code: 'MISSING_FIELDS', details: [{ path: 'name', message: 'Required.' }] },
      });
    });
    test('a reporting currency that ISO 4217 does not list is refused', async () => {
      expect(await (await house.person()).send('POST', tenants.create.path, { name: 'Acme', reporting_currency: 'ZZZ' })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      });
    });
  });
  test('401: nobody makes an organisation without a session', async () => {
    expect(await house.nobody.call(tenants.create, { body: { name: 'Acme' } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
});

describe('POST /api/internal/tenants/switch', () => {
  test('200: the chosen organisation is the current one of the session', async () => {
    const pat = await house.person();
    const first = (await pat.call(tenants.create, { body: { name: 'First' } })).body.tenantId;
    const second = (await pat.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
    expect((await pat.call(tenants.mine)).body.currentId).toBe(first);
    expect((await pat.call(tenants.switch, { body: { tenantId: second } })).status).toBe(200);
    expect((await pat.call(tenants.mine)).body.currentId).toBe(second);
  });
  test('404: an organisation of others is as one that never was', async () => {
    const [pat, sam] = [await house.person(), await house.person()];
    const { tenantId } = (await sam.call(tenants.create, { body: { name: 'Private' } })).body;
    for (const id of [tenantId, randomUUID()])
      expect(await pat.call(tenants.switch, { body: { tenantId: id } })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
