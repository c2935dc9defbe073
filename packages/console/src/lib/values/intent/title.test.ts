import { expect, test } from 'vitest';
import { showDay } from '../time.ts';
import type { IntentPayload } from './payload.ts';
import { titleOf } from './title.ts';

const codes = new Map([
  ['a1', 'BANK'],
  ['a2', 'SALES'],
]);
const codeOf = (reference: string): string | null => codes.get(reference) ?? null;
const title = (payload: object): string => titleOf(payload as IntentPayload, codeOf);

test.each([
  [
    'its narratives, each once',
    { use_case: 'manual_post', rows: [{ narrative: 'Rent' }, { narrative: 'Rent' }, { narrative: 'Heat' }] },
    'Rent; Heat',
  ],
  ['that it takes one back, whose narratives are its own', { use_case: 'reversal', rows: [{ narrative: 'Rent' }] }, 'Reversal: Rent'],
  ['that it only holds', { use_case: 'hold', rows: [], hold: { rows: [{ narrative: 'Deposit' }] } }, 'Hold: Deposit'],
  ['what it is, where it has none', { use_case: 'void', rows: [] }, 'Void'],
  [
    'the day and account of interest',
    { use_case: 'interest_accrual', value_date: '2026-11-21', interest: { account_id: 'a1', days: [{ on: '2026-11-21' }] } },
    'Interest 21 Nov · BANK',
  ],
  [
    'days, where it catches up',
    {
      use_case: 'interest_accrual',
      value_date: '2026-01-02',
      interest: { account_id: 'a9', days: [{ on: '2025-12-31' }, { on: '2026-01-02' }] },
    },
    'Interest 31 Dec 2025 to 2 Jan',
  ],
  [
    'the month of a capitalisation',
    { use_case: 'interest_capitalisation', interest: { account_id: 'a1', month: '2026-10' } },
    'Interest capitalised, Oct 2026 · BANK',
  ],
  ['the period of a revaluation', { use_case: 'fx_revaluation', revaluation: { period_code: '2026-09' } }, 'Revaluation, Sep 2026'],
  [
    'and of what takes it back',
    { use_case: 'reversal', revaluation: { period_code: '2026-09' }, rows: [{ narrative: 'x' }] },
    'Reversal: revaluation, Sep 2026',
  ],
])('an intent is called by %s', (_what, payload, expected) => {
  expect(title(payload)).toBe(expected);
});

test('a day says its year where it is another', () => {
  expect([showDay('2026-11-02', '2026'), showDay('2025-11-02', '2026')]).toEqual(['2 Nov', '2 Nov 2025']);
});
