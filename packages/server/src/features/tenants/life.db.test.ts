import { accounts } from '@countinghouse/contract/features/accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

describe('POST /api/internal/tenants/rename', () => {
  const rename = (who: Pick<Person, 'call'>, name: string) => who.call(tenants.rename, { body: { name } });
  test('200: everybody sees the new name, trimmed, at once', async () => {
    const { owner, member } = await openOrganisation(house);
    const mo = await member();
    expect((await mo.call(tenants.mine)).body.tenants[0]?.name).toBe('Acme');
    expect(await rename(owner, '  Äcme & Söhne ')).toMatchObject({ status: 200, body: { ok: true } });
    for (const who of [owner, mo]) expect((await who.call(tenants.mine)).body.tenants[0]?.name).toBe('Äcme & Söhne');
  });
  test('200: two and forty characters are allowed', async () => {
    const { owner } = await openOrganisation(house);
    for (const name of ['ab', 'n'.repeat(40)]) expect((await rename(owner, name)).status).toBe(200);
  });
  test.each([
    [{}, 'MISSING_FIELDS', 'Required.'],
    [{ name: 'x' }, 'VALIDATION_ERROR', 'Organisation name must be between 2 and 40 characters.'],
    [{ name: 'n'.repeat(41) }, 'VALIDATION_ERROR', 'Organisation name must be between 2 and 40 characters.'],
    [{ name: 'Acme\nBcc: all' }, 'VALIDATION_ERROR', 'Use printable characters only.'],
  ])('400: %j', async (body, code, message) => {
    const { owner } = await openOrganisation(house);
    const answer = await owner.send('POST', tenants.rename.path, body);
    expect(answer).toMatchObject({ status: 400, body: { code, details: [{ path: 'name', message }] } });
    expect((await owner.call(tenants.mine)).body.tenants[0]?.name).toBe('Acme');
  });
  test('403: a member does not', async () => {
    expect(await rename(await (await openOrganisation(house)).member(), 'Mine')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('423: not while it is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(house);
    await deactivate();
    expect(await rename(owner, 'Other')).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/tenants/deactivate and clear-readonly', () => {
  test('200: deactivated it is read-only for everybody, reactivated it is as before; reactivating twice changes nothing', async () => {
    const { owner, member, intent, headSeq } = await openOrganisation(house);
    const mo = await member();
    expect(await owner.call(tenants.deactivate, { body: {} })).toMatchObject({ status: 200, body: { ok: true } });
    for (const who of [owner, mo]) {
      expect((await who.call(tenants.mine)).body.tenants[0]?.readOnly).toBe(true);
      expect(await who.call(intents.execute, { body: intent() })).toMatchObject(refused(423, 'TENANT_READONLY'));
    }
    expect(await owner.call(tenants.clearReadOnly, { body: {} })).toMatchObject({ status: 200, body: { ok: true } });
    const before = await headSeq();
    expect((await owner.call(tenants.clearReadOnly, { body: {} })).status).toBe(200);
    expect(await headSeq()).toBe(before);
    for (const who of [owner, mo]) expect((await who.call(intents.execute, { body: intent() })).status).toBe(200);
  });
  test('200: what was posted before it became read-only still answers its duplicate', async () => {
    const { owner, intent, deactivate } = await openOrganisation(house);
    const body = intent();
    const first = await owner.call(intents.execute, { body });
    await deactivate();
    expect((await owner.call(intents.execute, { body })).body).toEqual({ ...first.body, duplicate: true });
  });
  test('403: a member does neither', async () => {
    const { member, deactivate } = await openOrganisation(house);
    const mo = await member();
    expect(await mo.call(tenants.deactivate, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
    await deactivate();
    expect(await mo.call(tenants.clearReadOnly, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('423: deactivating twice', async () => {
    const { owner, deactivate } = await openOrganisation(house);
    await deactivate();
    expect(await owner.call(tenants.deactivate, { body: {} })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/tenants/delete', () => {
  const remove = (who: Pick<Person, 'call'>, confirm?: string) =>
    who.call(tenants.delete, { body: confirm === undefined ? {} : { confirm } });
  test.each(['DELETE', 'delete', ' Delete '])('200: %j ends access at once for everybody, and keeps the data', async (word) => {
    const { owner, member, tenantId, headSeq } = await openOrganisation(house);
    const mo = await member();
    expect((await mo.call(accounts.list, { body: {} })).status).toBe(200);
    expect(await remove(owner, word)).toMatchObject({ status: 200, body: { ok: true } });
    for (const who of [owner, mo]) {
      expect((await who.call(tenants.mine)).body).toMatchObject({ tenants: [], currentId: null });
      expect(await who.call(accounts.list, { body: {} }, { 'x-tenant-id': tenantId })).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await who.call(tenants.switch, { body: { tenantId } })).toMatchObject(refused(404, 'NOT_FOUND'));
    }
    expect(await owner.call(accounts.list, { body: {} })).toMatchObject(refused(409, 'NO_ORGANISATION'));
    const kept = await house.opened.loginPool.query('select from events where tenant_id = $1', [tenantId]);
    expect(kept.rowCount).toBe(await headSeq());
  });
  test('200: who has another organisation lands in it', async () => {
    const { owner, tenantId } = await openOrganisation(house);
    const second = (await owner.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
    await owner.call(tenants.switch, { body: { tenantId } });
    await remove(owner, 'DELETE');
    expect((await owner.call(tenants.mine)).body).toMatchObject({ tenants: [{ id: second }], currentId: second });
    expect((await owner.call(accounts.list, { body: {} })).body).toEqual({ accounts: [], total: 0 });
  });
  test('200: also a read-only one', async () => {
    const { owner, deactivate } = await openOrganisation(house);
    await deactivate();
    expect((await remove(owner, 'DELETE')).status).toBe(200);
  });
  test.each([undefined, '', 'DELET', 'DELETE IT', 'yes'])('400: %j does not confirm it', async (word) => {
    const { owner } = await openOrganisation(house);
    expect(await remove(owner, word)).toMatchObject(refused(400, 'CONFIRMATION_REQUIRED'));
    expect((await owner.call(tenants.mine)).body.tenants).toHaveLength(1);
  });
  test('403: a member does not, confirmed or not', async () => {
    const mo = await (await openOrganisation(house)).member();
    for (const word of ['DELETE', undefined]) expect(await remove(mo, word)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});
