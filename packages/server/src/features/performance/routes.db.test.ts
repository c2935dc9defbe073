import { readFileSync } from 'node:fs';
import { anchors } from '@countinghouse/contract/features/anchors';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { intents } from '@countinghouse/contract/features/intents';
import { performance as contract, type PerformanceSummary, REPLAY_EVENTS_MIN } from '@countinghouse/contract/features/performance';
import { insertReplayRun } from '@countinghouse/store/features/performance/writes';
import { replay } from '@countinghouse/store/replay';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMetrics } from '../../measure/metrics.ts';
import { PerformanceRecorder } from '../../measure/performance.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
});
afterAll(() => testServer.close());

const summary = async (o: Organisation): Promise<PerformanceSummary> => (await o.owner.call(contract.summary)).body;
const named = (s: PerformanceSummary, name: string) => s.metrics.find((m) => m.name === name);
const post = (o: Organisation) => o.owner.call(intents.execute, { body: o.intent() });
const HOUR_MS = 3_600_000;

describe('GET /api/internal/performance/summary', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/internal/performance/summary')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
  test('200: what was not measured has no value; what was, is the kernel’s own time', async () => {
    const o = await openOrganisation(testServer);
    const before = await summary(o);
    expect(before).toMatchObject({ ok: true, slo_violations: [], anchors: [] });
    expect(before.metrics.map((m) => [m.name, m.value === null])).toEqual([
      ['validation p95', true],
      ['execution p95', true],
      // The events that opened the books were measured already.
      ['projection lag p95', false],
      ['replay throughput', true],
      ['evidence write success', true],
      // There is no destination: nothing waits.
      ['outbox backlog', false],
    ]);
    expect(named(before, 'outbox backlog')).toMatchObject({ value: 0, judged: false });
    for (let i = 0; i < 10; i++) await post(o);
    await o.owner.call(intents.execute, { body: o.intent({ snapshot_ids: {} }) });
    const after = await summary(o);
    const [validation, execution, lag] = ['validation p95', 'execution p95', 'projection lag p95'].map((name) => named(after, name));
    expect([validation?.measurements, execution?.measurements]).toEqual([11, 11]);
    for (const m of [validation, execution, lag]) expect(m?.value).toBeGreaterThan(0);
    expect(validation?.value).toBeLessThan(1_000);
    expect(lag?.value).toBeLessThan(30);
    expect(validation?.history.at(-1)?.value).toBe(validation?.value);
    // Of nobody else.
    expect(named(await summary(await openOrganisation(testServer)), 'validation p95')?.measurements).toBe(0);
  });
  test('200: the outbox is what a destination has not taken, and too much of it breaks the promise', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(auditExport.configure, { body: { webhookUrl: 'http://127.0.0.1:1/', secret: 'a secret of a receiver' } });
    const head = await o.headSeq();
    expect(head).toBeGreaterThan(5);
    await testServer.opened.services.recorder.sample();
    const found = await summary(o);
    expect(named(found, 'outbox backlog')).toMatchObject({ value: head });
    expect(named(found, 'outbox backlog')?.history.at(-1)?.value).toBe(head);
    expect(found).toMatchObject({ ok: false, slo_violations: [{ metric: 'outbox backlog', value: head, target: 5, direction: 'lower' }] });
  });
  test('200: shows the latest anchors', async () => {
    const o = await openOrganisation(testServer);
    const { anchor } = (await o.owner.call(anchors.make, { body: {} })).body;
    const { id, root_hash, from_seq, to_seq, anchored, anchor_ref, created_at } = anchor;
    expect((await summary(o)).anchors).toEqual([{ id, root_hash, from_seq, to_seq, anchored, anchor_ref, created_at }]);
  });
  test('200: replays that are long enough to tell are told, the last one first of all', async () => {
    const o = await openOrganisation(testServer);
    const { loginPool, services } = testServer.opened;
    const client = await loginPool.connect();
    try {
      expect((await replay(client, o.tenantId)).differences).toEqual([]);
    } finally {
      client.release();
    }
    // A log of a few events says nothing of how fast a long one is: it is told, and held against nothing.
    const short = await summary(o);
    expect(named(short, 'replay throughput')).toMatchObject({ judged: false, measurements: 0, history: [] });
    expect(named(short, 'replay throughput')?.value).toBeGreaterThan(0);
    expect(short.ok).toBe(true);
    await insertReplayRun(services.writerPool, o.tenantId, { events: REPLAY_EVENTS_MIN, seconds: 0.5 });
    expect(named(await summary(o), 'replay throughput')).toMatchObject({ value: REPLAY_EVENTS_MIN * 120, measurements: 1 });
    await insertReplayRun(services.writerPool, o.tenantId, { events: 60_000, seconds: 10 });
    expect(await summary(o)).toMatchObject({ ok: false, slo_violations: [{ metric: 'replay throughput', value: 360_000 }] });
  });
});

describe('what was measured', () => {
  const recorderAt = (nowMs: () => number, metrics = openMetrics()) =>
    new PerformanceRecorder({ writerPool: testServer.opened.services.writerPool, metrics, nowMs });
  const batch = (tenantId: string, ms: number) => ({
    tenantId,
    commands: 1,
    events: 1,
    commitMs: 1,
    lagMs: ms,
    signedHead: null,
    position: null,
    intents: [{ validationMs: ms, executionMs: ms }],
  });

  test('survives a restart, and that of several processes adds up', async () => {
    const o = await openOrganisation(testServer);
    const first = recorderAt(Date.now);
    for (let i = 0; i < 50; i++) first.observe(batch(o.tenantId, 1));
    await first.flush();
    for (let i = 0; i < 40; i++) first.observe(batch(o.tenantId, 1));
    await Promise.all([first.flush(), first.flush()]);
    const second = recorderAt(Date.now);
    for (let i = 0; i < 10; i++) second.observe(batch(o.tenantId, 80));
    await second.flush();
    const validation = named(await summary(o), 'validation p95');
    expect(validation?.measurements).toBe(100);
    expect(Math.abs((validation?.value ?? 0) - 80)).toBeLessThan(1);
    expect((await summary(o)).slo_violations.map((v) => v.metric)).toEqual(['validation p95', 'execution p95']);
  });
  test('of each hour is its own, and is let go after eight days', async () => {
    const o = await openOrganisation(testServer);
    let nowMs = Date.now() - HOUR_MS;
    const recorder = recorderAt(() => nowMs);
    recorder.observe(batch(o.tenantId, 2));
    nowMs += HOUR_MS;
    recorder.observe(batch(o.tenantId, 4));
    await recorder.flush();
    const values = named(await summary(o), 'validation p95')?.history.map((h) => Math.round(h.value ?? 0));
    expect(values?.slice(-2)).toEqual([2, 4]);
    nowMs += 9 * 24 * HOUR_MS;
    await recorder.flush();
    const kept = await testServer.opened.loginPool.query('select from measured_hours where tenant_id = $1', [o.tenantId]);
    expect(kept.rowCount).toBe(0);
  });
  test('is kept where the database is away for a while', async () => {
    const o = await openOrganisation(testServer);
    const { writerPool } = testServer.opened.services;
    let away = true;
    const flaky = {
      query: (...args: Parameters<typeof writerPool.query>) => (away ? Promise.reject(new Error('away')) : writerPool.query(...args)),
    } as typeof writerPool;
    const recorder = new PerformanceRecorder({ writerPool: flaky, metrics: openMetrics() });
    recorder.observe(batch(o.tenantId, 3));
    await expect(recorder.flush()).rejects.toThrow('away');
    away = false;
    await recorder.flush();
    expect(named(await summary(o), 'validation p95')?.measurements).toBe(1);
  });
  test('of the vault is what its counter grew by', async () => {
    const counts = { written: 0, failed: 0 };
    const metrics = { ...openMetrics(), countEvidenceWrites: () => Promise.resolve({ ...counts }) };
    const recorder = recorderAt(Date.now, metrics);
    await recorder.flush();
    Object.assign(counts, { written: 900, failed: 100 });
    await recorder.flush();
    Object.assign(counts, { written: 1_997, failed: 103 });
    await recorder.flush();
    const found = named(await summary(await openOrganisation(testServer)), 'evidence write success');
    expect(found?.value).toBeCloseTo(1_997 / 2_100, 6);
  });
});

describe('the dashboard for Grafana', () => {
  interface Panel {
    readonly title: string;
    readonly panels?: readonly Panel[];
    readonly targets?: readonly { readonly expr: string }[];
  }
  test('asks for nothing that /metrics does not have', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    await insertReplayRun(testServer.opened.services.writerPool, o.tenantId, { events: REPLAY_EVENTS_MIN, seconds: 1 });
    await testServer.opened.services.recorder.sample();
    const { body } = await testServer.nobody.send('GET', '/metrics');
    const text = String(body['text']);
    const names = new Set([...text.matchAll(/^(countinghouse_\w+)/gm)].map((m) => m[1] ?? ''));
    const file = new URL('../../../../../docs/operating/grafana-dashboard.json', import.meta.url);
    const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: readonly Panel[] };
    const asked = panels.flatMap((p) => (p.targets ?? []).flatMap((t) => [...t.expr.matchAll(/countinghouse_\w+/g)].map((m) => m[0])));
    expect(new Set(asked).size).toBeGreaterThan(8);
    expect([...new Set(asked)].filter((name) => !names.has(name))).toEqual([]);
    // What is promised is shown, and every figure of the page is there.
    for (const name of ['validation', 'execution', 'projection_lag']) expect(asked).toContain(`countinghouse_${name}_seconds_bucket`);
    expect(asked).toEqual(
      expect.arrayContaining([
        'countinghouse_replay_events_per_minute',
        'countinghouse_outbox_backlog',
        'countinghouse_slo_target',
        'countinghouse_evidence_writes_total',
      ]),
    );
    expect(text).not.toContain(o.tenantId);
  });
});
