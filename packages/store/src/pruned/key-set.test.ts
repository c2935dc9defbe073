import { expect, test } from 'vitest';
import { KeyEntries } from './key-entries.ts';
import { KeySet } from './key-set.ts';

const tenant = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const COUNT = 20_000;
const PAGE = 1_000;

async function setOf(entries: KeyEntries, count: number): Promise<KeySet> {
  const buckets = entries.buckets();
  async function* pages() {
    for (let from = 0; from < buckets.length; from += PAGE) yield buckets.slice(from, from + PAGE);
  }
  return KeySet.of(COUNT, count, pages());
}

test('whatever left may be there, and nearly nothing else', async () => {
  const entries = new KeyEntries();
  const names = Array.from({ length: COUNT }, (_, n) => `key-${n}`);
  for (const [n, name] of names.entries()) entries.add(tenant, 'key', name, n + 1);
  const set = await setOf(entries, COUNT);
  expect(names.filter((name) => !set.mayHave(tenant, 'key', name))).toEqual([]);
  const strangers = names.flatMap((name) => [
    set.mayHave(tenant, 'key', `${name}-new`),
    set.mayHave(tenant, 'intent', name),
    set.mayHave(other, 'key', name),
  ]);
  expect(strangers.filter(Boolean).length).toBeLessThan(2);
  expect(set.bytes).toBe(4 * (COUNT + 65_537));
});

test('the first and the last bucket, and one without any, are told apart', async () => {
  const at = (bucket: number, prefix: number) => {
    const bytes = Buffer.alloc(14);
    bytes.writeUInt32BE(prefix);
    return { bucket, entries: bytes };
  };
  async function* pages() {
    yield [at(0, 1)];
    yield [at(65_535, 2)];
  }
  expect((await KeySet.of(2, 2, pages())).mayHave(tenant, 'key', 'a')).toBe(false);
});

test('a set that lacks keys, or has more than it was to, is none', async () => {
  const entries = new KeyEntries();
  entries.add(tenant, 'key', 'a', 1);
  for (const count of [0, 2]) await expect(setOf(entries, count)).rejects.toThrow('1 are told');
});
