import { fc } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { DayParts } from './day-parts.ts';

const abs = (e8: bigint): bigint => (e8 < 0n ? -e8 : e8);

test('what is left, what it comes to, and the first few below a size are as a walk over all would find them', () => {
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 9n }), { maxLength: 20 }),
      fc.boolean(),
      fc.array(fc.record({ take: fc.nat({ max: 25 }), below: fc.bigInt({ min: 0n, max: 10n }), max: fc.integer({ min: 1, max: 5 }) }), {
        maxLength: 12,
      }),
      (sizes, negative, steps) => {
        const parts = sizes.map((size) => ({ amountE8: negative ? -size : size }));
        const day = new DayParts(parts);
        const left = [...parts];
        for (const { take, below, max } of steps) {
          const taken = parts[take] ?? { amountE8: 1n };
          day.take(taken);
          if (left.includes(taken)) left.splice(left.indexOf(taken), 1);
          expect(day.all()).toEqual(left);
          expect([day.count, day.sumE8]).toEqual([left.length, left.reduce((sum, p) => sum + p.amountE8, 0n)]);
          const first = day.firstBelow(negative ? -below : below, max);
          expect(first).toEqual(left.filter((p) => abs(p.amountE8) < below).slice(0, max));
          found += first.length;
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(1000);
});
