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
/** Bundles as the server answers them, the last of an executed intent. */
let allHandedOut: readonly string[];
let handedOut: string;
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
  const contents = bundles.map(async ({ id }) => JSON.stringify((await o.owner.call(evidence.content, { params: { id } })).body));
  allHandedOut = await Promise.all(contents);
  handedOut = allHandedOut.at(-1) ?? '';
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
    expect(told['faults']).toEqual([expect.objectContaining({ code: 'key' }), expect.objectContaining({ code: 'key' })]);
  });
  test('gives a receipt of every decision, each proven by itself', () => {
    const saveTo = path.join(dir, 'saved');
    expect(run('--save', saveTo, objects)).toMatchObject({ exit: 3, text: expect.stringMatching(/^CONSISTENT /) });
    const saved = readdirSync(saveTo);
    expect(saved.map((name) => Number(name.split('-')[1])).toSorted((a, b) => a - b)).toEqual(bundles.map((b) => b.seq).toReversed());
    const { status, stdout } = spawnSync(
      process.execPath,
      [verifier, 'receipt', '--key', keyFile, ...saved.map((f) => path.join(saveTo, f))],
      {
        encoding: 'utf8',
      },
    );
    expect([status, stdout.match(/^PROVEN/gm)?.length]).toEqual([0, INTENTS + 3]);
  });
});

describe('a pack of bundles, as it was written before packs had events', () => {
  const [pack, key] = ['bundles.pack', 'bundles.key.json'].map((name) =>
    fileURLToPath(new URL(`../../../vectors/evidence/${name}`, import.meta.url)),
  );
  test('is proven, and gives back every bundle', () => {
    const saveTo = path.join(dir, 'saved-bundles');
    const { exit, told } = run('--json', '--key', key ?? '', '--save', saveTo, pack ?? '');
    expect([exit, told]).toMatchObject([0, { ok: true, bundles: 59, events: 62, faults: [] }]);
    const index = JSON.parse(
      gunzipSync(readFileSync(pack ?? ''))
        .toString()
        .split('\n')
        .at(-2) ?? '',
    ) as { readonly bundles: readonly { readonly sha256: string }[] };
    const saved = readdirSync(saveTo).map((name) => hash('sha256', readFileSync(path.join(saveTo, name))));
    expect(saved.toSorted()).toEqual(index.bundles.map((b) => b.sha256).toSorted());
  });
  test('with a byte altered is named with the bundles that are lost; the others are proven', () => {
    const bytes = readFileSync(pack ?? '');
    bytes.writeUInt8(bytes.readUInt8(2_000) ^ 1, 2_000);
    const file = path.join(dir, 'altered-bundles');
    writeFileSync(file, bytes);
    const { exit, told } = run('--json', file);
    const faults = told['faults'] as readonly JsonObject[];
    expect([exit, Number(told['bundles']) + faults.length]).toEqual([1, 59]);
    expect(faults.length).toBeLessThan(59);
    expect(new Set(faults.map((f) => f['code']))).toEqual(new Set(['content']));
  });
});

describe('a pack that was altered', () => {
  test('is named: none of its events is proven', () => {
    const { file, bytes } = copyOfPack('altered');
    bytes.writeUInt8(bytes.readUInt8(2_000) ^ 1, 2_000);
    writeFileSync(file, bytes);
    const { exit, told } = run('--json', file);
    expect([exit, told['bundles'], told['faults']]).toEqual([1, 0, [expect.objectContaining({ code: 'content', seq: 1 })]]);
  });
  interface Parts {
    lines: string[];
    index: Record<string, unknown>;
  }
  /** The pack with the intents, changed, and compressed again. */
  function rewritten(change: (pack: Parts) => void): JsonObject {
    const { file, bytes } = copyOfPack('rewritten');
    const lines = gunzipSync(bytes).toString().split('\n').slice(0, -1);
    const parts: Parts = { lines: lines.slice(0, -1), index: JSON.parse(lines.at(-1) ?? '') as Record<string, unknown> };
    change(parts);
    const block = gzipSync(parts.lines.map((line) => `${line}\n`).join(''));
    const index = gzipSync(`${JSON.stringify({ ...parts.index, blocks: [[0, block.length, parts.index['first_seq']]] })}\n`);
    const end = Buffer.from(bytes.subarray(-34));
    end.writeBigUInt64BE(BigInt(block.length), 16);
    writeFileSync(file, Buffer.concat([block, index, end]));
    const { told } = run('--json', '--key', keyFile, file);
    return told;
  }
  const changedLine = (at: number, change: (event: Record<string, unknown>) => Record<string, unknown>) => (pack: Parts) => {
    pack.lines[at] = JSON.stringify(change(JSON.parse(pack.lines[at] ?? '') as Record<string, unknown>));
  };
  test('and compressed again without a change is proven', () => {
    expect(rewritten(() => {})).toMatchObject({ ok: true, bundles: INTENTS });
  });
  test.each<readonly [string, (pack: Parts) => void, string]>([
    ['another payload', changedLine(20, (e) => ({ ...e, payload: String(e['payload']).replace('10.00', '11.00') })), 'event'],
    ['another actor', changedLine(20, (e) => ({ ...e, actor_id: 'somebody' })), 'event'],
    ['a line that is no event', (pack) => pack.lines.splice(3, 0, '{"kind":"key"}'), 'content'],
    ['a line written otherwise', (pack) => pack.lines.splice(20, 1, `${pack.lines[20]} `), 'content'],
    ['an event missing', (pack) => pack.lines.splice(20, 1), 'event'],
    ['an event twice', (pack) => pack.lines.splice(20, 0, pack.lines[20] ?? ''), 'event'],
    ['the first event missing', (pack) => pack.lines.shift(), 'event'],
    ['the last event missing', (pack) => pack.lines.pop(), 'content'],
    ['another root', (pack) => Object.assign(pack.index, { root_hash: 'a'.repeat(64) }), 'inclusion'],
    ['another size', (pack) => Object.assign(pack.index, { tree_size: Number(pack.index['tree_size']) + 1 }), 'inclusion'],
    ['a size beyond all bounds', (pack) => Object.assign(pack.index, { tree_size: Number.MAX_SAFE_INTEGER }), 'inclusion'],
    [
      'a hash too many',
      (pack) => Object.assign(pack.index, { outside: [...(pack.index['outside'] as string[]), 'a'.repeat(64)] }),
      'inclusion',
    ],
    ['a tree that is smaller than the stretch', (pack) => Object.assign(pack.index, { tree_size: 1 }), 'inclusion'],
    ['another organisation', (pack) => Object.assign(pack.index, { tenant_id: 'b0000000-0000-4000-8000-000000000001' }), 'event'],
    [
      'another checkpoint',
      (pack) => Object.assign(pack.index, { checkpoint: String(pack.index['checkpoint']).replace(/\n\d+\n/, '\n1\n') }),
      'checkpoint',
    ],
    ['no list of hashes', (pack) => Object.assign(pack.index, { outside: null }), 'pack'],
  ])('with %s is named', (_what, change, code) => {
    expect(rewritten(change)).toMatchObject({ ok: false, bundles: 0, faults: [{ code }] });
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
    const empty = gzipSync('{"format":"countinghouse-evidence-pack","version":3}\n');
    writeFileSync(file, Buffer.concat([bytes.subarray(0, from), empty, bytes.subarray(-34)]));
    expect(run(file).text).toContain('version 3');
  });
});

describe('a bundle', () => {
  /** The first of an executed intent, changed, and canonical again. */
  async function changed(change: (bundle: Record<string, never>) => void): Promise<Awaited<ReturnType<typeof verifyBundle>>['fault']> {
    const bundle = JSON.parse(handedOut) as Record<string, never>;
    change(bundle);
    return (await verifyBundle(canonicalize(bundle), null)).fault;
  }
  const set = (bundle: Record<string, never>, at: readonly string[], value: (before: never) => unknown): void => {
    const [last = '', ...before] = at.toReversed();
    const holder = before.toReversed().reduce<Record<string, never>>((of, name) => of[name] as never, bundle);
    holder[last] = value(holder[last] as never) as never;
  };
  const flipped = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);
  test('as it was written has no fault', async () => {
    expect(await changed(() => {})).toBe(null);
    const kinds = new Set(allHandedOut.map((text) => JSON.parse(text).kind));
    expect([kinds, allHandedOut.length]).toEqual([new Set(['intent', 'period']), INTENTS + 3]);
    for (const text of allHandedOut) expect((await verifyBundle(text, null)).fault).toBe(null);
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
  ])('with %s is named', async (_what, at, value, code) => {
    expect(await changed((bundle) => set(bundle, at, value))).toMatchObject({ code });
  });
  test('that is not canonical, or no JSON, is none', async () => {
    expect((await verifyBundle(`${handedOut} `, null)).fault).toMatchObject({ code: 'bundle' });
    expect((await verifyBundle(handedOut.slice(1), null)).fault).toMatchObject({ code: 'bundle' });
  });
});

test('the command says how it is to be asked, and that nothing there is evidence', () => {
  expect(run()).toMatchObject({ exit: 2, text: expect.stringContaining('usage: verify') });
  const empty = mkdtempSync(path.join(dir, 'empty-'));
  writeFileSync(path.join(empty, 'notes.txt'), 'nothing');
  expect(run(empty)).toMatchObject({ exit: 2, text: expect.stringContaining('Nothing was proven') });
});
