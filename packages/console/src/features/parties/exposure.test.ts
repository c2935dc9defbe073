import { expect, test } from 'vitest';
import { usedOf } from './exposure.ts';

const exposure = (used: string | null) => ({ currency: 'EUR', minorUnits: 2, limit: '50000', used, set_at: '', set_by: 'o' });
const e8 = (units: number): bigint => BigInt(units) * 100_000_000n;

test.each([
  ['nothing is owed', '0', { percent: 0, freeE8: e8(500), isExceeded: false }],
  ['a part is used, rounded down', '49999', { percent: 99, freeE8: 1_000_000n, isExceeded: false }],
  ['all of it is', '50000', { percent: 100, freeE8: 0n, isExceeded: false }],
  ['more is owed', '60000', { percent: 120, freeE8: -e8(100), isExceeded: true }],
  ['no rate leads to its currency', null, null],
])('%s', (_what, used, expected) => {
  expect(usedOf(exposure(used))).toEqual(expected);
});
