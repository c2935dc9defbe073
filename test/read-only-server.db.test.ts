// A server whose database is a standby: it serves who is signed in already, everything that reads, and says of every write why not.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { events } from '@countinghouse/contract/features/events';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { reports } from '@countinghouse/contract/features/reports';
import { REPLICA_AGE_HEADER } from '@countinghouse/contract/headers';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef } from '@countinghouse/contract/wire';
import { makeProgram, withKey } from '@countinghouse/testkit/api-keys';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { type Replicated, startReplicated } from '@countinghouse/testkit/replicated';
import { findFreePort, startServer } from '@countinghouse/testkit/server-process';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const TIMEOUT_MS = 120_000;
const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';
const EXIT_SETTINGS = 78;

let replicated: Replicated;
let writing: TestServer;
let reading: TestServer;
let acme: Organisation;
let cookie: string;
beforeAll(async () => {
  replicated = await startReplicated();
  const [standby] = replicated.standbys;
  if (standby === undefined) throw new Error('there is no standby');
  writing = await openTestServer(replicated.primary.where);
  acme = await openOrganisation(writing);
  expect((await acme.owner.call(intents.execute, { body: acme.intent() })).status).toBe(200);
  const { email, password } = acme.owner;
  const signedIn = await writing.nobody.send('POST', '/api/auth/sign-in/email', { email, password });
  cookie = [signedIn.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';')[0])
    .join('; ');
  await replicated.caughtUp();
  reading = await openTestServer(standby.where, { DATA_DIR: writing.dataDir }, { workers: false, readOnly: true });
}, TIMEOUT_MS);
afterAll(async () => {
  await reading.close();
  await writing.close();
  await replicated.close();
}, TIMEOUT_MS);

const ask = (method: string, url: string, payload?: unknown) =>
  reading.nobody.send(method, url, payload, { cookie, 'x-tenant-id': acme.tenantId });
const urlOf = (route: RouteDef): string => route.path.replace(/:\w+/g, NOBODYS_ID);
const all: readonly RouteDef[] = Object.values(routes).flatMap((group) => Object.values(group));
const changes = (route: RouteDef): boolean => route.method !== 'GET' && route.reads !== true;

describe('a server on a standby', () => {
  test('reads what its primary has, for a session and for an API key that were there before, and says how old it is', async () => {
    const list = await ask('GET', events.list.path);
    expect(list.status).toBe(200);
    expect((list.body['events'] as readonly { readonly event_type: string }[])[0]?.event_type).toBe('intent.executed');
    expect(Number(list.headers[REPLICA_AGE_HEADER])).toBeGreaterThanOrEqual(0);
    expect((await ask('GET', `${reports.journalCsv.path}?from=2020-01-01&to=2030-01-01`)).status).toBe(200);
    const { secret } = await makeProgram(writing, acme, 'read');
    await replicated.caughtUp();
    expect((await withKey(reading, secret).call(events.list, { query: {} })).status).toBe(200);
  });
  test('answers every call that reads as far as it gets, and fails at none', async () => {
    const reads = all.filter((route) => !changes(route) && route !== events.stream);
    expect(reads.length).toBeGreaterThan(80);
    const failed: string[] = [];
    let found = 0;
    for (const route of reads) {
      const { status, body } = await ask(route.method, urlOf(route), route.method === 'GET' ? undefined : {});
      if (status >= 500) failed.push(`${route.method} ${route.path}: ${status} ${JSON.stringify(body)}`);
      if (status === 200) found += 1;
    }
    expect(failed).toEqual([]);
    expect(found).toBeGreaterThan(40);
  });
  test('refuses every call that changes something, the sign-in too, by name', async () => {
    for (const route of all.filter(changes)) {
      const { status, body } = await ask(route.method, urlOf(route), {});
      expect([route.path, status, body['code']]).toEqual([route.path, 503, 'SERVER_READONLY']);
    }
  });
  test('says in its readiness and in Kernel Health that it is read-only', async () => {
    expect(await reading.nobody.send('GET', '/readyz')).toMatchObject({ status: 200, body: { ok: true, mode: 'read-only' } });
    expect((await ask('GET', health.get.path)).body).toMatchObject({
      ok: true,
      database: { mode: 'read-only', replica_age_seconds: expect.any(Number) },
    });
    expect((await acme.owner.call(health.get)).body).toMatchObject({ database: { mode: 'read-write', replica_age_seconds: null } });
    const metrics = String((await reading.nobody.send('GET', '/metrics')).body['text']);
    expect(metrics).toMatch(/^countinghouse_replica_lag_seconds\{replica="1"\} \d/m);
  });
});

describe('as a process', () => {
  test('it starts on a standby without trying a migration, and its workers rest', { timeout: TIMEOUT_MS }, async () => {
    const [standby] = replicated.standbys;
    const server = await startServer(writing.dataDir, await findFreePort(), {
      DATABASE_URL: standby?.url ?? '',
      AUTH_SECRET: 'x'.repeat(32),
      CLUSTER_HOST: '127.0.0.1',
    });
    try {
      expect(await server.ready(), server.output()).toBe(true);
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ ok: true, mode: 'read-only' });
      expect(server.output()).toContain('this server is read-only');
      expect(server.output()).not.toContain('25006');
    } finally {
      expect(await server.end('SIGTERM'), server.output()).toBe(0);
    }
  });
  test('it says what to do about a standby whose primary no server was started on', { timeout: TIMEOUT_MS }, async () => {
    await replicated.primary.run('create database empty');
    await replicated.caughtUp();
    const home = mkdtempSync(path.join(os.tmpdir(), 'empty-'));
    try {
      const server = await startServer(home, await findFreePort(), {
        DATABASE_URL: (replicated.standbys[0]?.url ?? '').replace(/postgres$/, 'empty'),
      });
      expect(await server.exited).toBe(EXIT_SETTINGS);
      expect(server.output()).toContain('start a server on its primary first');
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
  test('it begins anew as one that writes when the standby is promoted', { timeout: TIMEOUT_MS }, async () => {
    await replicated.caughtUp();
    const [standby] = replicated.standbys;
    const server = await startServer(writing.dataDir, await findFreePort(), {
      DATABASE_URL: standby?.url ?? '',
      AUTH_SECRET: 'x'.repeat(32),
      CLUSTER_HOST: '127.0.0.1',
      DEMO: '0',
      SIGN_UP: 'open',
    });
    const signUp = (): Promise<number> =>
      fetch(`${server.url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.url },
        body: JSON.stringify({ email: 'first@promoted.example', password: 'correct horse battery staple 9', name: 'First' }),
      }).then(
        ({ status }) => status,
        () => 0,
      );
    try {
      expect(await server.ready(), server.output()).toBe(true);
      expect(await signUp()).toBe(503);
      await standby?.run('select pg_promote()');
      await vi.waitFor(async () => expect([await signUp(), server.output()]).toEqual([200, expect.any(String)]), {
        timeout: TIMEOUT_MS / 2,
        interval: 200,
      });
      expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ ok: true });
      expect(server.output()).toContain('the standby was promoted');
    } finally {
      expect(await server.end('SIGTERM'), server.output()).toBe(0);
    }
  });
});
