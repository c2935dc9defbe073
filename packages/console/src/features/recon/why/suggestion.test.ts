import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { expect, test } from 'vitest';
import { isSameWho, whyInShort } from './suggestion.ts';

const suggestion = (
  certainty: ReconSuggestion['certainty'],
  on: string,
  valueDates: readonly string[],
  narrative = '',
): ReconSuggestion => ({
  certainty,
  reason: '',
  rows: [
    {
      id: 'r',
      source: 'Bank',
      statement: '1',
      line: 1,
      account_id: 'a',
      account_code: 'BANK',
      currency: 'EUR',
      posted_at: on,
      posted_on: on,
      amount: '1.00000000',
      reference: 'INV-4711',
      description: '',
      counterparty: 'Anna',
    },
  ],
  postings: valueDates.map((value_date, i) => ({
    seq: i + 1,
    line: 1,
    intent_id: `i${i}`,
    value_date,
    narrative,
    counterparty: { id: 'b', code: 'SALES' },
    amount: '1.00000000',
    currency: 'EUR',
    reversed: false,
  })),
});

test('says how far apart the days are, and whether a reference is shared', () => {
  expect(whyInShort(suggestion('exact', '2026-03-10', ['2026-03-10']))).toBe('same day');
  expect(whyInShort(suggestion('likely', '2026-03-10', ['2026-03-09']))).toBe('1 day apart');
  expect(whyInShort(suggestion('likely', '2026-03-10', ['2026-03-15'], 'Paid inv-4711'))).toBe('5 days apart, reference');
  expect(whyInShort(suggestion('sum', '2026-03-10', ['2026-03-10', '2026-03-10']))).toBe('1 row, 2 postings');
});

test('a name is the same with a legal form behind it, and where the bank cut it off', () => {
  expect(isSameWho(['Canal Street Foods Ltd'], ['Canal Street Foods'])).toBe(true);
  expect(isSameWho(['CANAL STREET FO'], ['Canal Street Foods'])).toBe(true);
  expect(isSameWho(['Baltic Freight'], ['Canal Street Foods', 'Dune Analytics'])).toBe(false);
});
