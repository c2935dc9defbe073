import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { type Aged, ageOf } from './ageing.ts';

/** A charge or a payment, so many days before the day of the report; below zero: after it. */
interface Movement {
  readonly daysAgo: number;
  readonly e8: bigint;
}

const bucketOf = (daysAgo: number): Exclude<keyof Aged, 'advanceE8'> => {
  if (daysAgo <= 0) return 'currentE8';
  if (daysAgo <= 30) return 'upTo30E8';
  if (daysAgo <= 60) return 'upTo60E8';
  return daysAgo <= 90 ? 'upTo90E8' : 'olderE8';
};

/** One charge after the other, the oldest first, is settled with what was paid by the day. */
function settleOneByOne(charges: readonly Movement[], payments: readonly Movement[]): Aged {
  let leftE8 = payments.filter((p) => p.daysAgo >= 0).reduce((sum, p) => sum + p.e8, 0n);
  const aged = { currentE8: 0n, upTo30E8: 0n, upTo60E8: 0n, upTo90E8: 0n, olderE8: 0n };
  for (const { daysAgo, e8 } of [...charges].sort((a, b) => b.daysAgo - a.daysAgo)) {
    const settledE8 = leftE8 < e8 ? leftE8 : e8;
    leftE8 -= settledE8;
    aged[bucketOf(daysAgo)] += e8 - settledE8;
  }
  return { ...aged, advanceE8: leftE8 };
}

const sum = (movements: readonly Movement[], from: number, to: number): bigint =>
  movements.filter(({ daysAgo }) => daysAgo >= from && daysAgo <= to).reduce((all, { e8 }) => all + e8, 0n);

const movements = fc.array(fc.record({ daysAgo: fc.integer({ min: -40, max: 150 }), e8: fc.bigInt({ min: 1n, max: 1_000n }) }), {
  maxLength: 12,
});

test('what is open by the balance and the charges of 90 days is what is left when payments settle the oldest charges one by one', () => {
  fc.assert(
    fc.property(movements, movements, (charges, payments) => {
      const owedE8 = sum(charges, 0, 999) - sum(payments, 0, 999);
      const aged = ageOf(owedE8, {
        aheadE8: sum(charges, -999, -1),
        todayE8: sum(charges, 0, 0),
        upTo30E8: sum(charges, 1, 30),
        upTo60E8: sum(charges, 31, 60),
        upTo90E8: sum(charges, 61, 90),
      });
      expect(aged).toEqual(settleOneByOne(charges, payments));
    }),
  );
});

test('the buckets less what was paid in advance are what is owed, whatever the charges', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -5_000n, max: 5_000n }), movements, (owedE8, charges) => {
      const aheadE8 = sum(charges, -999, -1);
      const { advanceE8, ...buckets } = ageOf(owedE8, {
        aheadE8,
        todayE8: sum(charges, 0, 0),
        upTo30E8: sum(charges, 1, 30),
        upTo60E8: sum(charges, 31, 60),
        upTo90E8: sum(charges, 61, 90),
      });
      expect(Object.values(buckets).reduce((all, e8) => all + e8, 0n) - advanceE8).toBe(owedE8 + aheadE8);
    }),
  );
});
