import { expect, test } from 'vitest';
import { NonZeroAmount, shapeFaults } from './intent-fields.ts';
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
test.each([
  ['Hold', 'hold'],
  ['CAPTURE', 'capture'],
  ['Void', 'void'],
  ['Reversal', 'reversal'],
])('%s posts nothing: it is not taken for a use case without a meaning', (use_case, meant) => {
  expect(shapeFaults({ use_case, constraints: {}, proposed_actions: [{}] })).toEqual([
    { path: ['use_case'], message: `Write ${meant} in small letters.` },
  ]);
  expect(PostIntent.safeParse({ debit: 'A', credit: 'B', amount: '1', use_case }).success).toBe(false);
});
test('a use case that only looks a little like one is as good as any', () => {
  expect(shapeFaults({ use_case: 'Holding', constraints: {}, proposed_actions: [{}] })).toEqual([]);
});
