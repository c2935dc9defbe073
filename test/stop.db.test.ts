// The end of a server, asked for: under load nobody's request is cut who looks at /readyz, and nothing that hangs holds it up.

import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseProcessesOf, findFreePort, postgresPidOf, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** `STOPS=100` for the long form. */
const STOPS = Number(process.env['STOPS'] ?? 5);
const TIMEOUT_MS = 60_000 + STOPS * 20_000;
const CALLERS = 16;
const LOOK_EVERY_MS = 100;
const CALLS_MIN = 20;
const DRAIN_SECONDS = '0.5';
const END_WITHIN_MS = 15_000;
const BACK_WITHIN_MS = 10_000;

let dataDir: string;
let server: ServerProcess | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'stop-'));
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

/** The status; throws where the connection was cut or refused. */
const ask = (url: string, agent: http.Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    });
    request.on('error', reject);
  });

interface Load {
  answered: number;
  readonly cut: string[];
}

/** Callers behind a balancer: it looks at /readyz, and sends nothing to a server that is not ready. */
async function callUntilNotReady(url: string, load: Load): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  let ready = true;
  const look = async (): Promise<void> => {
    for (; ready; await sleep(LOOK_EVERY_MS)) ready = (await ask(`${url}/readyz`, agent).catch(() => 0)) === 200;
  };
  const call = async (): Promise<void> => {
    while (ready) {
      try {
        await ask(`${url}/api/internal/tenants/mine`, agent);
        load.answered += 1;
      } catch (error) {
        load.cut.push(String(error));
      }
    }
  };
  await Promise.all([look(), ...Array.from({ length: CALLERS }, call)]);
  agent.destroy();
}

test('under load, over and over: no request of a caller who honours /readyz is cut', { timeout: TIMEOUT_MS }, async () => {
  const cut: string[] = [];
  for (let n = 0; n < STOPS; n++) {
    const { url, end } = await start({ DRAIN_SECONDS });
    const load: Load = { answered: 0, cut: [] };
    const calling = callUntilNotReady(url, load);
    while (load.answered < CALLS_MIN) await new Promise(setImmediate);
    const [code] = await Promise.all([end('SIGTERM'), calling]);
    expect(code).toBe(0);
    cut.push(...load.cut);
  }
  expect(cut).toEqual([]);
});

test('while it drains it is not ready, answers, and ends each connection', { timeout: TIMEOUT_MS }, async () => {
  const { url, child, end } = await start({ DRAIN_SECONDS: '60' });
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: END_WITHIN_MS }).toBe(503);
  const answer = await fetch(`${url}/livez`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect(await end('SIGTERM'), 'a second signal does not wait').toBe(0);
});

test('with a database that stands still it ends all the same, and the next start finds everything', { timeout: TIMEOUT_MS }, async () => {
  const { url, end } = await start({ DRAIN_SECONDS: '1' });
  for (const pid of databaseProcessesOf(dataDir)) process.kill(pid, 'SIGSTOP');
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

test('a PostgreSQL that is killed is started again: not ready and 503 meanwhile, ready within 10 s, the server never ends', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { url, child, output } = await start({});
  const statuses = new Set<number>();
  for (let kills = 1; kills <= 3; kills++) {
    process.kill(postgresPidOf(dataDir), 'SIGKILL');
    const startedMs = performance.now();
    const runs = (): number => output().split('PostgreSQL runs again').length - 1;
    while (runs() < kills || !(await fetch(`${url}/readyz`)).ok) {
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
