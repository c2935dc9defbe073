import { expect, test } from 'vitest';
import { KeyEntries, placeOfKey, seqsIn } from './key-entries.ts';

const tenant = '00000000-0000-4000-8000-000000000001';
const SEQ_MAX = 2 ** 48 - 1;

function find(entries: KeyEntries, kind: 'key' | 'intent', text: string, of = tenant): readonly number[] {
  const { bucket, hash } = placeOfKey(of, kind, text);
  return entries
    .buckets()
    .filter((b) => b.bucket === bucket)
    .flatMap((b) => seqsIn(b.entries, hash));
}

test('thousands of keys are found at their seqs, and no other', () => {
  const entries = new KeyEntries();
  const keys = Array.from({ length: 10_000 }, (_, n) => `key-${n}`);
  for (const [n, key] of keys.entries()) entries.add(tenant, 'key', key, n + 1);
  for (const n of [0, 1, 4095, 4096, 9999]) expect(find(entries, 'key', `key-${n}`)).toEqual([n + 1]);
  expect(find(entries, 'key', 'key-10000')).toEqual([]);
});

test('an intent has each of its events; what is a key, or of another organisation, is another thing', () => {
  const entries = new KeyEntries();
  for (const seq of [7, 9, SEQ_MAX]) entries.add(tenant, 'intent', 'a', seq);
  entries.add(tenant, 'key', 'a', 8);
  expect(find(entries, 'intent', 'a')).toEqual([7, 9, SEQ_MAX]);
  expect(find(entries, 'key', 'a')).toEqual([8]);
  expect(find(entries, 'key', 'a', '00000000-0000-4000-8000-000000000002')).toEqual([]);
});
