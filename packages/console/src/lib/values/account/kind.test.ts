import { expect, test } from 'vitest';
import { wordOfKind } from './kind.ts';

test.each([
  ['fx_revaluation', 'FX revaluation'],
  ['operational', 'Operational'],
  ['bank', 'Bank'],
  ['petty_cash-box', 'Petty cash box'],
  ['Nostro', 'Nostro'],
])('the kind %s reads as %s', (kind, word) => {
  expect(wordOfKind(kind)).toBe(word);
});
