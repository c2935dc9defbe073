import { expect, test } from 'vitest';
import { type Answer, openOf, sentenceOf, stepsOf, verdictIs } from './answer.ts';
import type { ProofVerdict } from './check.ts';

const HASH = 'a'.repeat(64);

function answer(
  verdict: ProofVerdict,
  more: { readonly witnesses?: readonly string[]; readonly stamp?: boolean; readonly isAnchored?: boolean } = {},
): Answer {
  const { witnesses = [], stamp = false, isAnchored = true } = more;
  const anchor = {
    id: 'a',
    hour: null,
    from_seq: 1,
    to_seq: 1200,
    root_hash: HASH,
    checkpoint: '',
    kid: 'k',
    created_at: '2026-11-22T13:00:00Z',
    anchored: false,
    anchored_at: stamp ? '13:30' : null,
    anchor_ref: null,
    time_stamp: stamp ? 'AAAA' : null,
    cosignatures: witnesses.map((name, i) => ({ name, at: `14:0${i}` })),
  };
  const proof = {
    seq: 7,
    event_hash: HASH,
    leaf_hash: HASH,
    leaf_index: 6,
    tree_size: 1200,
    root_hash: HASH,
    path: [HASH],
    anchor: isAnchored ? anchor : null,
  };
  return { proof, event: null, verdict, pinned: verdict === 'proven' ? 'k' : null };
}

const say = (a: Answer): string => sentenceOf(a, 'Northwind', (at) => `<${at}>`);

test.for([
  [
    'proven',
    { witnesses: ['a', 'b'] },
    'Event 7 is in the ledger of Northwind exactly as shown, signed under the key you pinned, and 2 witnesses saw it there by <14:01>.',
  ],
  [
    'proven',
    { witnesses: ['a'] },
    'Event 7 is in the ledger of Northwind exactly as shown, signed under the key you pinned, and a saw it there by <14:00>.',
  ],
  [
    'proven',
    { stamp: true },
    'Event 7 is in the ledger of Northwind exactly as shown, signed under the key you pinned, and an authority outside time-stamped it on <13:30>.',
  ],
  [
    'consistent',
    {},
    'Event 7 is in the ledger of Northwind exactly as shown, signed under a key that came with the ledger itself, and nobody outside has seen it.',
  ],
  [
    'unsigned',
    { isAnchored: false },
    'Event 7 is in the ledger of Northwind as it is now. No anchor covers it yet, so nobody has signed it.',
  ],
  ['refused', {}, 'The proof does not hold: what the server sent is not the log that was anchored.'],
] as const)('%s, %o is said in one sentence', ([verdict, more, sentence]) => {
  expect(say(answer(verdict, more))).toBe(sentence);
});

test('only what a key from elsewhere signed is proven', () => {
  expect((['proven', 'consistent', 'unsigned', 'refused'] as const).map(verdictIs)).toEqual([
    'proven',
    'consistent',
    'consistent',
    'contradicted',
  ]);
});

test('a step that nobody could look at is not shown as one that holds; of a refused proof none is', () => {
  expect(stepsOf(answer('unsigned', { isAnchored: false })).map((s) => s.holds)).toEqual([true, true, null]);
  expect(stepsOf(answer('proven')).map((s) => s.holds)).toEqual([true, true, true]);
  expect(stepsOf(answer('refused'))).toEqual([]);
});

test('what it leaves open depends on the key and on the witnesses', () => {
  const whole = 'That the ledger was not made up whole';
  expect(openOf(answer('consistent')).map((o) => o.what)).toEqual([
    whole,
    'That nobody is shown another ledger',
    'That it happened outside the ledger',
    'What comes after event 1,200',
  ]);
  const proven = openOf(answer('proven', { witnesses: ['a'] })).map((o) => o.what);
  expect(proven).not.toContain(whole);
  expect(proven[0]).toBe('That the witnesses signed');
});
