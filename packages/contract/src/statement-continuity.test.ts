import { expect, test } from 'vitest';
import { type Continuity, continuityWords, type StatementGap } from './statement-continuity.ts';

const gap: StatementGap = {
  source: 'Main',
  account_code: 'BANK',
  currency: 'EUR',
  closed_on: '2026-01-31',
  closing_balance: '1000.00',
  opens_on: '2026-03-01',
  opening_balance: '1200.00',
};
const words = (told: Partial<Continuity>) =>
  continuityWords(
    { gaps: [], gap_count: told.gaps?.length ?? 0, alike: 0, ...told },
    {
      money: (amount, currency) => `${amount} ${currency}`,
      day: (day) => `day ${day}`,
    },
  );

test('what follows is not spoken of', () => expect(words({})).toEqual([]));
test('a gap is told with both balances and days', () =>
  expect(words({ gaps: [gap] })).toEqual([
    'The statement of BANK from day 2026-03-01 opens with 1200.00 EUR; the one before it closed with 1000.00 EUR on day 2026-01-31. Statements between them may be missing.',
  ]));
test('two that share a day may also have something in both', () =>
  expect(words({ gaps: [{ ...gap, opens_on: gap.closed_on }] })[0]).toContain('Something between them may be missing, or be in both.'));
test('of many gaps three are told, and how many there are', () =>
  expect(words({ gaps: [gap, gap, gap, gap], gap_count: 30 }).slice(3)).toEqual(['27 more statements do not follow the one before.']));
test.each([
  [1, '1 row has the day and amount of one that another import brought. It may have come in twice.'],
  [7, '7 rows have the day and amount of ones that another import brought. They may have come in twice.'],
])('%i rows alike', (alike, sentence) => expect(words({ alike })).toEqual([sentence]));
