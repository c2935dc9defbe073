import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { evidence } from '@countinghouse/contract/features/evidence';
import { Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { ObjectStoreUnavailable } from '@countinghouse/store/objects/object-store';
import { useDatabase } from '@countinghouse/testkit/database';
import { eventsOf, packsOf, post, vaultOf } from '@countinghouse/testkit/evidence';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCommand } from '../../wire/intent-command.ts';
import { startEvidenceThread } from './thread.ts';
import { writeEvidence } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

/** So many intents, without HTTP. */
async function postMany(o: Organisation, count: number, more = {}): Promise<void> {
  const submit = async (): Promise<void> => {
    const request = o.intent(more);
    const command = { ...toCommand(Intent.parse(request)), request: request as JsonObject };
    const actor = { kind: 'user', id: o.owner.id } as const;
    const { intent_id: idemKey } = request;
    const signed = { signature: null, signatureCheck: { is: 'absent' } } as const;
    const answer = await testServer.opened.services.ledger.submit(o.tenantId, { ...command, ...signed, actor, idemKey });
    expect(answer.kind).toBe('written');
  };
  await Promise.all(Array.from({ length: count }, submit));
}
const progressOf = async (o: Organisation) => (await o.owner.call(evidence.list, { query: {} })).body;

describe('the worker', () => {
  const failing = (testServer: TestServer, fails: (nth: number) => boolean) => {
    let puts = 0;
    const { objects } = testServer.opened.services;
    const put: typeof objects.put = async (tenantId, content) => {
      puts += 1;
      if (fails(puts)) throw new ObjectStoreUnavailable('away', 'planted');
      return objects.put(tenantId, content);
    };
    return { ...testServer.opened.services, objects: { ...objects, put } };
  };
  const counted = () => testServer.opened.services.metrics.countEvidenceWrites();
  const due = (o: Organisation) =>
    testServer.opened.loginPool.query('update evidence_progress set retry_at = now() where tenant_id = $1', [o.tenantId]);

  test('tells of a store that fails, tries again when it is due, and writes what is missing', async () => {
    const o = await openOrganisation(testServer);
    for (let i = 0; i < 3; i++) await post(o);
    const before = await counted();
    const broken = failing(testServer, () => true);
    await expect(writeEvidence(broken)).rejects.toMatchObject({ fault: 'away' });
    const first = await progressOf(o);
    expect(first).toMatchObject({ evidence: [], waiting: 3, failure: { code: 'OBJECT_STORE_UNAVAILABLE', tries: 1 } });
    // Not before its time.
    expect(await writeEvidence(broken)).toBe(0);
    await due(o);
    await expect(writeEvidence(broken)).rejects.toMatchObject({ fault: 'away' });
    expect((await progressOf(o)).failure).toEqual({ code: 'OBJECT_STORE_UNAVAILABLE', tries: 2, since: first.failure?.since });
    await due(o);
    expect(await writeEvidence(testServer.opened.services)).toBe(3);
    expect(await progressOf(o)).toMatchObject({ waiting: 0, failure: null });
    expect(await counted()).toEqual({ written: before.written + 3, failed: before.failed + 2 });
  });
  test('is behind by what was posted since, and the metrics say by how much', async () => {
    const { recorder, metrics } = testServer.opened.services;
    const backlog = async (): Promise<number> => {
      await recorder.sample();
      return (await metrics.registry.getSingleMetric('countinghouse_evidence_backlog')?.get())?.values[0]?.value ?? Number.NaN;
    };
    const o = await openOrganisation(testServer);
    await writeEvidence(testServer.opened.services);
    const before = await backlog();
    for (let i = 0; i < 3; i++) await post(o);
    expect(await backlog()).toBe(before + 3);
    await writeEvidence(testServer.opened.services);
    expect(await backlog()).toBe(before);
  });
  test('keeps the packs that it wrote before a failure', { timeout: 60_000 }, async () => {
    const o = await openOrganisation(testServer);
    await postMany(o, 1060);
    await expect(writeEvidence(failing(testServer, (nth) => nth > 1))).rejects.toMatchObject({ fault: 'away' });
    const [first, ...others] = await packsOf(testServer, o);
    expect(others).toEqual([]);
    const written = first?.bundles ?? 0;
    expect([written, (await progressOf(o)).waiting]).toEqual([expect.any(Number), 1060 - written]);
    expect(written).toBeGreaterThan(900);
    await due(o);
    expect(await writeEvidence(testServer.opened.services)).toBe(1060 - written);
    // Each event of the log is covered once, by packs that follow one another.
    const packs = await packsOf(testServer, o);
    expect(packs.map((p) => p.first_seq)).toEqual([1, ...packs.slice(0, -1).map((p) => p.last_seq + 1)]);
    expect(packs.at(-1)?.last_seq).toBe(await o.headSeq());
    const events = await eventsOf(testServer, o);
    expect(events.map((e) => e.seq)).toEqual(Array.from({ length: await o.headSeq() }, (_, i) => i + 1));
    expect(events.filter((e) => e.event_type === 'intent.executed')).toHaveLength(1060);
  });
  test('ends a pack early where events are large', { timeout: 60_000 }, async () => {
    const o = await openOrganisation(testServer);
    await postMany(o, 12, { constraints: { filler: 'x'.repeat(450_000) } });
    expect(await writeEvidence(testServer.opened.services)).toBe(12);
    expect((await packsOf(testServer, o)).map((p) => p.bundles)).toEqual([5, 5, 2]);
    expect((await vaultOf(o)).length).toBe(12);
  });
  test('leaves what comes during a pass to the next: packs fill while postings go on', async () => {
    const o = await openOrganisation(testServer);
    await postMany(o, 3);
    const { objects } = testServer.opened.services;
    let puts = 0;
    const put: typeof objects.put = async (tenantId, content) => {
      puts += 1;
      await post(o);
      return objects.put(tenantId, content);
    };
    expect(await writeEvidence({ ...testServer.opened.services, objects: { ...objects, put } })).toBe(3);
    expect(puts).toBe(1);
    expect(await writeEvidence(testServer.opened.services)).toBe(1);
  });
  test('gives every other log its turn where one fails', async () => {
    const [bad, good] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await Promise.all([post(bad), post(good)]);
    const { objects } = testServer.opened.services;
    const put: typeof objects.put = async (tenantId, content) => {
      if (tenantId === bad.tenantId) throw new Error('no space for these');
      return objects.put(tenantId, content);
    };
    await expect(writeEvidence({ ...testServer.opened.services, objects: { ...objects, put } })).rejects.toThrow('no space for these');
    expect([(await vaultOf(bad)).length, (await vaultOf(good)).length]).toEqual([0, 1]);
    expect((await progressOf(bad)).failure?.code).toBe('UNKNOWN');
    await due(bad);
    await writeEvidence(testServer.opened.services);
  });
  test('of several servers at once writes each bundle once, and each pack once', async () => {
    const other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir });
    const o = await openOrganisation(testServer);
    const ids: string[] = [];
    for (let i = 0; i < 12; i++) ids.push(await post(o));
    const counts = await Promise.all([testServer, other, testServer, other].map((h) => writeEvidence(h.opened.services)));
    expect(counts.reduce((a, b) => a + b)).toBe(12);
    const bundles = await vaultOf(o);
    expect(bundles.map((b) => b.intent_id).toReversed()).toEqual(ids);
    expect(objectsOf(o).toSorted()).toEqual((await packsOf(testServer, o)).map((p) => p.content_sha256).toSorted());
    await other.close();
  });

  const objectsOf = (o: Organisation): readonly string[] =>
    readdirSync(path.join(testServer.dataDir, 'objects', o.tenantId), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile() && !f.name.endsWith('.part'))
      .map((f) => f.name);

  /** A server of its own that writes packs slowly, and says each that it has put. */
  const slowServer = `
    import { readConfig } from '@countinghouse/server/config';
    import { openServices } from '@countinghouse/server/open';
    import { writeEvidence } from '@countinghouse/server/features/evidence/worker';
    const config = readConfig(process.env);
    const { services } = openServices(config, JSON.parse(process.env.WHERE), { publicUrl: 'http://127.0.0.1:3000', consoleDir: null, note: () => {} });
    const put = async (tenantId, content) => {
      const stored = await services.objects.put(tenantId, content);
      process.stdout.write('put\\n');
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return stored;
    };
    await writeEvidence({ ...services, objects: { ...services.objects, put } });
  `;
  test('killed between an object and its row leaves the log to the next, who gives each intent one bundle', {
    timeout: 60_000,
  }, async () => {
    const o = await openOrganisation(testServer);
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) ids.push(await post(o));
    const child = spawn(process.execPath, ['--input-type=module', '-e', slowServer], {
      env: { ...process.env, DATA_DIR: testServer.dataDir, WHERE: JSON.stringify(db.where) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    child.kill('SIGKILL');
    await exited;
    // The window was met: there are objects, and no row names one.
    expect(objectsOf(o).length).toBeGreaterThan(0);
    expect(await vaultOf(o)).toEqual([]);
    // The lock of the dead one is let go of once its connection is found broken.
    let written = 0;
    for (const end = performance.now() + 20_000; written === 0 && performance.now() < end; await sleep(50))
      written = await writeEvidence(testServer.opened.services);
    expect(written).toBe(40);
    const bundles = await vaultOf(o);
    expect(bundles.map((b) => b.intent_id).toReversed()).toEqual(ids);
    // The log did not grow meanwhile: the pack is the one that the dead one wrote, byte for byte.
    expect(objectsOf(o)).toEqual((await packsOf(testServer, o)).map((p) => p.content_sha256));
    expect(await writeEvidence(testServer.opened.services)).toBe(0);
  });
});

describe('the thread', () => {
  test('writes what is posted, counts it here, and writes nothing once it is stopped', { timeout: 60_000 }, async () => {
    const o = await openOrganisation(testServer);
    const counts = { written: 0, failed: 0 };
    const errors: unknown[] = [];
    const stop = startEvidenceThread({
      settings: { s3: null, dataDir: testServer.dataDir, kmsKeyId: null },
      where: db.where,
      highWater: testServer.opened.services.highWater,
      workerLeases: testServer.opened.services.workerLeases,
      metrics: {
        observeEvidence: (outcome, count) => {
          counts[outcome] += count;
        },
      },
      onError: (error) => errors.push(error),
    });
    await post(o);
    for (const end = performance.now() + 30_000; (await vaultOf(o)).length === 0 && performance.now() < end; ) await sleep(20);
    expect(await vaultOf(o)).toHaveLength(1);
    await stop();
    expect([counts, errors]).toEqual([{ written: expect.any(Number), failed: 0 }, []]);
    expect(counts.written).toBeGreaterThan(0);
    await post(o);
    expect(await progressOf(o)).toMatchObject({ waiting: 1 });
    expect(await writeEvidence(testServer.opened.services)).toBe(1);
  });
  test('says why it cannot write, and goes on', { timeout: 60_000 }, async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    const failed = Promise.withResolvers<Error>();
    const stop = startEvidenceThread({
      settings: { s3: { missing: ['S3_BUCKET'] }, dataDir: testServer.dataDir, kmsKeyId: null },
      where: db.where,
      highWater: testServer.opened.services.highWater,
      workerLeases: testServer.opened.services.workerLeases,
      metrics: { observeEvidence: () => {} },
      onError: (error) => failed.resolve(error as Error),
    });
    expect((await failed.promise).message).toContain('S3_BUCKET');
    await stop();
    expect((await progressOf(o)).failure).toMatchObject({ code: 'SERVER_CONFIG' });
    await testServer.opened.loginPool.query('update evidence_progress set retry_at = now() where tenant_id = $1', [o.tenantId]);
    expect(await writeEvidence(testServer.opened.services)).toBe(1);
  });
});
