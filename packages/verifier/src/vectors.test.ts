// The published vectors, each with what a verifier must find in it.

import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GENESIS_HASH } from '@countinghouse/kernel/chain/event-hash';
import { contradictions } from '@countinghouse/testkit/contradictions';
import { refused } from '@countinghouse/testkit/refused-texts';
import { edited, type Tamper } from '@countinghouse/testkit/tamper-corpus';
import { tamperings } from '@countinghouse/testkit/tampered-archives';
import { tamperedTables } from '@countinghouse/testkit/tampered-tables';
import { givenKey, verify } from '@countinghouse/testkit/verified';
import { describe, expect, test } from 'vitest';
import { checkBlock } from './block.js';
import { canonicalOf, isCanonical } from './canonical.js';
import { parseCheckpoint } from './checkpoint.js';
import { earlier, NotAnArchive, order } from './faults.js';
import { parseKeptHead } from './kept.js';
import { checkLink } from './link.js';
import { leafHash, Tree } from './merkle.js';
import { parsePolicy } from './policy.js';

describe('the published vectors', () => {
  const folder = new URL('../../../vectors/', import.meta.url);
  const load = <T>(file: string): T => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as T;
  const canonical = readdirSync(new URL('canonical/', folder)).filter((file) => file !== 'numbers.json');
  test.each(canonical)('canonical/%s', (file) => {
    const { input, canonical: text } = load<{ readonly input: string; readonly canonical: string | null }>(`canonical/${file}`);
    let value: Json = null;
    const parse = (): void => {
      value = JSON.parse(input) as Json;
    };
    parse();
    if (text === null) return expect(isCanonical(input, value)).toBe(false);
    expect(canonicalOf(value)).toBe(text);
    expect(isCanonical(text, value)).toBe(true);
    expect(isCanonical(input, value)).toBe(input === text);
    expect(isCanonical(` ${text}`, value)).toBe(false);
  });
  const chains = ['valid', 'invalid'].flatMap((kind) =>
    readdirSync(new URL(`chain/${kind}/`, folder)).map((file) => `chain/${kind}/${file}`),
  );
  // An archive is of one organisation, which its first line names; so no event of another can be in it.
  test.each(chains.filter((file) => !file.endsWith('changed-tenant.json')))('%s', (file) => {
    interface Vector {
      readonly events: readonly JsonObject[];
      readonly first_fault: { readonly seq: number; readonly what: string } | null;
    }
    const { events, first_fault } = load<Vector>(file);
    const lines = events.map((e) => `${JSON.stringify({ kind: 'event', ...e })}\n`).join('');
    const { first, fault, unreadable } = checkBlock(Buffer.from(lines), String(events[0]?.['tenant_id']));
    const start = first === null ? null : checkLink({ seq: 0, hash: GENESIS_HASH, ts: '' }, first);
    expect(unreadable).toBeNull();
    const found = earlier(start, fault);
    expect(found === null ? null : { seq: found.seq, what: found.code }).toEqual(first_fault);
  });
  interface Archive {
    readonly file: string;
    readonly about: string;
    readonly key: JsonObject;
    readonly kept?: { readonly checkpoints: readonly string[]; readonly heads: readonly JsonObject[] };
    readonly policy?: string;
    readonly through: number;
    readonly first_fault: { readonly seq: number; readonly code: string } | null;
  }
  interface Refused {
    readonly file: string;
    readonly about: string;
    readonly refused: true;
  }
  const all = load<readonly (Archive | Refused)[]>('archives/index.json');
  const archives = all.filter((one): one is Archive => !('refused' in one));
  test.each(archives)('archives/$file', async ({ file, key, kept = { checkpoints: [], heads: [] }, policy, through, first_fault }) => {
    const keys = givenKey(key);
    const options = {
      keys,
      kept: kept.checkpoints.map((note) => parseCheckpoint(note) ?? expect.fail('a checkpoint')),
      keptHeads: kept.heads.map((head) => parseKeptHead(JSON.stringify(head)) ?? expect.fail('a signed head')),
      policy: policy === undefined ? null : parsePolicy(policy),
    };
    const bytes = readFileSync(new URL(`archives/${file}`, folder));
    for (const threads of [0, 1]) {
      const found = await verify(bytes, { ...options, threads });
      expect(found.fault === null ? null : { seq: found.fault.seq, code: found.fault.code }).toEqual(first_fault);
      expect(found.through).toBe(through);
    }
  });
  test.each(all.filter((one) => 'refused' in one))('archives/$file proves nothing', async ({ file }) => {
    await expect(verify(readFileSync(new URL(`archives/${file}`, folder)))).rejects.toBeInstanceOf(NotAnArchive);
  });
  test('archives: each code that a fault can have is found in one, and each tampering that is known has one', () => {
    expect(new Set(archives.flatMap(({ first_fault }) => first_fault?.code ?? []))).toEqual(new Set(order));
    const files = all.map(({ file }) => file).filter((file) => !file.endsWith('.sound.jsonl'));
    expect(files).toEqual([...contradictions, ...tamperings, ...refused].map(({ name }) => `${name}.jsonl`));
  });
  describe('tampers', () => {
    const corpus = load<readonly Tamper[]>('tampers/index.json');
    const textOf = ({ archive, edits = [] }: Tamper): string =>
      edited(readFileSync(new URL(archive, new URL('tampers/', folder)), 'utf8'), edits);
    const own = corpus.filter(({ archive }) => !archive.startsWith('../archives/'));
    test.each(own)('$name', async (tamper) => {
      const { key, kept = { checkpoints: [], heads: [] }, expected } = tamper;
      const options = { keys: givenKey(key), kept: kept.checkpoints.map((note) => parseCheckpoint(note) ?? expect.fail('a checkpoint')) };
      const { fault, through } = await verify(textOf(tamper), options);
      const found = fault === null ? { verdict: 'proven', through } : { verdict: 'fault', through, seq: fault.seq, code: fault.code };
      expect(found).toEqual(expected);
    });
    test('the others are the archives, as their index has them', () => {
      const theirs = corpus.filter((tamper) => !own.includes(tamper));
      expect(theirs.map(({ archive }) => archive)).toEqual(all.map(({ file }) => `../archives/${file}`));
      const givenOf = ({ about, key, kept, policy }: Partial<Tamper>) => ({ about, key, kept, policy });
      expect(theirs.map(givenOf)).toEqual(all.map((one) => givenOf(one as Partial<Tamper>)));
      const expected = all.map((one): Tamper['expected'] => {
        if ('refused' in one) return { verdict: 'refused' };
        const { first_fault: fault, through } = one;
        return fault === null ? { verdict: 'proven', through } : { verdict: 'fault', through, ...fault };
      });
      expect(theirs.map((one) => one.expected)).toEqual(expected);
    });
    test('what was done to the tables is what is written there, made again from the honest archive', () => {
      const honest = readFileSync(new URL('tampers/honest.jsonl', folder), 'utf8');
      const made = tamperedTables(honest);
      expect(own.slice(1).map(({ name, edits }) => ({ name, edits }))).toEqual(
        made.map(({ name, edits }) => ({ name: `tables-${name}`, edits })),
      );
      // None of them is an edit that leaves all as it was.
      for (const { edits } of made) expect(edited(honest, edits)).not.toBe(honest);
    });
  });
  test('merkle: the roots of Certificate Transparency', () => {
    const { leaves, roots } = load<{ readonly leaves: readonly string[]; readonly roots: readonly string[] }>(
      'merkle/certificate-transparency.json',
    );
    const tree = new Tree();
    const grown = leaves.map((leaf) => {
      tree.append(hash('sha256', Buffer.concat([Buffer.from([0]), Buffer.from(leaf, 'hex')]), 'buffer'));
      return tree.root();
    });
    expect(grown).toEqual(roots);
    expect(Buffer.from(leafHash('00'.repeat(32)))).toEqual(hash('sha256', Buffer.alloc(33), 'buffer'));
  });
});
