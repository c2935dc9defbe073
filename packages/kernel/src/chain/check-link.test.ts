import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { checkLink, type LinkFault, type StoredLink, startOfChain } from './check-link.ts';
import { GENESIS_HASH, HASH_VERSION, hashEvent, hashPayload, type Sha256Hex } from './event-hash.ts';

const sha256: Sha256Hex = (text) => hash('sha256', text);
const folder = new URL('../../../../vectors/chain/', import.meta.url);

interface Vector {
  readonly about: string;
  readonly hash_version: number;
  readonly events: readonly StoredLink[];
  readonly first_fault: { readonly seq: number; readonly what: LinkFault['what'] } | null;
}

const vectorsOf = (kind: 'valid' | 'invalid'): readonly (readonly [string, Vector])[] =>
  readdirSync(new URL(`${kind}/`, folder)).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(new URL(`${kind}/${name}`, folder), 'utf8')) as Vector,
  ]);

/** The first fault of a whole chain, as a reader of the log finds it. */
function firstFault(events: readonly StoredLink[]): Vector['first_fault'] {
  let before = startOfChain;
  for (const event of events) {
    const fault = checkLink(sha256, before, event);
    if (fault !== null) return { seq: fault.seq, what: fault.what };
    before = { seq: event.seq, hash: event.event_hash, ts: event.event_ts };
  }
  return null;
}

describe('the published chains', () => {
  test('say which encoding they are of', () => {
    for (const [, v] of [...vectorsOf('valid'), ...vectorsOf('invalid')]) expect(v.hash_version).toBe(HASH_VERSION);
  });
  test.each(vectorsOf('valid'))('%s has no fault', (_name, { events }) => {
    expect(firstFault(events)).toBeNull();
  });
  test.each(vectorsOf('invalid'))('%s is found, at its seq and by its name', (_name, { events, first_fault }) => {
    expect(first_fault).not.toBeNull();
    expect(firstFault(events)).toEqual(first_fault);
  });
});

const chain = vectorsOf('valid').find(([name]) => name === 'five-events')?.[1].events ?? [];

describe('a fault', () => {
  test('tells what was found and what should be there', () => {
    const [first, second] = chain as [StoredLink, StoredLink];
    expect(checkLink(sha256, startOfChain, second)).toEqual({ seq: 1, what: 'seq', found: '2', expected: '1' });
    const before = { seq: 1, hash: first.event_hash };
    expect(checkLink(sha256, before, { ...second, prev_hash: GENESIS_HASH })).toEqual({
      seq: 2,
      what: 'prev_hash',
      found: GENESIS_HASH,
      expected: first.event_hash,
    });
    expect(checkLink(sha256, before, { ...second, payload: '{}' })).toEqual({
      seq: 2,
      what: 'payload_hash',
      found: second.payload_hash,
      expected: sha256('{}'),
    });
    expect(checkLink(sha256, before, { ...second, event_hash: GENESIS_HASH })).toEqual({
      seq: 2,
      what: 'event_hash',
      found: GENESIS_HASH,
      expected: second.event_hash,
    });
  });

  test('is a payload that is not canonical, and a time that is no later, though both were hashed', () => {
    const [first, second] = chain as [StoredLink, StoredLink];
    const before = { seq: 1, hash: first.event_hash, ts: first.event_ts };
    const hashed = (change: Partial<StoredLink>): StoredLink => {
      const event = { ...second, ...change };
      const made = { ...event, payload_hash: sha256(event.payload) };
      return { ...made, event_hash: hashEvent(sha256, made) };
    };
    expect(checkLink(sha256, before, hashed({}))).toBeNull();
    for (const payload of ['{ }', '{"b":1,"a":2}', '{"a":1,"a":1}', '[]', '{'])
      expect(checkLink(sha256, before, hashed({ payload }))).toMatchObject({ seq: 2, what: 'payload' });
    for (const event_ts of [first.event_ts, '2026-01-31T12:00:00Z', 'now'])
      expect(checkLink(sha256, before, hashed({ event_ts }))).toMatchObject({ seq: 2, what: 'event_ts' });
  });

  const fields = [
    'tenant_id',
    'event_id',
    'event_type',
    'event_ts',
    'actor_id',
    'payload',
    'payload_hash',
    'prev_hash',
    'event_hash',
  ] as const;
  propertyTest.prop([
    fc.nat(chain.length - 1),
    fc.constantFrom(...fields),
    fc.nat(),
    fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  ])('is found whichever character of whichever event was changed', (at, field, position, character) => {
    const event = chain[at] as StoredLink;
    const text = event[field];
    const i = position % text.length;
    fc.pre(text[i] !== character);
    const changed = { ...event, [field]: text.slice(0, i) + character + text.slice(i + 1) };
    expect(firstFault(chain.with(at, changed))?.seq).toBe(event.seq);
  });
  propertyTest.prop([fc.shuffledSubarray([...chain])])(
    'is found in every other order and in every chain that lacks an event before another',
    (events) => {
      const isStart = events.every((e, i) => e === chain[i]);
      expect(firstFault(events) === null).toBe(isStart);
    },
  );
});

describe('hashing', () => {
  test('a payload is hashed as the very text that is stored', () => {
    const { text, hash: payloadHash } = hashPayload(sha256, { b: 1, a: 'ö' });
    expect(text).toBe('{"a":"ö","b":1}');
    expect(payloadHash).toBe(sha256(text));
  });
  test('two events that differ in one field have different hashes', () => {
    const event = chain[3] as StoredLink;
    const others: readonly Partial<StoredLink>[] = [
      { tenant_id: 'x' },
      { seq: 99 },
      { event_id: 'x' },
      { event_type: 'x' },
      { event_ts: 'x' },
      { actor_id: 'x' },
      { payload_hash: 'x' },
      { prev_hash: 'x' },
      { signature: 'x' },
      { signature: null },
    ];
    const hashes = others.map((o) => hashEvent(sha256, { ...event, ...o }));
    expect(hashes).not.toContain(event.event_hash);
    expect(new Set(hashes).size).toBe(others.length);
  });
});
