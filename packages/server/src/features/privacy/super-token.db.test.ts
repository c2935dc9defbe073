// What the operator of the platform can do with a super token, and what not.

import { randomUUID } from 'node:crypto';
import { privacy } from '@countinghouse/contract/features/privacy';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { acts, bearing, kept, openTold, refused, SUPER } from '@countinghouse/testkit/told-words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { SUPER_TOKEN: SUPER, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => testServer.close());

describe('a super token', () => {
  const send = (route: { readonly path: string }, tenantId?: string, token = SUPER) =>
    testServer.nobody.send('POST', route.path, {}, bearing(token, tenantId));
  test('runs each of the three calls for an organisation it names, and each is an event that says so', async () => {
    const o = await openTold(testServer);
    expect(await send(privacy.tokenise, o.tenantId)).toMatchObject({ status: 200, body: { tokenized: 5 } });
    expect(await send(privacy.rotate, o.tenantId)).toMatchObject({ status: 200, body: { status: 'queued' } });
    expect(await send(privacy.erase, o.tenantId.toUpperCase())).toMatchObject({ status: 200, body: { status: 'erased' } });
    expect(await acts(testServer, o.tenantId)).toEqual([
      ['privacy.tokenised', { key_version: 1, authority: 'super_token' }, 'system'],
      ['privacy.key_rotated', { key_version: 2, authority: 'super_token' }, 'system'],
      ['privacy.erased', { erasure: 1, key_version: 3, authority: 'super_token' }, 'system'],
    ]);
  });
  test('names an organisation: none is 409, one that is not there 404, one that was deleted can be erased and nothing else', async () => {
    const o = await openTold(testServer);
    expect(await send(privacy.erase)).toMatchObject(refused(409, 'NO_ORGANISATION'));
    for (const id of [randomUUID(), 'x']) expect(await send(privacy.erase, id)).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.owner.call(tenants.delete, { body: { confirm: 'DELETE' } });
    expect(await send(privacy.tokenise, o.tenantId)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await send(privacy.erase, o.tenantId)).toMatchObject({ status: 200 });
    expect(await kept(testServer, o.tenantId)).toEqual([]);
  });
  test('waits while the organisation is read-only, but for an erasure', async () => {
    const o = await openTold(testServer);
    await o.deactivate();
    for (const route of [privacy.tokenise, privacy.rotate])
      expect(await send(route, o.tenantId)).toMatchObject(refused(423, 'TENANT_READONLY'));
    expect(await send(privacy.erase, o.tenantId)).toMatchObject({ status: 200 });
  });
  test('opens nothing else, and is not asked for where none is set', async () => {
    const o = await openOrganisation(testServer);
    for (const [method, url] of [
      ['GET', privacy.status.path],
      ['POST', privacy.exportSubject.path],
      ['GET', '/api/internal/tenants/members'],
    ] as const)
      expect(await testServer.nobody.send(method, url, method === 'GET' ? undefined : {}, bearing(SUPER, o.tenantId))).toMatchObject(
        refused(401, 'UNAUTHORIZED'),
      );
    const bare = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, TRUSTED_PROXIES: '127.0.0.1' }, { workers: false });
    try {
      for (const token of [SUPER, '', 'undefined', 'null'])
        expect(await bare.nobody.send('POST', privacy.erase.path, {}, bearing(token, o.tenantId))).toMatchObject(
          refused(401, 'UNAUTHORIZED'),
        );
      expect(await acts(testServer, o.tenantId)).toEqual([]);
    } finally {
      await bare.close();
    }
  });
  test('refused, ten times an hour are events; nobody fills a log by guessing', async () => {
    const o = await openOrganisation(testServer);
    for (let minute = 0; minute < 2; minute++) {
      for (let i = 0; i < 10; i++) expect((await send(privacy.erase, o.tenantId, `guess ${i}`)).status).toBe(401);
      // The minute of the tries is over, the hour is not.
      await testServer.opened.authPool.query(`delete from auth.attempts where key like 'super-token|%'`);
    }
    expect(await acts(testServer, o.tenantId)).toHaveLength(10);
  });
});
