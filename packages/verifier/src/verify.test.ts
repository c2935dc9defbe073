// The verifier on archives made here, by hand, with keys of their own: signatures of clients, keys that change, what is no archive.

import { hash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { canonicalize, type Json, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GENESIS_HASH, hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { contradictions } from '@countinghouse/testkit/contradictions';
import {
  ACCOUNTS,
  executed,
  intentOf,
  MadeLog as Made,
  makeKey,
  rowOf,
  type SigningKey,
  signDetached,
  TENANT,
} from '@countinghouse/testkit/made-log';
import { refused } from '@countinghouse/testkit/refused-texts';
import { edited, type Tamper } from '@countinghouse/testkit/tamper-corpus';
import { tamperings } from '@countinghouse/testkit/tampered-archives';
import { tamperedTables } from '@countinghouse/testkit/tampered-tables';
import { afterAll, describe, expect, test } from 'vitest';
import { checkBlock } from './block.js';
import { canonicalOf, isCanonical } from './canonical.js';
import { parseCheckpoint } from './checkpoint.js';
import { earlier, NotAnArchive, order } from './faults.js';
import { parseGivenKeys } from './given-keys.js';
import { IdTable } from './id-table.js';
import { parseKeptHead } from './kept.js';
import type { GivenKey } from './keys.js';
import { checkLink } from './link.js';
import { main } from './main.js';
import { leafHash, Tree } from './merkle.js';
import { parsePolicy } from './policy.js';
import { verifyArchive } from './verify.js';

const sha256 = (text: string): string => hash('sha256', text);
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
type Options = NonNullable<Parameters<typeof verifyArchive>[1]>;

async function* of(bytes: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes as string);
  for (let at = 0; at < all.length; at += 1000) yield all.subarray(at, at + 1000);
}
const verify = (archive: string | Uint8Array, options: Options = {}) => verifyArchive(of(archive), options);

/** A key as an auditor hands it over. */
function givenKey(jwk: unknown): readonly GivenKey[] {
  const keys = parseGivenKeys(JSON.stringify(jwk));
  return typeof keys === 'string' ? expect.fail(keys) : keys;
}

const USER = randomUUID();
const asked = { debitAccount: 'a0', creditAccount: ACCOUNTS[1], amount: '12.5', currency: 'EUR', narrative: 'n' };
const request: JsonObject = { intent_id: 'i', value_date: '2026-01-31', proposed_actions: [asked] };
const row = rowOf();
const executedBy = (kid: string, more: JsonObject = {}): JsonObject =>
  executed('i', { actor_id: USER, request, rows: [row], checks: { signature: 'verified', signing_kid: kid }, ...more });

/** A log with an intent that was signed with this key, as it is signed by default or otherwise. */
function signedLog(key: SigningKey, payload = executedBy(key.kid), signature = signDetached(key, canonicalize(request))): Made {
  const made = new Made();
  made.addKey(key, 'intent', USER);
  made.append('intent.executed', payload, { signature });
  return made;
}
const after = (made: Made): string => made.archive();

describe('what a client signed', () => {
  test.each(['EdDSA', 'ES256'] as const)('with %s holds', async (algorithm) => {
    const r = await verify(after(signedLog(makeKey(algorithm))));
    expect([r.fault, r.clientSigned, r.clientUnknown, r.intents]).toEqual([null, 1, 0, 1]);
  });
  const [key, other] = [makeKey('ES256'), makeKey('ES256')];
  test.each<readonly [string, Made, string]>([
    [
      'another key’s signature',
      signedLog(key, undefined, signDetached(other, canonicalize(request), { alg: 'ES256', kid: key.kid })),
      'client_signature',
    ],
    [
      'a signature over other words',
      signedLog(key, undefined, signDetached(key, canonicalize({ ...request, intent_id: 'j' }))),
      'client_signature',
    ],
    [
      'a header that says more than is understood',
      signedLog(key, undefined, signDetached(key, canonicalize(request), { alg: 'ES256', crit: ['x'], kid: key.kid })),
      'client_signature',
    ],
    [
      'the algorithm none',
      signedLog(key, undefined, `${base64url(canonicalize({ alg: 'none', kid: key.kid }))}..AAAA`),
      'client_signature',
    ],
    ['a name of another key in its event', signedLog(key, executedBy('else')), 'client_signature'],
    ['a key of somebody else', signedLog(key, executedBy(key.kid, { actor_id: 'else' })), 'client_signature'],
    ['another amount', signedLog(key, executedBy(key.kid, { rows: [{ ...row, amount: '12.51000000' }] })), 'as_signed'],
    [
      'its sides changed over',
      signedLog(key, executedBy(key.kid, { rows: [{ ...row, debit_account_id: ACCOUNTS[1], credit_account_id: ACCOUNTS[0] }] })),
      'as_signed',
    ],
    ['another day', signedLog(key, executedBy(key.kid, { rows: [{ ...row, value_date: '2026-02-01' }] })), 'as_signed'],
    ['a row more', signedLog(key, executedBy(key.kid, { rows: [row, { ...row, line: 2 }] })), 'as_signed'],
  ])('and %s is told apart', async (_what, made, code) => {
    expect((await verify(after(made))).fault).toMatchObject({ seq: 6, code });
  });
  test('with a key that had ended is told apart, but not where it waited for approval', async () => {
    const signing = makeKey();
    const ended = (more: JsonObject): Made => {
      const made = new Made();
      made.addKey(signing, 'intent', USER);
      made.append('key.revoked', { kid: signing.kid });
      made.append('intent.executed', executedBy(signing.kid, more), { signature: signDetached(signing, canonicalize(request)) });
      return made;
    };
    expect((await verify(after(ended({})))).fault).toMatchObject({ seq: 7, code: 'client_signature' });
    // Nobody gave it here, which is another matter.
    expect((await verify(after(ended({ approval_id: 'a' })))).fault).toMatchObject({ seq: 7, code: 'approval' });
  });
  test('with a key that the log does not know is not proven, until the key is given', async () => {
    const external = makeKey();
    const made = new Made();
    const signed = signDetached(external, canonicalize(request), { alg: 'EdDSA', kid: 'theirs' });
    made.append('intent.executed', executedBy('theirs'), { signature: signed });
    expect(await verify(after(made))).toMatchObject({ fault: null, clientSigned: 0, clientUnknown: 1 });
    const given = [...givenKey(made.chain.jwk), ...givenKey({ ...external.jwk, kid: 'theirs' })];
    expect(await verify(after(made), { keys: given })).toMatchObject({ fault: null, clientSigned: 1, clientUnknown: 0, keysGiven: true });
  });
  test('with a key that its event brings holds, or does not', async () => {
    const external = makeKey('ES256');
    const log = (jwk: JsonObject): Made => {
      const made = new Made();
      const signed = signDetached(external, canonicalize(request), { alg: 'ES256', kid: 'theirs' });
      made.append('intent.executed', executedBy('theirs', { checks: { signature: 'verified', signing_kid: 'theirs', signing_jwk: jwk } }), {
        signature: signed,
      });
      return made;
    };
    expect(await verify(after(log(external.jwk)))).toMatchObject({ fault: null, clientSigned: 1, clientUnknown: 0 });
    for (const jwk of [makeKey('ES256').jwk, makeKey().jwk])
      expect((await verify(after(log(jwk)))).fault).toMatchObject({ seq: 5, code: 'client_signature' });
    expect((await verify(after(log({ kty: 'oct', k: 'AAAA' })))).fault).toMatchObject({ seq: 5, code: 'shape' });
  });
  test('and was refused proves nothing, and is no fault', async () => {
    const made = new Made();
    const rejected = { ...intentOf('i'), error_code: 'E', reason_code: 'R', reason: {} };
    made.append('intent.rejected', { ...rejected, actor_id: USER, request }, { signature: 'whatever it was sent with' });
    expect(await verify(made.archive())).toMatchObject({ fault: null, clientSigned: 0, clientUnknown: 0 });
  });
});

describe('chain keys', () => {
  const rotated = new Made();
  const first = rotated.chain;
  rotated.addKey(makeKey(), 'chain', null);
  rotated.append('key.revoked', { kid: first.kid });
  const given = (...keys: readonly SigningKey[]) => keys.flatMap(({ jwk }) => givenKey(jwk));
  test('follow one another', async () => {
    expect(await verify(rotated.archive())).toMatchObject({ fault: null, events: 6, chainKeys: [{ seq: 2 }, { seq: 5 }] });
    expect(await verify(rotated.archive(), { keys: given(first, rotated.chain) })).toMatchObject({ fault: null, keysGiven: true });
  });
  test('that were given vouch for all that their heads cover, and for the keys that they endorse', async () => {
    expect(await verify(rotated.archive(), { keys: given(rotated.chain) })).toMatchObject({ fault: null, keysGiven: true });
    expect(await verify(rotated.archive(), { keys: given(first) })).toMatchObject({ fault: null, keysGiven: true });
    expect((await verify(rotated.archive(), { keys: given(makeKey()) })).fault).toMatchObject({ seq: 1, code: 'key' });
  });
  test.each<readonly [string, (made: Made, key: SigningKey) => JsonObject | null]>([
    ['nobody', () => null],
    ['itself', (made, key) => made.endorse(key, key)],
    ['itself, under the name of the one before', (made, key) => ({ ...made.endorse(key, key), kid: made.chain.kid })],
    ['the one before, but for another key', (made) => made.endorse(makeKey())],
    ['a word', () => ({ kid: 'x', signature: 'y' })],
  ])('are planted where they are endorsed by %s, unless they were given from outside', async (_who, endorsement) => {
    const made = new Made();
    const planted = makeKey();
    made.addKey(planted, 'chain', null, endorsement(made, planted));
    expect((await verify(made.archive())).fault).toMatchObject({ seq: 5, code: 'key' });
    expect((await verify(made.archive(), { keys: given(made.chain) })).fault).toBeNull();
    expect((await verify(made.archive(), { keys: given(first) })).fault).toMatchObject({ code: 'key' });
  });
  test('no longer sign once another has come', async () => {
    const made = new Made();
    const old = made.chain;
    made.addKey(makeKey(), 'chain', null);
    made.chain = old;
    made.append('tenant.renamed', { name: 'Again' });
    expect((await verify(made.archive())).fault).toMatchObject({ seq: 6, code: 'head' });
  });
  test('have the name that their thumbprint is', async () => {
    const made = new Made();
    made.addKey({ ...makeKey(), kid: 'pretty' }, 'chain', null);
    expect((await verify(made.archive())).fault).toMatchObject({ seq: 5, code: 'key' });
  });
});

describe('the verdict says how far heads cover, and where the first contradiction is', () => {
  /** Three events, of which only the last has a signed head. */
  const batched = (): Made => {
    const made = new Made();
    for (let i = 0; i < 3; i++) made.append('tenant.renamed', { name: `Name ${i}` }, { isSigned: i === 2 });
    return made;
  };
  const linesOf = (made: Made): JsonObject[] => made.lines.map((line) => ({ ...line }));
  test('what lies between a head and a contradiction is covered by nothing', async () => {
    const made = batched();
    // Whoever has no key changes the first of a batch and chains the rest to it: only the head of the last says so.
    made.lines.splice(0, made.lines.length, ...rechained(linesOf(made), 5, { name: 'Forged' }));
    expect(await verify(made.archive())).toMatchObject({ fault: { seq: 5, code: 'head' }, through: 4 });
    const late = batched();
    const lines = linesOf(late);
    lines[lines.length - 2] = { ...(lines.at(-2) ?? {}), actor_id: 'else' };
    late.lines.splice(0, late.lines.length, ...lines);
    expect(await verify(late.archive())).toMatchObject({ fault: { seq: 7, code: 'event_hash' }, events: 6, through: 4 });
  });
  test('an older head in the place of one is named where coverage ends', async () => {
    const made = batched();
    made.append('tenant.renamed', { name: 'Last' });
    const heads = made.lines.filter((line) => line['kind'] === 'head');
    made.lines[made.lines.length - 1] = { ...(heads[0] ?? {}) };
    expect((await verify(made.archive())).fault).toMatchObject({ seq: 8, code: 'head' });
  });
  test('a log that was cut is named where it ends, not where its balances are', async () => {
    const made = signedLog(makeKey());
    const whole = after(made);
    const [, last = ''] = /"head":\{"seq":6,"event_hash":"([0-9a-f]+)"/.exec(whole) ?? [];
    const cut = whole
      .split('\n')
      .filter((line) => !/"kind":"(?:event|head)","?(?:seq":6)/.test(line))
      .join('\n')
      .replace('"events":6', '"events":5')
      .replace('"heads":5', '"heads":4');
    expect(last).toHaveLength(64);
    expect((await verify(cut)).fault).toMatchObject({ seq: 6, code: 'archive_head' });
  });
  test('a stored key that differs is named at its event, also where the log breaks behind it', async () => {
    const made = new Made();
    made.stored[0] = { ...made.stored[0], algorithm: 'ES256' };
    made.append('tenant.renamed', { name: 'X' });
    const broken = made.archive().replace('"actor_id":"someone","payload_hash"', '"actor_id":"someone","payload_hash"');
    expect((await verify(broken)).fault).toMatchObject({ seq: 2, code: 'stored_key' });
    made.lines[made.lines.length - 2] = { ...(made.lines.at(-2) ?? {}), actor_id: 'else' };
    expect((await verify(made.archive())).fault).toMatchObject({ seq: 2, code: 'stored_key' });
  });
  test.each<readonly [string, (lines: JsonObject[]) => JsonObject[]]>([
    ['a signed head that is there twice', (lines) => [...lines, { ...(lines.at(-1) ?? {}) }]],
  ])('%s is a fault', async (_what, change) => {
    const made = batched();
    made.lines.splice(0, made.lines.length, ...change(linesOf(made)));
    expect((await verify(made.archive())).fault).toMatchObject({ seq: 7, code: 'head' });
  });
});

/** The lines with another payload at a seq, and every event from there on chained to it; heads as they were signed. */
function rechained(lines: readonly JsonObject[], at: number, content: JsonObject): JsonObject[] {
  let before = '';
  return lines.map((line) => {
    if (line['kind'] !== 'event') return line;
    const seq = Number(line['seq']);
    if (seq < at) {
      before = String(line['event_hash']);
      return line;
    }
    const payload = seq === at ? hashPayload(sha256, content) : { text: String(line['payload']), hash: String(line['payload_hash']) };
    const link = { ...line, payload: payload.text, payload_hash: payload.hash, prev_hash: before };
    before = hashEvent(sha256, { ...link, tenant_id: TENANT } as unknown as Parameters<typeof hashEvent>[1]);
    return { ...link, event_hash: before };
  });
}

describe('what a key holder signs and contradicts', () => {
  test.each(contradictions)('$name is found: $about', async ({ code, write, sound }) => {
    const made = new Made();
    write(made);
    expect(await verify(made.archive())).toMatchObject({ fault: { seq: made.seq, code }, through: made.seq - 1 });
    // Another block boundary changes nothing.
    expect((await verify(made.archive(), { threads: 1 })).fault).toMatchObject({ seq: made.seq, code });
    if (sound === undefined) return;
    const clean = new Made();
    sound(clean);
    expect(await verify(clean.archive())).toMatchObject({ fault: null, through: clean.seq });
  });
});

describe('what is no whole archive proves nothing', () => {
  const text = signedLog(makeKey()).archive();
  const lines = text.trimEnd().split('\n');
  const moved = [...lines.slice(0, -2), lines.at(-1), lines.at(-2)];
  test.each<readonly [string, string | Uint8Array, RegExp]>([
    ['nothing at all', '', /empty/],
    ['another file', '{"kind":"receipt"}\n', /does not say that this is an archive/],
    ['a later version', text.replace('"version":1', '"version":2'), /version 2/],
    ['one that was cut off between two lines', `${lines.slice(0, -1).join('\n')}\n`, /closing line is missing/],
    ['one that was cut off within a line', text.slice(0, -20), /line 1\d: the line is not JSON/],
    ['a compressed one that was cut off', gzipSync(text).subarray(0, -30), /ends early/],
    ['lines in another order', `${moved.join('\n')}\n`, /does not belong there/],
    ['a line of an unknown kind', text.replace('"kind":"account"', '"kind":"accounts"'), /does not belong there/],
    ['two closing lines', `${text}${lines.at(-1)}\n`, /does not belong there/],
    ['a byte order mark', `\ufeff${text}`, /not JSON|does not say/],
    ['lines that end as on another system', text.replaceAll('\n', '\r\n'), /one form/],
    ['a last line without its end', text.slice(0, -1), /does not end/],
    ['white space', text.replace('{"kind":"head"', '{"kind": "head"'), /one form/],
    ['a member twice', text.replace('{"kind":"head"', '{"kind":"head","kind":"head"'), /one form/],
    ['a number in another form', text.replace('{"kind":"head","seq":6', '{"kind":"head","seq":6.0'), /one form/],
    [
      'a letter that is escaped',
      text.replace('"label":"x"', '"label":"x"').replace('"made_at":"now"', '"made_at":"\\u006eow"'),
      /one form/,
    ],
    ['half a letter', text.replace('"made_at":"now"', '"made_at":"\\ud800"'), /one form/],
    ['an event without a member', text.replace('"actor_id"', '"actor"'), /lacks a member/],
    ['bytes that are no text', Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]), /UTF-8/],
  ])('%s', async (_what, archive, why) => {
    await expect(verify(archive)).rejects.toThrow(why);
    await expect(verify(archive)).rejects.toBeInstanceOf(NotAnArchive);
  });
  test('but a compressed one does, and threads see what one sees', async () => {
    const alone = await verify(gzipSync(text));
    expect([alone.fault, alone.events]).toEqual([null, 6]);
    expect(await verify(text, { threads: 2 })).toEqual(alone);
    const broken = text.replace('"actor_id":"someone"', '"actor_id":"anyone"');
    expect((await verify(broken, { threads: 2 })).fault).toEqual((await verify(broken)).fault);
    expect((await verify(broken)).fault).toMatchObject({ seq: 1, code: 'event_hash' });
  });
});

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

describe('an archive of many blocks', () => {
  const made = new Made();
  const EVENTS = 7_000;
  while (made.seq < EVENTS)
    made.append('tenant.renamed', { name: `Name ${made.seq} ${'x'.repeat(25)}` }, { isSigned: made.seq === EVENTS - 1 });
  const text = made.archive();
  test.each([0, 1, 2])('is read whole with %i threads, though its blocks share their memory', async (threads) => {
    expect(text.length).toBeGreaterThan(6 * 2 ** 19);
    const keys = givenKey(made.first.jwk);
    const sound = await verify(text, { keys, threads });
    expect(sound).toMatchObject({ fault: null, events: EVENTS, through: EVENTS, root: made.root });
    for (const seq of [5, 3_500, 6_999]) {
      const altered = text.replace(`Name ${seq - 1} `, `Nome ${seq - 1} `);
      expect((await verify(altered, { keys, threads })).fault).toMatchObject({ seq, code: 'payload_hash' });
    }
  });
});

describe('a table of ids', () => {
  test('knows what it was given, and takes ids of one moment as fast as others', () => {
    const table = new IdTable();
    // As UUIDs of version 7 that were made in one millisecond: all alike but for their end.
    const idOf = (n: number): Uint8Array => Uint8Array.from([...Array.from({ length: 12 }, () => 7), n >>> 24, n >>> 16, n >>> 8, n]);
    const before = performance.now();
    for (let n = 1; n <= 50_000; n++) table.set(idOf(n), n);
    expect(performance.now() - before).toBeLessThan(5_000);
    expect([table.size, table.get(idOf(1)), table.get(idOf(50_000)), table.get(idOf(50_001))]).toEqual([50_000, 1, 50_000, 0]);
    table.set(idOf(1), 9);
    expect([table.size, table.get(idOf(1))]).toEqual([50_000, 9]);
  });
});

describe('a checkpoint', () => {
  const note = `a/b\n7\n${Buffer.alloc(32, 1).toString('base64')}\n\n— a/b ${Buffer.alloc(68, 2).toString('base64')}\n`;
  test('is read as it was written, and nothing else is', () => {
    expect(parseCheckpoint(note)).toMatchObject({ origin: 'a/b', size: 7, root: '01'.repeat(32), signatures: [{ signer: 'a/b' }] });
    const cosigned = parseCheckpoint(`${note}— witness.example/w ${Buffer.alloc(80, 3).toString('base64')}\n`);
    expect(cosigned?.signatures.map(({ signer }) => signer)).toEqual(['a/b', 'witness.example/w']);
    for (const wrong of [
      note.slice(1, -1),
      note.replace('7', '07'),
      note.replace('7', '-7'),
      `${note}\n`,
      `${note}more\n`,
      note.replace('—', '-'),
    ])
      expect(parseCheckpoint(wrong)).toBeNull();
  });
});

describe('the command', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-verifier-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const run = async (...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const said: string[] = [];
    const [out, err] = [process.stdout.write, process.stderr.write];
    const listen = ((text: string) => said.push(text) > 0) as typeof process.stdout.write;
    process.stdout.write = listen;
    process.stderr.write = listen;
    try {
      return { code: await main(['--threads', '0', ...args]), said: said.join('') };
    } finally {
      process.stdout.write = out;
      process.stderr.write = err;
    }
  };
  const made = signedLog(makeKey());
  const archive = file('archive', after(made));
  test('answers 3 where nobody gave a key: the log contradicts nothing, and could be made up whole', async () => {
    const { code, said } = await run(archive);
    expect(code).toBe(3);
    expect(said).not.toContain('PROVEN organisation');
    for (const words of [
      `CONSISTENT organisation ${TENANT} (Made)`,
      'consistent through 6',
      '1 to 6, none missing',
      '1 signature of clients',
      'NOT PROVEN',
      'Give --key',
    ])
      expect(said).toContain(words);
    expect(JSON.parse((await run('--json', archive)).said)).toMatchObject({ ok: false, verdict: 'consistent', through: 6, fault: null });
  });
  test('answers 0 and what was proven by a key from elsewhere, and what was not', async () => {
    const trusted = await run('--key', file('key.json', JSON.stringify({ keys: [made.chain.jwk] })), archive);
    expect(trusted.code).toBe(0);
    expect(trusted.said).not.toContain('Give --key');
    expect(trusted.said).toContain('by a key that was given with --key');
    for (const words of [`PROVEN organisation ${TENANT} (Made)`, 'proven through 6', 'NOT PROVEN']) expect(trusted.said).toContain(words);
    const told = JSON.parse((await run('--json', '--key', path.join(folder, 'key.json'), archive)).said) as JsonObject;
    expect(told).toMatchObject({ ok: true, verdict: 'proven', through: 6, fault: null, proven: { events: 6, heads: 5, clientSigned: 1 } });
  });
  test('answers 1 and the first fault with its seq', async () => {
    const altered = file('altered', after(made).replaceAll('12.50000000', '12.60000000'));
    const { code, said } = await run(altered);
    expect(code).toBe(1);
    expect(said).toMatch(/^FAULT at seq 6: the payload of event 6 is not the one that was hashed\n/);
    expect(JSON.parse((await run('--json', altered)).said)).toMatchObject({
      ok: false,
      verdict: 'fault',
      through: 5,
      fault: { seq: 6, code: 'payload_hash' },
      proven: { events: 5 },
    });
  });
  test.each<readonly [string, readonly string[], RegExp]>([
    ['no archive is named', [], /Name one archive[\s\S]*usage/],
    ['two are', [archive, archive], /Name one archive/],
    ['an option is unknown', ['--trust', archive], /usage/],
    ['the file is not there', [path.join(folder, 'nowhere')], /Nothing was proven: ENOENT/],
    ['the file is no archive', [file('other', 'hello\n')], /Nothing was proven: the first line is not JSON/],
    ['a key is none', ['--key', file('no-key', '{"kty":"RSA"}'), archive], /not Ed25519 or P-256/],
    ['a checkpoint is none', ['--anchor', file('no-note', 'x'), archive], /is not a checkpoint/],
    ['threads are no number', ['--threads', 'many', archive], /takes a number/],
  ])('answers 2 where %s', async (_what, args, words) => {
    const { code, said } = await run(...args);
    expect([code, words.test(said), said]).toEqual([2, true, said]);
  });
});
