import { expect, test } from 'vitest';
import { readTicks, TICKS_PER_ONE } from '../interest/fraction.ts';
import { readInstant } from '../time/instant.ts';
import { readAmountE8, readMinor } from './amount.ts';
import { addTo, amountAt, sumAt } from './sums.ts';

test('what nothing was added to is zero, and stays out of the sums', () => {
  const sums = new Map<string, bigint>();
  expect(sumAt(sums, 'USD')).toBe(0n);
  expect(sums.size).toBe(0);
  addTo(sums, 'USD', 5n);
  addTo(sums, 'USD', -7n);
  expect(sums).toEqual(new Map([['USD', -2n]]));
});

test.each([-1, 2, 0.5])('an amount in place %s of two is not there, and not zero', (place) => {
  expect(amountAt([3n, 4n], 1)).toBe(4n);
  expect(() => amountAt([3n, 4n], place)).toThrow(RangeError);
});

test.each<readonly [string, (text: string) => unknown, string, unknown]>([
  ['an amount', readAmountE8, '-12.5', -1_250_000_000n],
  ['an amount in minor units', (text) => readMinor(text, 2), '-1250', -1_250_000_000n],
  ['an instant', readInstant, '1970-01-01T00:00:01Z', 1_000_000n],
  ['a remainder', readTicks, '-2', -2n * TICKS_PER_ONE],
])('%s that was checked before is read; what is none throws, and is never zero', (_what, read, text, value) => {
  expect(read(text)).toBe(value);
  for (const none of ['', ' ', '0x1', '1,5', '1/0', '1/7', 'NaN', '2026-02-30T00:00:00Z']) expect(() => read(none)).toThrow(RangeError);
});
