import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { intents } from '@countinghouse/contract/features/intents';
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

describe('GET /api/internal/tenants/mine', () => {
  test('200: every organisation of the person, first joined first, with what they may there', async () => {
    const { owner, tenantId, member } = await openOrganisation(testServer, 'Alpha');
    const mo = await member();
    const second = (await mo.call(tenants.create, { body: { name: 'Beta', reporting_currency: 'chf' } })).body.tenantId;
    const alpha = {
      id: tenantId,
      name: 'Alpha',
      role: 'member',
      readOnly: false,
      broken: false,
      capabilities: [],
      reportingCurrency: 'USD',
      signingMode: 'STANDARD',
      enforceSignedIntents: false,
      secondFactorRequired: false,
      barred: null,
      members: 2,
      owners: 1,
    };
    const beta = {
      ...alpha,
      id: second,
      name: 'Beta',
      role: 'owner',
      capabilities: ['tenant:admin', 'tenant:owner'],
      reportingCurrency: 'CHF',
      members: 1,
    };
    expect((await mo.call(tenants.mine)).body).toEqual({
      tenants: [alpha, beta],
      currentId: tenantId,
      hasCookie: true,
      address: expect.stringMatching(/^10\./),
    });
    expect((await owner.call(tenants.mine)).body.tenants).toMatchObject([{ id: tenantId, role: 'owner', members: 2, owners: 1 }]);
  });
  test('200: one that was archived is gone, and another is current', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    const second = (await owner.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
    await testServer.opened.loginPool.query('update tenants set archived_at = now() where tenant_id = $1', [tenantId]);
    testServer.opened.services.sessions.forgetMemberships(owner.id);
    expect((await owner.call(tenants.mine)).body).toMatchObject({ currentId: second, tenants: [{ id: second }] });
    expect(await owner.send('GET', '/api/v1/balances', undefined, { 'x-tenant-id': tenantId })).toMatchObject({ status: 404 });
  });
  test('401: nobody has any', async () => {
    expect(await testServer.nobody.call(tenants.mine)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/tenants/create', () => {
  describe('200', () => {
    test('its maker is its owner, and it is theirs alone', async () => {
      const [pat, sam] = [await testServer.person(), await testServer.person()];
      const { body } = await pat.call(tenants.create, { body: { name: '  Acme  ' } });
      const mine = await pat.call(tenants.mine);
      expect(mine.body).toMatchObject({
        currentId: body.tenantId,
        hasCookie: true,
        tenants: [{ id: body.tenantId, name: 'Acme', role: 'owner', readOnly: false, members: 1, owners: 1, reportingCurrency: 'USD' }],
      });
      expect((await sam.call(tenants.mine)).body).toEqual({
        tenants: [],
        currentId: null,
        hasCookie: true,
        address: expect.stringMatching(/^10\./),
      });
    });
  });
  describe('400', () => {
    test.each(['x', ' y ', 'n'.repeat(41), ''])('a name of %j is refused with its sentence', async (name) => {
      const answer = await (await testServer.person()).send('POST', tenants.create.path, { name });
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
      expect(await (await testServer.person()).send('POST', tenants.create.path, {})).toMatchObject({
        status: 400,
        body: { code: 'MISSING_FIELDS', details: [{ path: 'name', message: 'Required.' }] },
      });
    });
    test('a reporting currency that ISO 4217 does not list is refused', async () => {
      expect(
        await (await testServer.person()).send('POST', tenants.create.path, { name: 'Acme', reporting_currency: 'ZZZ' }),
      ).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR' },
      });
    });
  });
  test('401: nobody makes an organisation without a session', async () => {
    expect(await testServer.nobody.call(tenants.create, { body: { name: 'Acme' } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
});

describe('POST /api/internal/tenants/switch', () => {
  test('400: an id that is none, or is missing', async () => {
    const pat = await testServer.person();
    for (const [body, code] of [
      [{ tenantId: 'x' }, 'VALIDATION_ERROR'],
      [{}, 'MISSING_FIELDS'],
    ] as const)
      expect(await pat.send('POST', tenants.switch.path, body)).toMatchObject({
        status: 400,
        body: { code, details: [{ path: 'tenantId' }] },
      });
  });
  test('401: nobody switches', async () => {
    expect(await testServer.nobody.call(tenants.switch, { body: { tenantId: randomUUID() } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
  test('200: the chosen organisation is the current one of the session', async () => {
    const pat = await testServer.person();
    const first = (await pat.call(tenants.create, { body: { name: 'First' } })).body.tenantId;
    const second = (await pat.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
    expect((await pat.call(tenants.mine)).body.currentId).toBe(first);
    expect((await pat.call(tenants.switch, { body: { tenantId: second } })).status).toBe(200);
    expect((await pat.call(tenants.mine)).body.currentId).toBe(second);
  });
  test('404: an organisation of others is as one that never was', async () => {
    const [pat, sam] = [await testServer.person(), await testServer.person()];
    const { tenantId } = (await sam.call(tenants.create, { body: { name: 'Private' } })).body;
    for (const id of [tenantId, randomUUID()])
      expect(await pat.call(tenants.switch, { body: { tenantId: id } })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

describe('POST /api/internal/tenants/rename', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/tenants/rename', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const rename = (who: TestServer['nobody'], name: string) => who.call(tenants.rename, { body: { name } });
  test('200: everybody sees the new name, trimmed, at once', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(tenants.mine)).body.tenants[0]?.name).toBe('Acme');
    expect(await rename(owner, '  Äcme & Söhne ')).toMatchObject({ status: 200, body: { ok: true } });
    for (const who of [owner, mo]) expect((await who.call(tenants.mine)).body.tenants[0]?.name).toBe('Äcme & Söhne');
  });
  test('200: two and forty characters are allowed', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const name of ['ab', 'n'.repeat(40)]) expect((await rename(owner, name)).status).toBe(200);
  });
  test.each([
    [{}, 'MISSING_FIELDS', 'Required.'],
    [{ name: 'x' }, 'VALIDATION_ERROR', 'Organisation name must be between 2 and 40 characters.'],
    [{ name: 'n'.repeat(41) }, 'VALIDATION_ERROR', 'Organisation name must be between 2 and 40 characters.'],
    [{ name: 'Acme\nBcc: all' }, 'VALIDATION_ERROR', 'Use printable characters only.'],
  ])('400: %j', async (body, code, message) => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.send('POST', tenants.rename.path, body);
    expect(answer).toMatchObject({ status: 400, body: { code, details: [{ path: 'name', message }] } });
    expect((await owner.call(tenants.mine)).body.tenants[0]?.name).toBe('Acme');
  });
  test('403: a member does not', async () => {
    expect(await rename(await (await openOrganisation(testServer)).member(), 'Mine')).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('423: not while it is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await rename(owner, 'Other')).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/tenants/deactivate', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/tenants/deactivate', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: deactivated it is read-only for everybody, reactivated it is as before; reactivating twice changes nothing', async () => {
    const { owner, member, intent, headSeq } = await openOrganisation(testServer);
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
    const { owner, intent, deactivate } = await openOrganisation(testServer);
    const body = intent();
    const first = await owner.call(intents.execute, { body });
    await deactivate();
    expect((await owner.call(intents.execute, { body })).body).toEqual({ ...first.body, duplicate: true });
  });
  test('403: a member does neither', async () => {
    const { member, deactivate } = await openOrganisation(testServer);
    const mo = await member();
    expect(await mo.call(tenants.deactivate, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
    await deactivate();
    expect(await mo.call(tenants.clearReadOnly, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('423: deactivating twice', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await owner.call(tenants.deactivate, { body: {} })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/tenants/clear-readonly', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/tenants/clear-readonly', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('403: a member does not end it, nor the administrator of an entity', async () => {
    const { entity, entityPerson, member, deactivate } = await openOrganisation(testServer);
    const people = [await member(), await entityPerson(await entity('HQ'), 'entity_admin')];
    await deactivate();
    for (const who of people) expect(await who.call(tenants.clearReadOnly, { body: {} })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});

describe('POST /api/internal/tenants/delete', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/tenants/delete', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const remove = (who: TestServer['nobody'], confirm?: string) =>
    who.call(tenants.delete, { body: confirm === undefined ? {} : { confirm } });
  test.each(['DELETE', 'delete', ' Delete '])('200: %j ends access at once for everybody, and keeps the data', async (word) => {
    const { owner, member, tenantId, headSeq } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(accounts.list, { body: {} })).status).toBe(200);
    expect(await remove(owner, word)).toMatchObject({ status: 200, body: { ok: true } });
    for (const who of [owner, mo]) {
      expect((await who.call(tenants.mine)).body).toMatchObject({ tenants: [], currentId: null });
      expect(await who.call(accounts.list, { body: {} }, { 'x-tenant-id': tenantId })).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await who.call(tenants.switch, { body: { tenantId } })).toMatchObject(refused(404, 'NOT_FOUND'));
    }
    expect(await owner.call(accounts.list, { body: {} })).toMatchObject(refused(409, 'NO_ORGANISATION'));
    const kept = await testServer.opened.loginPool.query('select from events where tenant_id = $1', [tenantId]);
    expect(kept.rowCount).toBe(await headSeq());
  });
  test('200: who has another organisation lands in it', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    const second = (await owner.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
    await owner.call(tenants.switch, { body: { tenantId } });
    await remove(owner, 'DELETE');
    expect((await owner.call(tenants.mine)).body).toMatchObject({ tenants: [{ id: second }], currentId: second });
    expect((await owner.call(accounts.list, { body: {} })).body).toMatchObject({ accounts: [], total: 0, next: null });
  });
  test('200: also a read-only one', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect((await remove(owner, 'DELETE')).status).toBe(200);
  });
  test.each([undefined, '', 'DELET', 'DELETE IT', 'yes'])('400: %j does not confirm it', async (word) => {
    const { owner } = await openOrganisation(testServer);
    expect(await remove(owner, word)).toMatchObject(refused(400, 'CONFIRMATION_REQUIRED'));
    expect((await owner.call(tenants.mine)).body.tenants).toHaveLength(1);
  });
  test('403: a member does not, confirmed or not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    for (const word of ['DELETE', undefined]) expect(await remove(mo, word)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});
