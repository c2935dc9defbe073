// A disk that is fuller than it may be: nothing is written, and everything else goes on.

import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { auth } from '@countinghouse/contract/features/auth';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { tenants } from '@countinghouse/contract/features/tenants';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const routeOfFile =
  Object.values(routes)
    .flatMap((feature): readonly RouteDef[] => Object.values(feature))
    .find(({ takesFile, needs }) => takesFile !== undefined && needs !== 'anonymous')
    ?.path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000') ?? '';

const db = useDatabase();
let roomy: TestServer;
let full: TestServer;
let o: Organisation;
beforeAll(async () => {
  roomy = await openTestServer(db.where);
  o = await openOrganisation(roomy);
  // Any disk is fuller than that.
  full = await openTestServer(db.where, { DATA_DIR: roomy.dataDir, DISK_FULL_PERCENT: '0.0001' }, { workers: false });
  await full.opened.services.disk.look();
});
afterAll(() => Promise.all([roomy.close(), full.close()]));

test('refuses what would be written with STORAGE_FULL, by name and with a time to come back', async () => {
  const owner = await full.session(o.owner.id);
  const inOrganisation = { 'x-tenant-id': o.tenantId };
  const before = await o.headSeq();
  const body = o.intent();
  for (const answer of [
    await owner.call(intents.execute, { body }, { ...inOrganisation, 'idempotency-key': String(body.idem_key) }),
    await owner.call(accounts.create, { body: { code: 'MORE', currency: 'USD', ledgerAccountId: o.glAccountId } }, inOrganisation),
  ]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' } });
    expect(answer.headers['retry-after']).toBe('1');
  }
  expect(await o.headSeq()).toBe(before);
  // The same key, once there is room.
  expect((await o.owner.call(intents.execute, { body }, { 'idempotency-key': String(body.idem_key) })).body).toMatchObject({
    ok: true,
    duplicate: false,
  });
});

test('refuses every other write of an organisation, also what is kept beside the log, but for what takes rights away', async () => {
  const owner = await full.session(o.owner.id);
  const writes = Object.values(routes)
    .flatMap((feature): readonly RouteDef[] => Object.values(feature))
    .filter((r) => r.method !== 'GET' && r.reads !== true && r.evenReadOnly !== true && r.keyed === undefined)
    .filter((r) => r.needs !== 'anonymous' && r.needs !== 'session');
  expect(writes.length).toBeGreaterThan(50);
  for (const { method, path } of writes) {
    const url = path.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');
    const answer = await owner.send(method, url, {}, { 'x-tenant-id': o.tenantId });
    expect([method, path, answer.status, answer.body['code']]).toEqual([method, path, 503, 'STORAGE_FULL']);
  }
});

test('takes no file, answers reads, and lets people sign in', async () => {
  const owner = await full.session(o.owner.id);
  const inOrganisation = { 'x-tenant-id': o.tenantId };
  const reads = [
    await owner.call(balances.get, { query: {} }, inOrganisation),
    await owner.call(events.list, { query: {} }, inOrganisation),
    await owner.call(approvals.list, { query: {} }, inOrganisation),
    await owner.send('GET', '/api/v1/health', undefined, inOrganisation),
    await owner.send('GET', '/api/v1/events/export/csv', undefined, inOrganisation),
  ];
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\na\r\n--x--\r\n';
  const upload = await owner.send('POST', routeOfFile, file, { ...inOrganisation, 'content-type': 'multipart/form-data; boundary=x' });
  expect(upload).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' } });
  expect(reads.map((r) => r.status)).toEqual([200, 200, 200, 200, 200]);
  expect(reads[3]?.body).toMatchObject({ disk: { used_percent: expect.any(Number), full_percent: 0.0001 } });
  expect((await full.signIn(o.owner.email, o.owner.password)).status).toBe(200);
});

test('makes no account', async () => {
  const body = { name: 'Pat', email: `${randomUUID()}@example.test`, password: 'correct horse battery' };
  expect(await full.nobody.call(auth.signUp, { body })).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' } });
  expect((await roomy.nobody.call(auth.signUp, { body })).status).toBe(200);
});

test('mails no link for a new password, whether somebody has the address or not; a link that was mailed before is good', async () => {
  expect((await roomy.nobody.call(auth.forgot, { body: { email: o.owner.email } })).status).toBe(200);
  const mail = (await roomy.mails()).find((one) => one.startsWith(`To: ${o.owner.email}`)) ?? '';
  const token = /\/reset-password\?token=([\w-]+)/.exec(mail)?.[1] ?? expect.fail(mail);
  for (const email of [o.owner.email, `${randomUUID()}@example.test`])
    expect(await full.nobody.call(auth.forgot, { body: { email } })).toMatchObject({ status: 503, body: { code: 'STORAGE_FULL' } });
  const newPassword = 'another horse, another battery';
  expect((await full.nobody.call(auth.reset, { body: { token, newPassword } })).status).toBe(200);
  expect((await full.signIn(o.owner.email, newPassword)).status).toBe(200);
});

test('makes no organisation', async () => {
  const owner = await full.session(o.owner.id);
  expect(await owner.call(tenants.create, { body: { name: 'More' } })).toMatchObject({
    status: 503,
    body: { code: 'STORAGE_FULL' },
  });
});
