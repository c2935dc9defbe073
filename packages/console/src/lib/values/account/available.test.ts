import { expect, test } from 'vitest';
import { availableE8Of } from './available.ts';

test.each([
  ['DR', '100', 1n],
  ['DR', '-100', -1n],
  ['CR', '100', -1n],
  ['CR', '-100', 1n],
] as const)('what is available of an account of the side %s, %s, stands on the side of its balance', (normalBalance, available, sign) => {
  expect(availableE8Of({ available, minorUnits: 2, normalBalance })).toBe(sign * 100_000_000n);
});
