// The whole log as an archive: fixed once, streamed to whoever has its address, a few at a time.

import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { verifyArchive } from '@countinghouse/verifier/verify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';

const db = useDatabase();
let testServer: TestServer;
/** The same server behind a port. */
let listening: FastifyInstance;
let base: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
  listening = await buildApp(testServer.opened.services);
  base = await listening.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await listening.close();
  await testServer.close();
});

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const status = async (o: Organisation) => (await o.owner.call(auditExport.status)).body;
const post = async (o: Organisation) => (await o.owner.call(intents.execute, { body: o.intent() })).body.seq;

const path = (name: string): string => `/api/internal/audit/export/${name}`;
/** What nobody and what a member is told. */
async function expectRefused(method: string, name: string, body: unknown, [nobody, member]: readonly [string, string]): Promise<void> {
  expect(await testServer.nobody.send(method, path(name), body)).toMatchObject(refused(401, nobody));
  const o = await openOrganisation(testServer);
  expect(await (await o.member()).send(method, path(name), body)).toMatchObject(refused(403, member));
}

describe('POST /api/internal/audit/export/archive', () => {
  test('401, 403: an owner only', async () => {
    await expectRefused('POST', 'archive', {}, ['UNAUTHENTICATED', 'FORBIDDEN']);
  });
  test('200: fixes the log and answers at once an address for 5 minutes, in a read-only organisation too', async () => {
    const o = await openOrganisation(testServer);
    await o.deactivate();
    const head = await o.headSeq();
    const before = Date.now();
    const { body } = await o.owner.call(auditExport.archive, { body: {} });
    expect(body).toEqual({
      count: head,
      path: path(`archive/${o.tenantId}/${head}`),
      uploadUrl: expect.stringContaining(`http://127.0.0.1:3000${path(`archive/${o.tenantId}/${head}`)}?expires=`),
      expires_at: expect.any(String),
    });
    const livesMs = Date.parse(body.expires_at) - before;
    expect([livesMs >= 299_000, livesMs <= 301_000]).toEqual([true, true]);
    expect((await status(o)).activity[0]).toMatchObject({ kind: 'archive_prepared', actor_id: o.owner.id, seq: head });
  });
});

describe('GET /api/internal/audit/export/archive/:tenant_id/:seq', () => {
  const here = (uploadUrl: string): string => uploadUrl.replace('http://127.0.0.1:3000', base);
  const prepare = async (o: Organisation) => (await o.owner.call(auditExport.archive, { body: {} })).body;

  test('200: streams what the verifier proves, as it was when it was fixed, to whoever has the address', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    const { count, uploadUrl } = await prepare(o);
    await post(o);
    const answer = await fetch(here(uploadUrl));
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/gzip',
      `attachment; filename="countinghouse-${o.tenantId}-${count}.jsonl.gz"`,
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const proven = await verifyArchive(Readable.from([bytes]).pipe(createGunzip()));
    expect(proven).toMatchObject({ fault: null, tenantId: o.tenantId, events: count });
    const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'end', events: count });
  });
  test('403, 410: not with an address that was altered, nor after its end', async () => {
    const o = await openOrganisation(testServer);
    const other = await openOrganisation(testServer);
    const { uploadUrl, path: own } = await prepare(o);
    const refusedWith = async (url: string, status: number, code: string): Promise<void> => {
      const answer = await fetch(url);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
    };
    const url = here(uploadUrl);
    const seq = own.split('/').at(-1) ?? '';
    for (const altered of [
      url.replace(o.tenantId, other.tenantId),
      url.replace(`/${seq}?`, `/${Number(seq) - 1}?`),
      url.replace(/expires=(\d+)/, (_all, s: string) => `expires=${Number(s) + 60}`),
      `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
    ])
      await refusedWith(altered, 403, 'ADDRESS_INVALID');
    const over = testServer.opened.services.presigned.sign('GET', own, 1, Date.now() - 2_000);
    await refusedWith(here(over), 410, 'ADDRESS_EXPIRED');
  });
  test('503: a few go out at a time, the next is asked to come back', async () => {
    const o = await openOrganisation(testServer);
    const { uploadUrl } = await prepare(o);
    const [other, third] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const others = (await prepare(other)).uploadUrl;
    const blocker = await testServer.opened.loginPool.connect();
    try {
      await blocker.query('begin; lock table signing_keys in access exclusive mode');
      const under = [uploadUrl, uploadUrl, others].map((url) => fetch(here(url)));
      const blocked = async (): Promise<number> =>
        (await testServer.opened.loginPool.query("select from pg_locks where not granted and relation = 'signing_keys'::regclass"))
          .rowCount ?? 0;
      for (const endMs = performance.now() + 2_500; performance.now() < endMs && (await blocked()) < 3; );
      const next = await fetch(here((await prepare(third)).uploadUrl));
      expect([next.status, next.headers.get('retry-after'), ((await next.json()) as { code: string }).code]).toEqual([
        503,
        '30',
        'OVERLOADED',
      ]);
      await blocker.query('commit');
      for (const answer of await Promise.all(under)) expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
      expect((await fetch(here(uploadUrl))).status).toBe(200);
    } finally {
      blocker.release(true);
    }
  });
  test('503: of one organisation fewer go out than of all', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const [url, others] = [(await prepare(o)).uploadUrl, (await prepare(other)).uploadUrl];
    const blocker = await testServer.opened.loginPool.connect();
    try {
      await blocker.query('begin; lock table signing_keys in access exclusive mode');
      const under = [url, url].map((each) => fetch(here(each)));
      const blocked = async (): Promise<number> =>
        (await testServer.opened.loginPool.query("select from pg_locks where not granted and relation = 'signing_keys'::regclass"))
          .rowCount ?? 0;
      for (const endMs = performance.now() + 2_500; performance.now() < endMs && (await blocked()) < 2; );
      expect((await fetch(here(url))).status).toBe(503);
      under.push(fetch(here(others)));
      await vi.waitUntil(async () => (await blocked()) === 3);
      await blocker.query('commit');
      for (const answer of await Promise.all(under)) expect(answer.status).toBe(200);
      for (const answer of await Promise.all(under)) await answer.arrayBuffer();
    } finally {
      blocker.release(true);
    }
  });
});
