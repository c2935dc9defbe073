// Lists and reports read from replicas, over real streaming replication: nobody misses what they have written, whatever a replica does, and
// reads go on without the primary. `LONG=1 npx vitest run --project db test/replicas` is the long form.

import os from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { templates } from '@countinghouse/contract/features/templates';
import { COMMIT_POSITION_HEADER, PREFER_WRITER_HEADER, REPLICA_AGE_HEADER } from '@countinghouse/contract/headers';
import { ReadingThread } from '@countinghouse/server/reading-thread';
import { connect, withRows } from '@countinghouse/store/connection';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { inForm } from '@countinghouse/testkit/long-form';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { type Replicated, startReplicated } from '@countinghouse/testkit/replicated';
import { type Answer, openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

const PROBES = inForm(100, 10_000);
const PROBES_MAX = 5 * PROBES;
const APPLY_DELAY_MS = 40;
const TIMEOUT_MS = 120_000 + PROBES * 100;

let replicated: Replicated;
let thread: ReadingThread;
let testServer: TestServer;
let acme: Organisation;

beforeAll(async () => {
  replicated = await startReplicated({ standbys: 2, applyDelayMs: APPLY_DELAY_MS });
  const { primary, standbys } = replicated;
  const replicas = standbys.map((standby) => standby.where);
  const places = [primary.where, ...replicas].map((place) => withRows(place, { s3: null, dataDir: os.tmpdir() }));
  thread = new ReadingThread(places, () => {});
  testServer = await openTestServer(primary.where, {}, { aside: thread, replicas, callPace: { burst: 1_000_000, perMinute: 1_000_000 } });
  acme = await openOrganisation(testServer);
  await post();
}, TIMEOUT_MS);
afterAll(async () => {
  await thread.stop();
  await testServer.close();
  await replicated.close();
}, TIMEOUT_MS);

const isFromReplica = ({ headers }: Pick<Answer, 'headers'>): boolean => headers[REPLICA_AGE_HEADER] !== undefined;

/** Posts as a browser does: it keeps the cookies of the answer. */
async function post({ owner, intent }: Organisation = acme): Promise<{ readonly seq: number; readonly position: string }> {
  const answer = await owner.call(intents.execute, { body: intent() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  owner.adopt(answer);
  return { seq: (answer.body as unknown as { readonly seq: number }).seq, position: String(answer.headers[COMMIT_POSITION_HEADER]) };
}

const lastEvent = (headers: Readonly<Record<string, string>> = {}) => acme.owner.call(events.list, { query: { limit: 1 } }, headers);

/** Asks again and again until it holds. */
async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  // Others are let go on in between: an answer in this process may come without any waiting.
  for (const end = performance.now() + 30_000; performance.now() < end; await setImmediate()) if (await holds()) return;
  throw new Error(`it never came about that ${what}`);
}

const readsFromReplica = (): Promise<void> => until('a replica serves', async () => isFromReplica(await lastEvent()));
const primaryIs = (state: 'up' | 'gone'): Promise<void> =>
  until(`the primary is ${state}`, async () => {
    const { body } = await testServer.nobody.send('GET', '/readyz');
    return body['ok'] === true && (body['mode'] === undefined) === (state === 'up');
  });

test('who has written sees it in the next read, whether a replica has it or not', { timeout: TIMEOUT_MS }, async () => {
  await readsFromReplica();
  const program = await makeProgram(testServer, acme, 'read');
  const standby = await connect(replicated.standbys[0]?.where ?? replicated.primary.where, 'login');
  const headOfStandby = async (): Promise<number> => {
    const found = await standby.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [acme.tenantId]);
    return found.rows[0]?.seq ?? 0;
  };
  const counted = { stale: 0, behind: 0, fromPrimary: 0, fromReplica: 0, staleWithoutPosition: 0 };
  try {
    // On a machine that is busy a replica has often caught up before it is asked: the probes go on until the window was met.
    const isMet = (): boolean => counted.behind > PROBES / 4 && counted.staleWithoutPosition > PROBES / 10;
    for (let n = 0; n < PROBES || (n < PROBES_MAX && !isMet()); n++) {
      const { seq, position } = await post();
      // Half of them at once, and half of them when the replica has just got it, or is about to.
      if (n % 2 === 1) await until('the standby has it', async () => (await headOfStandby()) >= seq);
      if ((await headOfStandby()) < seq) counted.behind += 1;
      const [answer, keyed, careless] = await Promise.all([
        lastEvent(),
        program.call(events.list, { query: { limit: 1 } }, { [COMMIT_POSITION_HEADER]: position }),
        program.call(events.list, { query: { limit: 1 } }, { [COMMIT_POSITION_HEADER]: '0/0' }),
      ]);
      for (const { body, status, headers } of [answer, keyed]) {
        expect(status).toBe(200);
        if ((body.events[0]?.seq ?? 0) < seq) counted.stale += 1;
        counted[isFromReplica({ headers }) ? 'fromReplica' : 'fromPrimary'] += 1;
      }
      if ((careless.body.events[0]?.seq ?? 0) < seq) counted.staleWithoutPosition += 1;
    }
  } finally {
    await standby.end();
  }
  process.stdout.write(`${counted.fromReplica + counted.fromPrimary} answers: ${JSON.stringify(counted)}\n`);
  expect(counted.stale).toBe(0);
  // The window was met: replicas lacked what was asked for, and somebody who asks for nothing in particular is shown that.
  expect(counted.behind).toBeGreaterThan(PROBES / 4);
  expect(counted.staleWithoutPosition).toBeGreaterThan(PROBES / 10);
  expect(counted.fromReplica).toBeGreaterThan(PROBES / 4);
  expect(counted.fromPrimary).toBeGreaterThan(PROBES / 4);
});

describe('a read', () => {
  test('is answered by the primary where its caller asks for it, or does not say what they have written', async () => {
    await readsFromReplica();
    expect(isFromReplica(await lastEvent({ [PREFER_WRITER_HEADER]: '1' }))).toBe(false);
    const program = await makeProgram(testServer, acme, 'read');
    expect(isFromReplica(await program.call(events.list, { query: { limit: 1 } }))).toBe(false);
    for (const junk of ['x', '', '-1/0', 'FFFFFFFF/FFFFFFFF', '1/2, 3/4']) {
      const answer = await program.call(events.list, { query: { limit: 1 } }, { [COMMIT_POSITION_HEADER]: junk });
      expect(answer.status).toBe(200);
      expect(isFromReplica(answer)).toBe(false);
    }
  });
  test('that no route is for, or that cannot be read, is refused as without replicas', async () => {
    const send = (method: string, url: string) => acme.owner.send(method, url, method === 'GET' ? undefined : {});
    expect((await send('GET', '/api/%')).status).toBe(400);
    expect((await send('POST', '/api/%')).status).toBe(400);
    expect((await send('POST', '/api/v1/nothing')).status).toBe(404);
    expect((await acme.owner.send('POST', intents.execute.path, '{', { host: 'evil.example' })).status).toBe(400);
  });
  test('of one thing, which is not a list, is answered by the primary', async () => {
    const { seq } = await post();
    await readsFromReplica();
    const [event] = (await lastEvent()).body.events;
    expect(event?.seq).toBeGreaterThanOrEqual(seq);
    const body = acme.intent();
    acme.owner.adopt(await acme.owner.call(intents.execute, { body }));
    expect(isFromReplica(await acme.owner.call(intents.get, { params: { intent_id: body.intent_id } }))).toBe(false);
  });
  test('shows what the stream has told of, also to who has written nothing', async () => {
    await readsFromReplica();
    const url = await testServer.listen();
    const program = await makeProgram(testServer, acme, 'read');
    const stream = await fetch(`${url}${events.stream.path}?only=heads&seconds=30`, {
      headers: { authorization: `Bearer ${program.secret}` },
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const { seq } = await post();
    for (let told = ''; ; ) {
      told += (await reader?.read())?.value ?? '';
      const heads = [...told.matchAll(/data: (\{.*\})\n/g)].map((m) => JSON.parse(m[1] ?? '') as { seq: number; commit_position: string });
      const head = heads.at(-1);
      if (head === undefined || head.seq < seq) continue;
      const { body } = await program.call(events.list, { query: { limit: 1 } }, { [COMMIT_POSITION_HEADER]: head.commit_position });
      expect(body.events[0]?.seq).toBeGreaterThanOrEqual(seq);
      break;
    }
    await reader?.cancel();
  });
  test('that is answered in place comes from a replica as well', async () => {
    await until('a replica serves', async () => isFromReplica(await acme.owner.call(templates.list, { query: {} })));
  });
  test('says how old it is, and metrics how many there were and how far each replica is behind', async () => {
    await readsFromReplica();
    expect(Number((await lastEvent()).headers[REPLICA_AGE_HEADER])).toBeLessThan(10);
    const metrics = String((await testServer.nobody.send('GET', '/metrics')).body['text']);
    expect(metrics).toMatch(/^countinghouse_reads_total\{source="replica"\} [1-9]/m);
    expect(metrics).toMatch(/^countinghouse_reads_total\{source="primary"\} [1-9]/m);
    for (const n of [1, 2]) {
      expect(metrics).toMatch(new RegExp(`^countinghouse_replica_lag_seconds\\{replica="${n}"\\} \\d`, 'm'));
      expect(metrics).toContain(`countinghouse_replica_up{replica="${n}"} 1`);
    }
  });
});

describe('where replicas', () => {
  test('are paused, what was written is read from the primary; once they go on, from them', async () => {
    await readsFromReplica();
    for (const standby of replicated.standbys) await standby.run('select pg_wal_replay_pause()');
    const { seq } = await post();
    const answer = await lastEvent();
    expect(answer.body.events[0]?.seq).toBe(seq);
    expect(isFromReplica(answer)).toBe(false);
    for (const standby of replicated.standbys) await standby.run('select pg_wal_replay_resume()');
    await readsFromReplica();
  });
  test('show what is more than ten seconds old, the primary answers, also who has written nothing', async () => {
    const program = await makeProgram(testServer, acme, 'read');
    const asksForNothing = () => program.call(events.list, { query: { limit: 1 } }, { [COMMIT_POSITION_HEADER]: '0/0' });
    await until('a replica serves', async () => isFromReplica(await asksForNothing()));
    for (const standby of replicated.standbys) await standby.run('select pg_wal_replay_pause()');
    await post();
    expect(isFromReplica(await asksForNothing())).toBe(true);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 11_000);
    try {
      expect(isFromReplica(await asksForNothing())).toBe(false);
    } finally {
      clock.mockRestore();
      for (const standby of replicated.standbys) await standby.run('select pg_wal_replay_resume()');
    }
    await readsFromReplica();
  });
  test('stand still, the primary answers within a bound; when they move again, they serve again', { timeout: TIMEOUT_MS }, async () => {
    await readsFromReplica();
    for (const standby of replicated.standbys) standby.freeze();
    const begunMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => lastEvent()));
    expect(performance.now() - begunMs).toBeLessThan(30_000);
    for (const { status } of answers) expect(status).toBe(200);
    for (const standby of replicated.standbys) standby.thaw();
    await readsFromReplica();
  });
  test('are killed, the primary answers; when they are back, they serve again', { timeout: TIMEOUT_MS }, async () => {
    await readsFromReplica();
    for (const standby of replicated.standbys) await standby.kill();
    const { seq } = await post();
    const answer = await lastEvent();
    expect([answer.status, answer.body.events[0]?.seq, isFromReplica(answer)]).toEqual([200, seq, false]);
    const metrics = String((await testServer.nobody.send('GET', '/metrics')).body['text']);
    expect(metrics).toContain('countinghouse_replica_up{replica="1"} 0');
    for (const standby of replicated.standbys) await standby.start();
    await readsFromReplica();
  });
});

test('without the primary reads go on, writes say why, and what a replica lacks is not passed over', { timeout: TIMEOUT_MS }, async () => {
  const { seq } = await post();
  const program = await makeProgram(testServer, acme, 'read');
  await until('the standbys have it', async () => isFromReplica(await lastEvent()));
  await replicated.caughtUp();
  await replicated.primary.kill();
  try {
    await primaryIs('gone');
    const answer = await lastEvent();
    expect([answer.status, isFromReplica(answer)]).toEqual([200, true]);
    expect(answer.body.events[0]?.seq).toBeGreaterThanOrEqual(seq);
    // What is not a list is read there too, now.
    expect(isFromReplica(await acme.owner.send('GET', '/api/internal/tenants/mine'))).toBe(true);
    // Nobody has written nothing.
    expect((await testServer.nobody.send('GET', '/api/internal/session')).status).toBe(200);
    expect((await acme.owner.send('GET', '/api/v1/health')).body).toMatchObject({
      database: { mode: 'read-only', replica_age_seconds: expect.any(Number) },
    });
    expect(await acme.owner.call(intents.execute, { body: acme.intent() })).toMatchObject({
      status: 503,
      body: { code: 'DATABASE_UNAVAILABLE' },
    });
    expect(await lastEvent({ [PREFER_WRITER_HEADER]: '1' })).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
    const beyond = { [COMMIT_POSITION_HEADER]: 'FFFFFFF0/0' };
    expect(await lastEvent(beyond)).toMatchObject({ status: 503, body: { code: 'REPLICA_BEHIND' } });
    expect(await program.call(events.list, { query: { limit: 1 } })).toMatchObject({ status: 503, body: { code: 'REPLICA_BEHIND' } });
    const ready = await program.call(events.list, { query: { limit: 1 } }, { [COMMIT_POSITION_HEADER]: '0/0' });
    expect([ready.status, isFromReplica(ready)]).toEqual([200, true]);
  } finally {
    await replicated.primary.start();
  }
  await primaryIs('up');
  await until('it is written again', async () => (await acme.owner.call(intents.execute, { body: acme.intent() })).status === 200);
});
