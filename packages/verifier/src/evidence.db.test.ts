// Packs as the server writes them, read with nothing but the files: the database is not asked.

import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { approvals } from '@countinghouse/contract/features/approvals';
import { type EvidenceBundle, evidence } from '@countinghouse/contract/features/evidence';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { writeEvidence } from '@countinghouse/server/features/evidence/worker';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBundle } from './bundle.js';

const verifier = fileURLToPath(new URL('../bin/verify.js', import.meta.url));
const INTENTS = 40;

const db = useDatabase();
let testServer: TestServer;
let dir: string;
/** Of one organisation: what is in its folder of the object store, its chain key, and what its vault lists. */
let objects: string;
let keyFile: string;
let bundles: readonly EvidenceBundle[];
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-evidence-'));
  const o = await openApprovals(testServer);
  for (let i = 0; i < INTENTS; i++) await o.owner.call(intents.execute, { body: o.intent() });
  await writeEvidence(testServer.opened.services);
  const held = await holdBack(o, o.maker);
  await o.checker.call(approvals.approve, { params: { id: held.approvalId }, body: { comment: 'Seen the invoice' } });
  await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'CASH', '1')] }) });
  const range = { period_start: '2025-03-01', period_end: '2025-03-31' };
  await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } });
  await o.owner.call(periods.lock, { body: range });
  await o.owner.call(periods.publish, { body: range });
  await writeEvidence(testServer.opened.services);
  bundles = (await o.owner.call(evidence.list, { query: {} })).body.evidence;
  objects = path.join(dir, 'objects');
  cpSync(path.join(testServer.dataDir, 'objects', o.tenantId), objects, { recursive: true });
  const key = await testServer.opened.loginPool.query<{ public_jwk: string }>(
    "select public_jwk from signing_keys where tenant_id = $1 and purpose = 'chain'",
    [o.tenantId],
  );
  keyFile = path.join(dir, 'chain-key.json');
  writeFileSync(keyFile, key.rows[0]?.public_jwk ?? '');
  await testServer.close();
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(...args: readonly string[]): { readonly exit: number | null; readonly told: JsonObject; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, 'evidence', ...args], { encoding: 'utf8' });
  return { exit: status, told: args.includes('--json') ? (JSON.parse(stdout) as JsonObject) : {}, text: stdout + stderr };
}
const packFiles = (): readonly string[] =>
  readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => path.join(f.parentPath, f.name))
    .filter((file) => readFileSync(file).subarray(0, 2).toString('hex') === '1f8b');
/** The pack with the intents, copied. */
function copyOfPack(name: string): { readonly file: string; readonly bytes: Buffer } {
  const [largest = ''] = [...packFiles()].sort((a, b) => readFileSync(b).length - readFileSync(a).length);
  const file = path.join(dir, name);
  cpSync(largest, file);
  return { file, bytes: readFileSync(file) };
}
const textsOf = (bytes: Buffer): readonly string[] => gunzipSync(bytes).toString().split('\n').slice(0, -2);

describe('the folder of an organisation in the object store', () => {
  test('is proven, every bundle, with the statement’s files left aside; under the key that is given', () => {
    const { exit, told } = run('--json', '--key', keyFile, objects);
    expect(told).toMatchObject({ ok: true, bundles: INTENTS + 3, files: 2, others: 2, faults: [] });
    expect([exit, told['lastSeq']]).toEqual([0, bundles[0]?.seq]);
    const { text } = run(objects);
    expect(text).toContain(`CONSISTENT ${INTENTS + 3} bundles`);
    expect(text).toContain('Whose keys these are');
  });
  test('is not under the key of somebody else', () => {
    const other = path.join(dir, 'other.json');
    writeFileSync(other, JSON.stringify(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })));
    const { exit, told } = run('--json', '--key', other, objects);
    expect([exit, told['bundles']]).toEqual([1, 0]);
    expect(told['faults']).toEqual(Array.from({ length: INTENTS + 3 }, () => expect.objectContaining({ code: 'key' })));
  });
  test('gives back every bundle as it was handed out', () => {
    const saveTo = path.join(dir, 'saved');
    expect(run('--save', saveTo, objects)).toMatchObject({ exit: 3, text: expect.stringMatching(/^CONSISTENT /) });
    const saved = readdirSync(saveTo).map((name) => hash('sha256', readFileSync(path.join(saveTo, name))));
    expect(saved.toSorted()).toEqual(bundles.map((b) => b.content_sha256).toSorted());
    const [one = ''] = readdirSync(saveTo);
    expect(run('--json', '--key', keyFile, path.join(saveTo, one)).told).toMatchObject({ ok: true, bundles: 1 });
  });
});

describe('a pack that was altered', () => {
  test('is named with the bundles that are lost; the others are proven', () => {
    const { file, bytes } = copyOfPack('altered');
    bytes.writeUInt8(bytes.readUInt8(2_000) ^ 1, 2_000);
    writeFileSync(file, bytes);
    const { exit, told } = run('--json', file);
    const faults = told['faults'] as readonly JsonObject[];
    expect([exit, Number(told['bundles']) + faults.length]).toEqual([1, INTENTS]);
    expect(faults.length).toBeLessThan(INTENTS);
    expect(new Set(faults.map((f) => f['code']))).toEqual(new Set(['content']));
    expect(faults.map((f) => f['seq'])).toContain(bundles.at(-1)?.seq);
  });
  test('is named where its content is not the one that it is called by', () => {
    const { file } = copyOfPack('a'.repeat(64));
    expect(run('--json', file).told['faults']).toMatchObject([{ code: 'content', seq: null }]);
  });
  test('is no pack without its end, or with another index', () => {
    const { file, bytes } = copyOfPack('cut');
    writeFileSync(file, bytes.subarray(0, -1));
    expect(run('--json', file)).toMatchObject({ exit: 1, told: { faults: [{ code: 'pack' }] } });
    const from = Number(bytes.readBigUInt64BE(bytes.length - 18));
    const empty = gzipSync('{"format":"countinghouse-evidence-pack","version":2}\n');
    writeFileSync(file, Buffer.concat([bytes.subarray(0, from), empty, bytes.subarray(-34)]));
    expect(run(file).text).toContain('version 2');
  });
});

describe('a bundle', () => {
  /** The first of an executed intent, changed, and canonical again. */
  function changed(change: (bundle: Record<string, never>) => void): ReturnType<typeof verifyBundle>['fault'] {
    const bundle = JSON.parse(textsOf(copyOfPack('whole').bytes)[0] ?? '') as Record<string, never>;
    change(bundle);
    return verifyBundle(canonicalize(bundle), null).fault;
  }
  const set = (bundle: Record<string, never>, at: readonly string[], value: (before: never) => unknown): void => {
    const [last = '', ...before] = at.toReversed();
    const holder = before.toReversed().reduce<Record<string, never>>((of, name) => of[name] as never, bundle);
    holder[last] = value(holder[last] as never) as never;
  };
  const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  test('as it was written has no fault', () => {
    expect(changed(() => {})).toBe(null);
  });
  test.each<readonly [string, readonly string[], (before: never) => unknown, string]>([
    ['another format', ['format'], () => 'x', 'bundle'],
    ['no path', ['proof', 'inclusion'], () => [], 'bundle'],
    ['another payload', ['events', '0', 'payload'], (text: string) => text.replace('10.00', '11.00'), 'event'],
    ['another actor', ['events', '0', 'actor_id'], () => 'somebody', 'event'],
    ['another organisation', ['tenant_id'], (id: string) => flipped(id), 'event'],
    ['another step of its path', ['proof', 'inclusion', '0', 'path', '1'], flipped, 'inclusion'],
    ['another place in the tree', ['proof', 'inclusion', '0', 'leaf_index'], (n: number) => n + 1, 'inclusion'],
    ['a path that is too long', ['proof', 'inclusion', '0', 'path'], (p: string[]) => [...p, p[0]], 'inclusion'],
    ['another size', ['proof', 'tree_size'], (n: number) => n + 1_000_000, 'inclusion'],
    ['another checkpoint', ['proof', 'checkpoint'], (note: string) => note.replace(/\n\d+\n/, '\n1\n'), 'checkpoint'],
    ['another key', ['proof', 'public_jwk', 'x'], () => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x, 'checkpoint'],
    ['another request beside the event', ['request', 'use_case'], () => 'x', 'told'],
    ['another amount beside the event', ['postings', '0', 'amount'], () => '1.00000000', 'told'],
    ['another receipt', ['receipt', 'ok'], () => false, 'told'],
  ])('with %s is named', (_what, at, value, code) => {
    expect(changed((bundle) => set(bundle, at, value))).toMatchObject({ code });
  });
  test('that is not canonical, or no JSON, is none', () => {
    const [text = ''] = textsOf(copyOfPack('whole').bytes);
    expect(verifyBundle(`${text} `, null).fault).toMatchObject({ code: 'bundle' });
    expect(verifyBundle(text.slice(1), null).fault).toMatchObject({ code: 'bundle' });
  });
});

test('the command says how it is to be asked, and that nothing there is evidence', () => {
  expect(run()).toMatchObject({ exit: 2, text: expect.stringContaining('usage: verify') });
  const empty = mkdtempSync(path.join(dir, 'empty-'));
  writeFileSync(path.join(empty, 'notes.txt'), 'nothing');
  expect(run(empty)).toMatchObject({ exit: 2, text: expect.stringContaining('Nothing was proven') });
});
