// Several processes behind one port are one server: whichever a connection comes to, it sees and does the same; and none of them is missed.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { type Answer, type Caller, NoAnswer, okBody } from '@countinghouse/testkit/caller';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import {
  databaseOf,
  findFreePort,
  type ServerProcess,
  serves,
  servingProcessesOf,
  startServer,
} from '@countinghouse/testkit/server-process';
import { openTelemetryReceiver, type TelemetryReceiver } from '@countinghouse/testkit/telemetry-receiver';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROCESSES = 2;
const CALLERS = 16;
const LISTENERS = 8;
/** On a machine that is busy with much else. */
const START_WITHIN_MS = 240_000;
const TIMEOUT_MS = 600_000;
const AGAIN_AFTER_MS = 50;
const BACK_WITHIN_MS = 180_000;
const DAY_MS = 86_400_000;
const POSTED_BETWEEN = 40;

let receiver: TelemetryReceiver;
let dataDir: string;
let port: number;
let server: ServerProcess;
let world: World;
let books: Organisation;

/** Their process ids, once all are there. */
async function all(): Promise<readonly number[]> {
  for (const until = performance.now() + BACK_WITHIN_MS; performance.now() < until; await sleep(AGAIN_AFTER_MS)) {
    const pids = servingProcessesOf(server);
    if (pids.length === PROCESSES) return pids;
  }
  throw new Error(`not all processes run:\n${server.output()}`);
}

async function start(): Promise<ServerProcess> {
  const telemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '200', OTEL_METRIC_EXPORT_INTERVAL: '500' };
  const started = await startServer(dataDir, port, { DEMO: '0', COUNTINGHOUSE_PROCESSES: String(PROCESSES), ...telemetry });
  expect(await started.ready(START_WITHIN_MS), started.output()).toBe(true);
  await serves(started, PROCESSES);
  return started;
}

beforeAll(async () => {
  receiver = await openTelemetryReceiver();
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'processes-'));
  await putFreshPostgres(path.join(dataDir, 'pg'));
  port = await findFreePort();
  server = await start();
  world = await openWorld({ url: server.url, where: databaseOf(dataDir) });
  books = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 4 });
}, TIMEOUT_MS);
afterAll(async () => {
  await world.close();
  await server.end('SIGTERM');
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

/** The same caller, over a connection of its own: whichever process is free takes it. */
async function overOwnConnection<T>(work: (caller: Caller) => Promise<T>): Promise<T> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    return await work(books.caller.over(agent));
  } finally {
    agent.destroy();
  }
}

const intentOf = (key: string): object => ({
  intent_id: key,
  tenant_id: books.tenantId,
  use_case: 'manual_post',
  idem_key: key,
  value_date: new Date().toISOString().slice(0, 10),
  constraints: {},
  proposed_actions: [{ debitAccount: 'USD-1', creditAccount: 'USD-2', amount: '1', currency: 'USD', narrative: 'n' }],
  snapshot_ids: { fx: books.fxSnapshotId },
  consent: {
    scope: ['ledger:post'],
    reference: 'test',
    granted_at: new Date(Date.now() - 1000).toISOString(),
    expires_at: new Date(Date.now() + DAY_MS).toISOString(),
  },
});

const post = (caller: Caller, key: string): Promise<Answer> => caller.post('/api/v1/intents/execute', intentOf(key));

/** The keys of what was executed, as often as it was. */
const executed = async (): Promise<readonly string[]> => {
  const sql = `select payload::jsonb->'request'->>'idem_key' as key from events where tenant_id = $1 and event_type = 'intent.executed'`;
  return (await world.query<{ readonly key: string }>(sql, [books.tenantId])).map(({ key }) => key);
};

async function countRequests(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = /^countinghouse_http_request_seconds_count\{method="POST",route="\/api\/v1\/intents\/execute",status="200"\} (\d+)$/m;
  return Number(line.exec(text)?.[1] ?? 0);
}

test('what all of them measured is one answer, whichever is asked', { timeout: TIMEOUT_MS }, async () => {
  const before = await countRequests();
  const each = 3;
  await Promise.all(
    Array.from({ length: CALLERS }, () =>
      overOwnConnection(async (caller) => {
        for (let n = 0; n < each; n++) okBody(await post(caller, randomUUID()));
      }),
    ),
  );
  const read = await Promise.all(Array.from({ length: 2 * PROCESSES }, () => overOwnConnection((caller) => caller.get('/metrics'))));
  for (const { body } of read) expect(String(body['text'])).toMatch(new RegExp(`^countinghouse_processes ${PROCESSES}$`, 'm'));
  expect((await countRequests()) - before).toBe(CALLERS * each);
});

test('what one hands over to another is one trace, and metrics are told once for all', { timeout: TIMEOUT_MS }, async () => {
  const trace = randomUUID().replaceAll('-', '');
  /** What a span is part of, as far as it was told, from itself upwards. */
  const lineOf = (id: string | null): readonly string[] => {
    const span = receiver.spans().find(({ spanId }) => spanId === id);
    return span === undefined ? [] : [span.name, ...lineOf(span.parentSpanId)];
  };
  const lines = (): readonly string[] =>
    receiver
      .spans()
      .filter(({ traceId }) => traceId === trace)
      .map(({ spanId }) => lineOf(spanId).join(' < '));
  // A batch is part of the first of its commands, and only linked to the others: until one came from the other server first.
  const handedOver = 'TRANSACTION < commit a batch < decide for another server < POST /api/v1/intents/execute';
  for (const until = performance.now() + BACK_WITHIN_MS; !lines().includes(handedOver) && performance.now() < until; )
    await Promise.all(
      Array.from({ length: CALLERS }, () =>
        overOwnConnection(async (caller) => {
          okBody(await post(caller.with({ traceparent: `00-${trace}-${'1'.padStart(16, '0')}-01` }), randomUUID()));
        }),
      ),
    );
  expect(lines()).toContain(handedOver);
  await expect.poll(() => receiver.points('countinghouse_processes').map(({ value }) => value)).toEqual([PROCESSES]);
  const isPosted = ({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }): boolean =>
    attributes['route'] === '/api/v1/intents/execute' && attributes['status'] === '200';
  const told = (): number | undefined => receiver.points('countinghouse_http_request_seconds').find(isPosted)?.value;
  await expect.poll(told).toBe(await countRequests());
});

test('an event that one decided reaches who listens to another', { timeout: TIMEOUT_MS }, async () => {
  const gone = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: LISTENERS }, async () => {
      const answer = await fetch(`${server.url}/api/v1/events/stream`, { headers: { ...books.caller.headers }, signal: gone.signal });
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      let text = '';
      return async (words: string): Promise<void> => {
        while (!text.includes(words)) {
          const { done, value } = await reader.read();
          if (done) throw new Error(`the stream ended without ${words}`);
          text += Buffer.from(value).toString();
        }
      };
    }),
  );
  await Promise.all(streams.map((until) => until('event: head')));
  const keys = Array.from({ length: 2 * PROCESSES }, () => randomUUID());
  for (const key of keys) await overOwnConnection(async (caller) => okBody(await post(caller, key)));
  for (const key of keys) await Promise.all(streams.map((until) => until(key)));
  gone.abort();
});

test('an operator who confirms the clock confirms it to each of them', { timeout: TIMEOUT_MS }, async () => {
  server.child.kill('SIGUSR2');
  const confirmed = (number: number): boolean => server.output().includes(`process ${number}: The clock was confirmed`);
  for (let number = 1; number <= PROCESSES; number++) await expect.poll(() => confirmed(number), { timeout: BACK_WITHIN_MS }).toBe(true);
  await overOwnConnection(async (caller) => okBody(await post(caller, randomUUID())));
});

test('they count the calls of an API key together', { timeout: TIMEOUT_MS }, async () => {
  const most = 6;
  const expires_at = new Date(Date.now() + DAY_MS).toISOString();
  const made = okBody(
    await books.caller.post(apiKeys.create.path, { name: 'few calls', grant: 'read', rate_per_minute: most, expires_at }),
  );
  const headers = { authorization: `Bearer ${String(made['secret'])}` };
  const statuses: number[] = [];
  for (let n = 0; n < 2 * most; n++) {
    const agent = new http.Agent();
    const call = http.get(`${server.url}/api/v1/accounts`, { agent, headers });
    statuses.push(await new Promise((resolve) => call.once('response', (answer) => resolve(answer.resume().statusCode ?? 0))));
  }
  // While they were made, time may have given one back.
  expect(statuses.slice(0, most)).toEqual(Array.from({ length: most }, () => 200));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(most + 2);
  expect(statuses).toContain(429);
});

test('one that is killed under load is missed by nobody: each posting is there once, answers are 200 or 503, and another takes its place', {
  timeout: TIMEOUT_MS,
}, async () => {
  const answered: string[] = [];
  const statuses = new Set<number>();
  let unanswered = 0;
  let posting = true;
  const before = await executed();
  const callers = Array.from({ length: CALLERS }, () =>
    overOwnConnection(async (caller) => {
      while (posting) {
        const key = randomUUID();
        // Repeated under its key until it is answered.
        for (let status = 0; status !== 200; ) {
          try {
            ({ status } = await post(caller, key));
            statuses.add(status);
            if (status !== 200) await sleep(AGAIN_AFTER_MS);
          } catch (error) {
            if (!(error instanceof NoAnswer)) throw error;
            unanswered += 1;
            await sleep(AGAIN_AFTER_MS);
          }
        }
        answered.push(key);
      }
    }),
  );
  const untilPosted = async (more: number): Promise<void> => {
    for (const target = answered.length + more; answered.length < target; ) await sleep(AGAIN_AFTER_MS);
  };
  const first = await all();
  for (const [round, pid] of first.entries()) {
    await untilPosted(POSTED_BETWEEN);
    // Where one ended the other has the connections of all, and another takes its place before it ends too.
    const later = (await all()).filter((other) => !first.includes(other));
    expect(later).toHaveLength(round);
    await expect.poll(() => later.every((other) => server.output().includes(`serves too (${other})`))).toBe(true);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => servingProcessesOf(server).includes(pid)).toBe(false);
    expect((await overOwnConnection((caller) => caller.get('/readyz'))).status).toBe(200);
    await all();
  }
  await untilPosted(POSTED_BETWEEN);
  posting = false;
  await Promise.all(callers);
  expect(unanswered, 'a process was killed while nobody waited for it').toBeGreaterThan(0);
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await executed()).toSorted()).toEqual([...before, ...answered].toSorted());
  expect(await world.check(books)).toEqual([]);
  expect(server.child.exitCode).toBe(null);
});

test('where the supervisor is killed the others end with it, and the next start goes on', { timeout: TIMEOUT_MS }, async () => {
  const pids = await all();
  await server.end('SIGKILL');
  const isAlive = (pid: number): boolean => {
    try {
      return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  await expect.poll(() => pids.filter(isAlive), { timeout: BACK_WITHIN_MS }).toEqual([]);
  server = await start();
  await overOwnConnection(async (caller) => okBody(await post(caller, randomUUID())));
});
