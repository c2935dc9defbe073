// Keys, cosignatures and policies, and whether a tree grew: against vectors, the kernel's own arithmetic, and everything slightly wrong.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { consistencyRanges, type LeafRange } from '@countinghouse/kernel/merkle/tree';
import { hashBytes } from '@countinghouse/store/sha256';
import { lineText, MadeLog, TENANT } from '@countinghouse/testkit/made-log';
import { afterAll, describe, expect, test } from 'vitest';
import { parseCheckpoint } from './checkpoint.js';
import { growsInto } from './consistency.js';
import { cosignedAt } from './cosignature.js';
import { COSIGNATURE_TYPE, LOG_TYPE, noteKeyOf, parseVkey } from './note-key.js';
import { judge, NoPolicy, parsePolicy } from './policy.js';
import { cosign } from './witness/cosign.js';
import { makeWitnessKey, parseWitnessKey } from './witness/key.js';

interface Vector {
  readonly about: string;
  readonly checkpoint: string;
  readonly policy: string;
  readonly met: boolean;
  readonly by: readonly { readonly name: string; readonly at: string }[];
}
const vectors = JSON.parse(
  readFileSync(new URL('../../../vectors/cosignatures/checkpoints.json', import.meta.url), 'utf8'),
) as readonly Vector[];
const keyNamed = (name: string) => parseWitnessKey(makeWitnessKey(name).secret) ?? expect.fail('a key');
const [a, b, c] = ['w.example/a', 'w.example/b', 'w.example/c'].map(keyNamed) as [Witness, Witness, Witness];
type Witness = ReturnType<typeof keyNamed>;
const TEXT = `countinghouse/x\n3\n${Buffer.alloc(32, 7).toString('base64')}\n`;
const noted = (...lines: readonly string[]) => parseCheckpoint(`${TEXT}\n${lines.join('')}`) ?? expect.fail('a checkpoint');

describe('the published vectors', () => {
  test.each(vectors)('$about', async ({ checkpoint, policy, met, by }) => {
    expect(await judge(parsePolicy(policy), parseCheckpoint(checkpoint) ?? expect.fail('a checkpoint'))).toEqual({ met, by });
  });
  test('have both verdicts', () => {
    expect(new Set(vectors.map(({ met }) => met))).toEqual(new Set([true, false]));
  });
});

describe('a cosignature', () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  test('holds for its text, its witness and its time', async () => {
    expect(await cosignedAt(noted(cosign(TEXT, a, at)), a)).toBe('2026-02-03T04:05:06.000Z');
    expect(await cosignedAt(noted(cosign(TEXT, a, at)), b)).toBeNull();
    expect(await cosignedAt(noted(cosign(TEXT.replace('\n3\n', '\n4\n'), a, at)), a)).toBeNull();
    const [, , signature = ''] = cosign(TEXT, a, at).trimEnd().split(' ');
    const bytes = Buffer.from(signature, 'base64');
    // The key's id, the time and the signature are all signed for.
    for (const i of [0, 11, 40]) {
      const other = Buffer.from(bytes);
      other[i] = (other[i] ?? 0) ^ 1;
      expect(await cosignedAt(noted(`— ${a.name} ${other.toString('base64')}\n`), a)).toBeNull();
    }
    expect(await cosignedAt(noted(`— ${a.name} ${bytes.subarray(0, 68).toString('base64')}\n`), a)).toBeNull();
    expect(await cosignedAt(noted(`— ${b.name} ${signature}\n`), a)).toBeNull();
  });
});

describe('a key of a witness', () => {
  test('is kept in one line, and known by its vkey', () => {
    const { secret, vkey } = makeWitnessKey('w.example/a');
    expect(parseWitnessKey(secret)?.vkey).toBe(vkey);
    expect(parseVkey(vkey, COSIGNATURE_TYPE)?.name).toBe('w.example/a');
    expect(parseVkey(vkey, LOG_TYPE)).toBeNull();
    expect(parseVkey(vkey.replace('example', 'another'), COSIGNATURE_TYPE)).toBeNull();
    expect(parseWitnessKey(secret.replace('example', 'another'))).toBeNull();
    expect(parseWitnessKey(vkey)).toBeNull();
    for (const name of ['', 'with space', 'with+plus']) expect(() => makeWitnessKey(name)).toThrow('no spaces');
  });
});

const isMet = async (...asked: Parameters<typeof judge>): Promise<boolean> => (await judge(...asked)).met;

describe('a policy', () => {
  const witnesses = `witness A ${a.vkey}\nwitness B ${b.vkey}\nwitness C ${c.vkey}\n`;
  const at = new Date('2026-02-03T04:05:06Z');
  const met = (policy: string, ...by: readonly Witness[]): Promise<boolean> =>
    isMet(parsePolicy(policy), noted(...[...by, keyNamed('w.example/unknown')].map((key) => cosign(TEXT, key, at))));
  test.each<readonly [string, readonly Witness[], boolean]>([
    ['quorum none\n', [], true],
    [`${witnesses}quorum B\n`, [b], true],
    [`${witnesses}quorum B\n`, [a, c], false],
    [`${witnesses}group g 2 A B C\nquorum g\n`, [a, c], true],
    [`${witnesses}group g 2 A B C\nquorum g\n`, [c, c], false],
    [`${witnesses}group g all A B C\nquorum g\n`, [a, b], false],
    [`${witnesses}group g any A B\ngroup h all g C\nquorum h\n`, [b, c], true],
    [`${witnesses}group g any A B\ngroup h all g C\nquorum h\n`, [a, b], false],
    [` # words\n\n\t${witnesses}\tquorum\tA  \n`, [a], true],
    [witnesses, [a, b, c], false],
  ])('%s', async (policy, by, expected) => {
    expect(await met(policy, ...by)).toBe(expected);
  });
  test.each<readonly [string, string]>([
    ['witnesses A x\n', 'line 1'],
    ['witness A x\n', 'no vkey'],
    [`witness A ${a.vkey}\nwitness B ${a.vkey}\n`, 'line 2: this key is there twice'],
    [`witness A ${a.vkey}\nwitness A ${b.vkey}\n`, 'taken'],
    [`witness none ${a.vkey}\n`, 'taken'],
    [`log ${a.vkey}\n`, 'no vkey of a log'],
    [`${witnesses}group g 4 A B C\n`, 'from 1 to 3'],
    [`${witnesses}group g 0 A B C\n`, 'from 1 to 3'],
    [`${witnesses}group g 1 A D\n`, 'not defined'],
    [`${witnesses}group g 1 A\ngroup h any A B\n`, 'a member twice'],
    [`${witnesses}group g any g\n`, 'not defined'],
    ['quorum A\n', 'not defined'],
    ['quorum none\nquorum none\n', 'second quorum'],
    ['quorum\n', 'not written like this'],
  ])('%s is refused', (policy, why) => {
    expect(() => parsePolicy(policy)).toThrow(why);
    expect(() => parsePolicy(policy)).toThrow(NoPolicy);
  });
});

test('a tree is known to have grown where the kernel proves it, and nowhere else', () => {
  const SIZES = 24;
  const leaves = Array.from({ length: SIZES }, (_, i) => hashBytes(hashLeaf(Buffer.alloc(32, i))));
  const rootOf = ({ from, to }: LeafRange): Uint8Array => {
    const tree = new GrowingTree();
    for (const leaf of leaves.slice(from, to)) hashBytes(tree.append(leaf));
    return hashBytes(tree.root());
  };
  const of = (size: number) => ({ size, root: Buffer.from(rootOf({ from: 0, to: size })).toString('hex') });
  for (let size = 1; size <= SIZES; size++) {
    for (let before = 1; before <= size; before++) {
      const path = consistencyRanges(before, size).map((range) => Buffer.from(rootOf(range)));
      expect([before, size, growsInto(of(before), of(size), path)]).toEqual([before, size, true]);
      expect(growsInto({ ...of(before), root: '0'.repeat(64) }, of(size), path)).toBe(false);
      expect(growsInto(of(before), { ...of(size), root: '0'.repeat(64) }, path)).toBe(false);
      expect(growsInto(of(before), of(size), [...path, Buffer.alloc(32)])).toBe(false);
      if (path.length > 0) expect(growsInto(of(before), of(size), path.slice(1))).toBe(false);
      if (before < size) expect(growsInto(of(size), of(before), path)).toBe(false);
    }
  }
});

describe('the command', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-policy-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const put = (name: string, text: string): string => {
    writeFileSync(path.join(dir, name), text);
    return path.join(dir, name);
  };
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [fileURLToPath(new URL('../bin/verify.js', import.meta.url)), ...args], {
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  /** A log with two anchors, of which the first is cosigned by one of three. */
  const log = new MadeLog();
  const cosigned = log.seq;
  log.anchor();
  log.append('tenant.renamed', { name: 'Other books' });
  log.anchor();
  log.record();
  const lines = log.archiveLines().map((line) => {
    const { text = '', size = 0 } = line['kind'] === 'anchor' ? (parseCheckpoint(String(line['checkpoint'])) ?? {}) : {};
    if (size !== cosigned) return line;
    return {
      ...line,
      cosignatures: [{ vkey: a.vkey, signature: cosign(text, a, new Date('2026-01-31T12:00:00Z')).trimEnd().split(' ')[2] ?? '' }],
    };
  });
  const archive = put('books.jsonl', lines.map(lineText).join(''));
  const bytes = Buffer.from(String(log.first.jwk['x']), 'base64url');
  const policy = (quorum: string): string =>
    `log ${noteKeyOf(`countinghouse/${TENANT}`, LOG_TYPE, bytes).vkey}\nwitness A ${a.vkey}\nwitness B ${b.vkey}\ngroup g ${quorum} A B\nquorum g\n`;

  test('proves a log by a policy alone, and says how far it is cosigned', async () => {
    const found = run('--policy', put('any', policy('any')), '--save-anchors', dir, archive);
    expect(found).toMatchObject({ status: 0, text: expect.stringMatching(/^PROVEN/) });
    expect(found.text).toContain(`policy        1 of A, B: events 1 to ${cosigned}, by A`);
    expect(found.text).toContain(`no second history behind event ${cosigned}`);
    // What is saved has what the witness signed.
    const saved = parseCheckpoint(readFileSync(path.join(dir, `${cosigned}.checkpoint`), 'utf8')) ?? expect.fail('a checkpoint');
    expect(await cosignedAt(saved, a)).toBe('2026-01-31T12:00:00.000Z');
    expect(JSON.parse(run('--json', '--policy', put('any', policy('any')), archive).text)).toMatchObject({
      verdict: 'proven',
      proven: { quorum: { to: cosigned, demanded: '1 of A, B', by: [{ name: 'A' }] }, lastCosigned: { size: cosigned } },
    });
  });
  test('finds a quorum that is missed, and refuses what is no policy', () => {
    expect(run('--policy', put('all', policy('all')), archive)).toMatchObject({
      status: 1,
      text: expect.stringContaining('code     quorum'),
    });
    expect(run('--policy', put('none', 'quorum\n'), archive)).toMatchObject({ status: 2, text: expect.stringContaining('line 1') });
    expect(run('--policy', put('without', `witness A ${a.vkey}\n`), archive)).toMatchObject({
      status: 2,
      text: expect.stringContaining('has no line “quorum”'),
    });
  });
  test('without a policy says who cosigned, and that their keys are those that the archive brings', () => {
    const { status, text } = run(archive);
    expect(status).toBe(3);
    expect(text).toContain(`cosigned      events 1 to ${cosigned} by w.example/a (2026-01-31T12:00:00.000Z)`);
    expect(text).toContain('the archive brought their keys');
  });
});
