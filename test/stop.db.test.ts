// The end of a server, asked for: under load nobody's request is cut who looks at /readyz, and nothing that hangs holds it up.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { inForm } from '@countinghouse/testkit/long-form';
import {
  databaseProcessesOf,
  findFreePort,
  postgresPidOf,
  type ServerProcess,
  serves,
  signalAll,
  startServer,
} from '@countinghouse/testkit/server-process';
import { type Organisation, openWorld } from '@countinghouse/testkit/world';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { intentBody } from './simulation/posting.ts';

/** A hundred in the long form. */
const STOPS = inForm(2, 100);
const TIMEOUT_MS = 60_000 + STOPS * 20_000;
const CALLERS = 16;
const LOOK_EVERY_MS = 100;
const POSTS_MIN = 20;
/** Twenty looks of the balancer: on a busy machine some of them are late. */
const DRAIN_SECONDS = '2';
/** The long form is for a machine of its own. */
const END_WITHIN_MS = inForm(60_000, 15_000);
const BACK_WITHIN_MS = inForm(60_000, 10_000);
const NOT_READY_WITHIN_MS = inForm(60_000, 2_000);

let dataDir: string;
let server: ServerProcess | null = null;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'stop-'));
  await putFreshPostgres(path.join(dataDir, 'pg'));
});
afterEach(async () => {
  if (server !== null && server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

async function start(settings: Readonly<Record<string, string>>): Promise<ServerProcess> {
  server = await startServer(dataDir, await findFreePort(), { DEMO: '0', ...settings });
  expect(await server.ready(), server.output()).toBe(true);
  return server;
}

interface Load {
  /** Answers, by their status. */
  readonly reads: Set<number>;
  readonly posts: Set<number>;
  posted: number;
  readonly cut: string[];
}

/** An organisation to post into, of somebody who is not there any more. */
async function makeOrganisation(url: string): Promise<Organisation> {
  const world = await openWorld({ url });
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
  await world.close();
  return organisation;
}

/** Half of them post, the others read; behind a balancer, which looks at /readyz and sends nothing to a server that is not ready. */
async function callUntilNotReady({ caller, ...organisation }: Organisation, load: Load): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  const over = caller.over(agent);
  let ready = true;
  const look = async (): Promise<void> => {
    for (; ready; await sleep(LOOK_EVERY_MS)) ready = (await over.get('/readyz').catch(() => null))?.status === 200;
  };
  const [debitAccount = '', creditAccount = ''] = organisation.accounts.get('USD') ?? [];
  const row = { debitAccount, creditAccount, amount: '1', currency: 'USD' };
  const call = async (_: unknown, n: number): Promise<void> => {
    while (ready) {
      try {
        if (n % 2 === 0) load.reads.add((await over.get('/api/internal/tenants/mine')).status);
        else {
          const key = randomUUID();
          load.posts.add((await over.post('/api/v1/intents/execute', intentBody({ caller, ...organisation }, key, [row], key))).status);
          load.posted += 1;
        }
      } catch (error) {
        load.cut.push(String(error));
      }
    }
  };
  await Promise.all([look(), ...Array.from({ length: CALLERS }, call)]);
  agent.destroy();
}

test.each([
  ['one process', '1', STOPS],
  ['several processes behind one port', '3', Math.ceil(STOPS / 2)],
])(
  '%s under load, over and over: no request of a caller who honours /readyz is cut',
  { timeout: TIMEOUT_MS },
  async (_who, count, stops) => {
    const load: Load = { reads: new Set(), posts: new Set(), posted: 0, cut: [] };
    let organisation: Organisation | null = null;
    for (let n = 0; n < stops; n++) {
      const { url, end, output } = await start({ DRAIN_SECONDS, COUNTINGHOUSE_PROCESSES: count, SIGN_UP: 'open' });
      await serves({ output }, Number(count));
      organisation ??= await makeOrganisation(url);
      const before = load.posted;
      const calling = callUntilNotReady({ ...organisation, caller: organisation.caller.at(url) }, load);
      while (load.posted < before + POSTS_MIN) await new Promise(setImmediate);
      const [code] = await Promise.all([end('SIGTERM'), calling]);
      expect(code).toBe(0);
    }
    expect(load).toMatchObject({ cut: [], reads: new Set([200]), posts: new Set([200]) });
  },
);

test('while it drains it is not ready, answers, and ends each connection', { timeout: TIMEOUT_MS }, async () => {
  const { url, child, end } = await start({ DRAIN_SECONDS: '60' });
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: END_WITHIN_MS }).toBe(503);
  const answer = await fetch(`${url}/livez`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(await end('SIGTERM'), 'a second signal does not wait').toBe(0);
});

test('with a database that stands still it ends all the same, and the next start finds everything', { timeout: TIMEOUT_MS }, async () => {
  const { url, end } = await start({});
  signalAll(databaseProcessesOf(dataDir), 'SIGSTOP');
  const waiting = fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: 'nobody@example.test', password: 'no matter which it is' }),
  }).then(
    ({ status }) => status,
    () => 0,
  );
  const startedMs = performance.now();
  expect(await end('SIGTERM')).toBe(0);
  expect(performance.now() - startedMs).toBeLessThan(END_WITHIN_MS);
  expect([0, 503]).toContain(await waiting);
  expect(databaseProcessesOf(dataDir)).toEqual([]);
  await start({});
});

test('a PostgreSQL that stands still or is killed: not ready and 503 meanwhile, ready within 10 s, the server never ends', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { url, child, output } = await start({});
  const readiness = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
  // Held, so that it is away for as long as it takes to be told of it.
  const first = postgresPidOf(dataDir);
  const held = databaseProcessesOf(dataDir);
  signalAll(held, 'SIGSTOP');
  const stoppedMs = performance.now();
  await expect.poll(readiness, { timeout: NOT_READY_WITHIN_MS }).toBe(503);
  expect(performance.now() - stoppedMs).toBeLessThan(NOT_READY_WITHIN_MS);
  process.kill(first, 'SIGKILL');
  expect(await readiness(), 'what is left of it stands still').toBe(503);
  signalAll(held, 'SIGCONT');
  const statuses = new Set<number>();
  for (let kills = 1; kills <= 3; kills++) {
    if (kills > 1) process.kill(postgresPidOf(dataDir), 'SIGKILL');
    const startedMs = performance.now();
    const runs = (): number => output().split('PostgreSQL runs again').length - 1;
    while (runs() < kills || (await readiness()) !== 200) {
      const answer = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email: `nobody${kills}@example.test`, password: 'no matter which it is' }),
      });
      statuses.add(answer.status);
      expect(performance.now() - startedMs).toBeLessThan(BACK_WITHIN_MS);
    }
  }
  expect(statuses).toContain(503);
  expect([...statuses].filter((status) => status >= 500)).toEqual([503]);
  expect(child.exitCode).toBe(null);
});
