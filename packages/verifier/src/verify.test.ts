// The verifier on archives made here, by hand: keys that change, contradictions, what is no archive, and how much is read at once.

import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent, hashPayload } from '@countinghouse/kernel/chain/event-hash';
import { contradictions } from '@countinghouse/testkit/contradictions';
import { MadeLog as Made, makeKey, type SigningKey, TENANT } from '@countinghouse/testkit/made-log';
import { after, givenKey, signedLog, verify } from '@countinghouse/testkit/verified';
import { describe, expect, test } from 'vitest';
import { NotAnArchive } from './faults.js';

const sha256 = (text: string): string => hash('sha256', text);

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
    ['one with another member behind zeros', Buffer.concat([gzipSync(text), Buffer.alloc(2), gzipSync(text)]), /something follows/],
    ['lines in another order', `${moved.join('\n')}\n`, /does not belong there/],
    ['a line of an unknown kind', text.replace('"kind":"account"', '"kind":"accounts"'), /does not belong there/],
    ...['constructor', 'toString', '__proto__'].map(
      (kind) =>
        [
          `a line whose kind is what every object has, ${kind}`,
          text.replace('"kind":"head"', `"kind":"${kind}"`),
          /does not belong/,
        ] as const,
    ),
    ['a line whose kind is a list', text.replace('"kind":"head"', '"kind":["head"]'), /does not belong there/],
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
    ['a line nested as nobody nests', text.replace('"made_at":"now"', `"made_at":${'['.repeat(1e5)}${']'.repeat(1e5)}`), /nested deeper/],
    ['an event without a member', text.replace('"actor_id"', '"actor"'), /lacks a member/],
    ['bytes that are no text', Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]), /UTF-8/],
  ])('%s', async (_what, archive, why) => {
    await expect(verify(archive)).rejects.toThrow(why);
    await expect(verify(archive)).rejects.toBeInstanceOf(NotAnArchive);
  });
  test('nor does what names a key or an account by other than text', async () => {
    const named = (kind: string, member: string): string =>
      lines
        .map((line) =>
          line.startsWith(`{"kind":"${kind}"`) ? line.replace(new RegExp(`"${member}":("[^"]*")`), `"${member}":[$1]`) : line,
        )
        .join('\n');
    expect((await verify(`${named('key', 'kid')}\n`)).fault).toMatchObject({ code: 'stored_key' });
    expect((await verify(`${named('account', 'id')}\n`)).fault).toMatchObject({ code: 'stored_account' });
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
