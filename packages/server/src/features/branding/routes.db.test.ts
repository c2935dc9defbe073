import { branding } from '@countinghouse/contract/features/branding';
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

const none = { display_name: null, logo_url: null, primary_color: null, accent_color: null };
const full = { display_name: 'Acme Bank', logo_url: 'https://example.test/a.svg', primary_color: '#1f48a4', accent_color: '#ffffff' };

describe('GET /api/internal/branding/get', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/branding/get')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: none until one is set, and then that, to every member of this organisation alone', async () => {
    const { owner, member } = await openOrganisation(testServer);
    const mo = await member();
    expect((await mo.call(branding.get)).body).toEqual({ branding: none });
    await owner.call(branding.set, { body: full });
    expect((await mo.call(branding.get)).body).toEqual({ branding: full });
    expect((await (await openOrganisation(testServer)).owner.call(branding.get)).body).toEqual({ branding: none });
  });
});

describe('POST /api/internal/branding/set', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/internal/branding/set', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: colours in lower case, the name trimmed; what is absent, null or blank is cleared', async () => {
    const { owner } = await openOrganisation(testServer);
    const body = { ...full, display_name: '  Acme Bank ', primary_color: ' #1F48A4 ' };
    expect((await owner.call(branding.set, { body })).body).toEqual({ branding: full });
    expect((await owner.call(branding.set, { body: { display_name: ' ', logo_url: null, accent_color: '#000000' } })).body).toEqual({
      branding: { ...none, accent_color: '#000000' },
    });
  });
  test('200: an administrator of an active entity may; when the entity stops, no longer', async () => {
    const { owner, entity, entityPerson } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const [admin, worker] = [await entityPerson(id, 'entity_admin'), await entityPerson(id, 'entity_member')];
    expect((await admin.call(branding.set, { body: full })).status).toBe(200);
    expect(await worker.call(branding.set, { body: full })).toMatchObject(refused(403, 'FORBIDDEN'));
    await owner.send('POST', '/api/entities/deactivate', { id });
    expect(await admin.call(branding.set, { body: full })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test.each([
    [{ primary_color: 'red' }, 'primary_color'],
    [{ primary_color: '#fff' }, 'primary_color'],
    [{ accent_color: '#12345g' }, 'accent_color'],
    [{ accent_color: '#123456;background:url(x)' }, 'accent_color'],
    [{ display_name: 'x'.repeat(121) }, 'display_name'],
    [{ display_name: 'a\u0000b' }, 'display_name'],
    [{ logo_url: 'http://example.test/a.svg' }, 'logo_url'],
    [{ colour: '#123456' }, 'colour'],
  ])('400: %j is refused where it is', async (body, path) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('POST', branding.set.path, body)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path }] },
    });
    expect((await owner.call(branding.get)).body).toEqual({ branding: none });
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.call(branding.set, { body: full })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('423: not while it is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await owner.call(branding.set, { body: full })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
