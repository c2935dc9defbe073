import { expect, test } from 'vitest';
import { NonZeroAmount } from './intent-fields.ts';
import { PostIntent } from './post-intent.ts';

test.each(['', 'NaN', '１', '0x0', '.'])('%j is no amount, which says nothing of zero', (text) => {
  expect(NonZeroAmount.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/^Use a decimal/)]);
});
test.each(['0', '-0.00'])('%s is an amount, and none that moves anything', (text) => {
  expect(NonZeroAmount.safeParse(text).error?.issues).toMatchObject([{ message: 'The amount must not be zero.' }]);
});
test('what belongs into rows is refused beside them, by name', () => {
  const rows = [{ debit: 'CASH', credit: 'BANK', amount: '1' }];
  expect(PostIntent.safeParse({ rows, narrative: 'Rent' }).error?.issues).toMatchObject([
    { path: ['rows'], message: expect.stringContaining('narrative') },
  ]);
});
