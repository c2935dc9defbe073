import { diagnostics } from '@countinghouse/contract/features/diagnostics';
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

describe('GET /api/internal/diagnostics', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/diagnostics')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: who asks, with which right, in which organisation and why that one, and which database role answered', async () => {
    const { owner, tenantId, entity } = await openOrganisation(testServer);
    const id = await entity('HQ');
    const { body } = await owner.call(diagnostics.get);
    expect(body).toMatchObject({
      session: { user_id: owner.id, email: owner.email },
      cookies: [expect.stringContaining('session_token')],
      tenant: {
        id: tenantId,
        name: 'Acme',
        role: 'owner',
        capabilities: ['tenant:admin', 'tenant:owner'],
        read_only: false,
        named_by: 'first',
      },
      entity: { id: null, roles: [{ id, code: 'HQ', entity_role: 'entity_admin' }] },
      server: { version: expect.any(String), node: process.version, database_role: 'countinghouse_reader' },
      request: { host: '127.0.0.1:3000', origin: expect.any(String) },
    });
    expect(Math.abs(Date.parse(body.server.now) - Date.now())).toBeLessThan(10_000);
    expect(Date.parse(body.session.expires_at)).toBeGreaterThan(Date.now());
    expect((await owner.call(diagnostics.get, {}, { 'x-tenant-id': tenantId, 'x-entity-id': id })).body).toMatchObject({
      tenant: { named_by: 'header' },
      entity: { id },
    });
    await owner.call(tenants.switch, { body: { tenantId } });
    expect((await owner.call(diagnostics.get)).body.tenant.named_by).toBe('session');
  });
  test('200: from where the session began', async () => {
    const { owner } = await openOrganisation(testServer);
    const { body } = await (await testServer.signIn(owner.email, owner.password)).call(diagnostics.get);
    expect(body.session.address).toMatch(/^10\./);
    expect(body.request.address).toBe(body.session.address);
  });
  test('200: never the value of a cookie', async () => {
    const { owner } = await openOrganisation(testServer);
    const secret = (await testServer.opened.authPool.query<{ token: string }>('select token from sessions where "userId" = $1', [owner.id]))
      .rows[0]?.token;
    expect(secret).toMatch(/.{20}/);
    expect(JSON.stringify((await owner.call(diagnostics.get)).body)).not.toContain(secret);
  });
  test('403: a member is not told; an entity administrator is', async () => {
    const { member, entity, entityPerson } = await openOrganisation(testServer);
    expect(await (await member()).call(diagnostics.get)).toMatchObject(refused(403, 'FORBIDDEN'));
    const admin = await entityPerson(await entity('HQ'), 'entity_admin');
    expect((await admin.call(diagnostics.get)).body.tenant.capabilities).toEqual(['tenant:admin']);
  });
});
