import type { Hold, PostedRow } from '@countinghouse/contract/features/holds';
import type { IntentView } from '@countinghouse/contract/features/intents';
import { expect, test } from 'vitest';
import { reversedRows, whyClosed, whyNotReversible } from './acts.ts';

const posted: PostedRow = {
  line: 1,
  debit_account_id: '1',
  debit_code: 'A',
  credit_account_id: '2',
  credit_code: 'B',
  amount: '5.00000000',
  currency: 'EUR',
  value_date: '2026-01-31',
  narrative: 'Rent',
};

test('a reversal changes the sides over and keeps amount, day and narrative', () => {
  const [back] = reversedRows([posted]);
  expect(back).toEqual({ ...posted, debit_account_id: '2', debit_code: 'B', credit_account_id: '1', credit_code: 'A' });
  expect(reversedRows(reversedRows([posted]))).toEqual([posted]);
});

type Standing = Parameters<typeof whyNotReversible>[0];
const executed: Standing = { status: 'executed', use_case: 'manual_post', postings: [posted], reversed_by: null };

test.each<[string, Partial<IntentView>, string]>([
  ['an executed posting', {}, ''],
  ['a capture', { use_case: 'capture' }, ''],
  ['a use case of one’s own', { use_case: 'salary_run' }, ''],
  ['held for approval', { status: 'proposed', postings: [] }, 'It is not executed yet: nothing is posted that could be reversed.'],
  ['rejected', { status: 'rejected', postings: [] }, 'It was rejected: nothing was posted that could be reversed.'],
  ['a hold', { use_case: 'hold', postings: [] }, 'A hold posts nothing: void it to let it go.'],
  ['a void', { use_case: 'void', postings: [] }, 'A void posts nothing that could be reversed.'],
  ['a reversal', { use_case: 'reversal' }, 'A reversal cannot be reversed: post a new intent instead.'],
  [
    'interest',
    { use_case: 'interest_accrual' },
    'Interest is not reversed: correct the posting or the rate, and the next accrual corrects it.',
  ],
  ['reversed already', { reversed_by: 'r-1' }, 'Reversed already, by r-1.'],
])('%s', (_name, change, why) => {
  expect(whyNotReversible({ ...executed, ...change })).toBe(why);
});

test.each<[Pick<Hold, 'status' | 'closed_by'>, string]>([
  [{ status: 'open', closed_by: null }, ''],
  [{ status: 'captured', closed_by: 'c-1' }, 'This hold was captured already, by c-1: place a new one.'],
  [{ status: 'voided', closed_by: 'v-1' }, 'This hold was voided already, by v-1: place a new one.'],
  [{ status: 'expired', closed_by: null }, 'This hold has expired: place a new one.'],
])('%j', (hold, why) => {
  expect(whyClosed(hold)).toBe(why);
});
