// Backups from the command line: taken while a server runs and is posted to, restored, opened and drilled.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { privacy } from '@countinghouse/contract/features/privacy';
import type { DrillReport } from '@countinghouse/server/backup/drill-report';
import { openDatabase } from '@countinghouse/server/database';
import { openPool, type Where } from '@countinghouse/store/connection';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const LONG = 180_000;
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-backups-'));
const dataDir = path.join(home, 'data');
const [to, keysTo] = [path.join(home, 'backup'), path.join(home, 'keys')];
let testServer: TestServer;
let where: Where;
let stop: () => Promise<void>;
let o: Organisation;

/** The command line on this data directory, where another process has the database open. */
const run = (...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, DRILL_DIR: home };
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
const fromHere = ['--from', to, '--keys-from', keysTo] as const;
const drill = async (): Promise<{ readonly code: number; readonly report: DrillReport }> => {
  const { code, out } = await run('--json', 'drill', ...fromHere);
  return { code, report: JSON.parse(out) as DrillReport };
};
const post = async (): Promise<number> => {
  const answer = await o.owner.call(intents.execute, { body: o.intent() });
  expect(answer.status).toBe(200);
  return o.headSeq();
};

beforeAll(async () => {
  const database = await openDatabase({ dataDir, databaseUrl: null });
  where = database.where;
  stop = async () => database.embedded?.stop();
  testServer = await openTestServer(database.where, { DATA_DIR: dataDir });
  o = await openOrganisation(testServer);
}, LONG);
afterAll(async () => {
  await testServer.close();
  await stop();
  rmSync(home, { recursive: true, force: true });
}, LONG);

test('nothing that was acknowledged before a backup ended is lost, and what came later is said', { timeout: LONG }, async () => {
  await o.owner.call(privacy.tokenise, { body: {} });
  const party = await o.owner.call(parties.create, { body: { label: 'Jane Doe' } });
  expect(party.status).toBe(200);
  expect(await run('backup', '--to', to)).toMatchObject({ code: 2, err: expect.stringContaining('say with --keys-to where the keys go') });
  expect(await run('backup', '--to', to, '--keys-to', path.join(to, 'keys'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('Whoever finds a backup with its keys beside it'),
  });

  let over = false;
  const acknowledged: { readonly seq: number; readonly atMs: number }[] = [];
  const loading = (async () => {
    while (!over) acknowledged.push({ seq: await post(), atMs: Date.now() });
  })();
  const taken = await run('--json', 'backup', '--to', to, '--keys-to', keysTo);
  over = true;
  await loading;
  expect(taken).toMatchObject({ code: 0, err: '' });
  const { endedAt } = JSON.parse(taken.out) as { readonly endedAt: string };
  const inside = acknowledged.filter(({ atMs }) => atMs < Date.parse(endedAt));
  expect(inside.length).toBeGreaterThan(5);
  await testServer.opened.services.highWater.settle();

  const target = path.join(home, 'restored');
  const restored = await run('restore', ...fromHere, '--to', target);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(`until ${endedAt}`) });
  const end = Number(/ends with event (\d+)/.exec(restored.out)?.[1]);
  expect(end).toBeGreaterThanOrEqual(inside.at(-1)?.seq ?? Number.NaN);
  const known = await o.headSeq();
  expect(known).toBeGreaterThan(end);
  expect(restored.out).toContain(`${o.tenantId}  events ${end + 1} to ${known}, the last of`);
  expect(await run('restore', ...fromHere, '--to', target)).toMatchObject({ code: 2, err: expect.stringContaining('is not empty') });

  // It opens, it is sound, and it goes on once an owner has accepted what is lost.
  const database = await openDatabase({ dataDir: target, databaseUrl: null });
  onTestFinished(async () => database.embedded?.stop());
  const there = await openTestServer(database.where, { DATA_DIR: target });
  onTestFinished(() => there.close());
  const { services, loginPool } = there.opened;
  await services.highWater.start();
  const owner = await there.signIn(o.owner.email, o.owner.password);
  const inAcme = { 'x-tenant-id': o.tenantId };
  expect(await owner.call(intents.execute, { body: o.intent() }, inAcme)).toMatchObject({ status: 423, body: { code: 'LOG_WENT_BACK' } });
  const body = { lost_from: end + 1, lost_to: known };
  expect(await owner.call(health.acceptLoss, { body }, inAcme)).toMatchObject({ status: 200 });
  expect(await owner.call(intents.execute, { body: o.intent() }, inAcme)).toMatchObject({ status: 200 });
  expect(await findFaults({ readerPool: services.readerPool, loginPool }, o.tenantId)).toEqual([]);
});

test('a drill finds nothing in a sound backup, and erases again what was erased since', { timeout: LONG }, async () => {
  expect(await run('backup', '--to', to, '--keys-to', keysTo)).toMatchObject({ code: 0 });
  const first = await drill();
  expect(first).toMatchObject({
    code: 0,
    report: { ok: true, faults: [], organisations: [{ tenant_id: o.tenantId, faults: [], erased_again: false }] },
  });
  const { rpo_seconds, rto_seconds, events, organisations } = first.report;
  expect(events).toBe(organisations[0]?.seq);
  expect(rpo_seconds).toBeGreaterThan(0);
  expect(rto_seconds).toBeGreaterThan(0);
  expect(rto_seconds).toBeLessThanOrEqual(first.report.took_seconds);
  expect(JSON.parse(readFileSync(path.join(to, 'drill.json'), 'utf8'))).toEqual(first.report);

  expect((await o.owner.call(privacy.erase, { body: {} })).status).toBe(200);
  await testServer.opened.services.highWater.settle();
  const second = await drill();
  expect(second).toMatchObject({ code: 0, report: { ok: true, organisations: [{ faults: [], erased_again: true }] } });
  expect(second.report.organisations[0]?.lost_events).toBeGreaterThanOrEqual(1);
  expect(readdirSync(home).filter((name) => name.startsWith('countinghouse-drill-'))).toEqual([]);
});

test('a drill says what is wrong: a row that was changed, objects that are not what the database names, a mark that was forged, a file that was altered, keys that are missing', {
  timeout: LONG,
}, async () => {
  const [own, ownKeys] = [path.join(home, 'wrong'), path.join(home, 'wrong-keys')];
  // Who owns the tables is bound by row-level security too.
  const owner = openPool(where, 'owner', { options: `-c app.tenant_id=${o.tenantId}` });
  onTestFinished(() => owner.end());
  const change = (by: string) =>
    owner.query(`update accounts set balance = balance + ${by} where tenant_id = $1 and id = $2`, [o.tenantId, o.cash]);
  await change('1');
  const lost = 'f'.repeat(64);
  const other = await testServer.opened.services.objects.put(o.tenantId, Readable.from([Buffer.from('another checkpoint')]));
  await owner.query(
    `insert into attachments (tenant_id, intent_id, sha256, size_bytes, content_type, name_token, added_at, added_by, event_seq)
     values ($1, 'none', $2, 1, 'text/plain', 'none', now() - interval '1 hour', 'nobody', 1)`,
    [o.tenantId, lost],
  );
  await owner.query(
    `insert into anchors (tenant_id, id, from_seq, to_seq, root, checkpoint, kid, anchored_at, anchor_ref)
     values ($1, gen_random_uuid(), 1, 1, decode(repeat('00', 32), 'hex'), 'this checkpoint', 'none', now() - interval '1 hour', 'sha256:' || $2)`,
    [o.tenantId, other.sha256],
  );
  expect(await run('backup', '--to', own, '--keys-to', ownKeys)).toMatchObject({ code: 0 });
  await change('-1');
  await owner.query("delete from attachments where intent_id = 'none'");
  await owner.query("delete from anchors where kid = 'none'");
  const text = () => run('drill', '--from', own, '--keys-from', ownKeys);
  const { code, out } = await text();
  expect(code).toBe(1);
  for (const fault of [
    'table accounts is not what the events say',
    `the attached file ${lost} is not in the backup`,
    `the checkpoint of an anchor ${other.sha256} says something else than the database`,
  ])
    expect(out).toContain(fault);

  await testServer.opened.services.highWater.settle();
  const mark = path.join(dataDir, 'high-water', `${o.tenantId}.json`);
  const signed = readFileSync(mark, 'utf8');
  writeFileSync(mark, signed.replace(/"seq":\d+/, '"seq":1000000'));
  expect(await text()).toMatchObject({
    code: 1,
    out: expect.stringContaining('in the data directory is not one that its chain key signed'),
  });
  writeFileSync(mark, signed);

  const key = readdirSync(ownKeys).find((name) => name.endsWith('master.key')) ?? '';
  rmSync(path.join(ownKeys, key));
  expect(await text()).toMatchObject({ code: 1, out: expect.stringContaining('the key master.key of this backup is not in') });
  const [base = ''] = readdirSync(path.join(own, 'base'));
  const tar = path.join(own, 'base', base, 'base.tar.zst');
  writeFileSync(path.join(ownKeys, key), readFileSync(path.join(dataDir, 'keys', 'master.key')), { mode: 0o600 });
  writeFileSync(tar, readFileSync(tar).subarray(1));
  expect(await text()).toMatchObject({ code: 1, out: expect.stringContaining('it was altered or damaged') });
  expect(existsSync(path.join(own, 'drill.json'))).toBe(true);
});
