import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lookThrough, type Stretch } from './stretches.ts';

/** 1, 2, 3 … of which every `kept`th is left; a place is the last that was looked at. */
const numbers = (kept: number, end: number, asked: number[], tookMs = 0) => {
  return async (
    from: number | null,
    { limit, scanned }: { readonly limit: number; readonly scanned: number },
  ): Promise<Stretch<number, number>> => {
    asked.push(scanned);
    await sleep(tookMs);
    const first = (from ?? 0) + 1;
    const looked = Array.from({ length: Math.min(scanned, end - first + 1) }, (_, i) => first + i);
    const items = looked.filter((n) => n % kept === 0).slice(0, limit);
    const last = items.length === limit ? (items.at(-1) ?? 0) : first + scanned - 1;
    return { items, next: last >= end ? null : last };
  };
};

test('a page that one stretch fills looks no further', async () => {
  const asked: number[] = [];
  expect(await lookThrough({ limit: 3, scanned: 100, each: 10 }, null, numbers(2, 1000, asked))).toEqual({ items: [2, 4, 6], next: 6 });
  expect(asked).toEqual([10]);
});

test('stretch after stretch, until the page is full; the next page goes on where it ended', async () => {
  const asked: number[] = [];
  const look = numbers(7, 1000, asked);
  const first = await lookThrough({ limit: 3, scanned: 100, each: 10 }, null, look);
  expect(first).toEqual({ items: [7, 14, 21], next: 21 });
  expect(await lookThrough({ limit: 2, scanned: 100, each: 10 }, first.next, look)).toEqual({ items: [28, 35], next: 35 });
});

test('as many as a call may look at, in stretches, the last one as short as is left', async () => {
  const asked: number[] = [];
  expect(await lookThrough({ limit: 3, scanned: 25, each: 10 }, null, numbers(10_000, 1000, asked))).toEqual({ items: [], next: 25 });
  expect(asked).toEqual([10, 10, 5]);
});

test('to the end, where there is nothing more', async () => {
  const asked: number[] = [];
  expect(await lookThrough({ limit: 3, scanned: 100, each: 10 }, null, numbers(16, 33, asked))).toEqual({ items: [16, 32], next: null });
  expect(asked).toHaveLength(4);
});

test('who has looked for long enough answers with what was found, and goes on from there', async () => {
  const asked: number[] = [];
  const found = await lookThrough({ limit: 3, scanned: 100_000, each: 10 }, null, numbers(10, 100_000, asked, 15));
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(4);
  expect(found).toEqual({ items: asked.map((_, i) => 10 * (i + 1)).slice(0, 3), next: asked.length >= 3 ? 30 : asked.length * 10 });
});

test('nothing more is looked for where no more fits', async () => {
  let calls = 0;
  const look = async (): Promise<Stretch<number, number>> => ({
    items: ++calls === 1 ? [1] : [],
    next: 2,
    ...(calls === 2 && { full: true }),
  });
  expect(await lookThrough({ limit: 10, scanned: 100, each: 1 }, null, look)).toEqual({ items: [1], next: 2 });
  expect(calls).toBe(2);
});
