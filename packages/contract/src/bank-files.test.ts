import { expect, test } from 'vitest';
import { leftOutWords } from './bank-files.ts';

test.each([
  [0, 0, ''],
  [2, 0, '; left out: 2 not booked yet'],
  [0, 1, '; left out: 1 of no amount'],
  [1, 3, '; left out: 1 not booked yet, 3 of no amount'],
])('%i pending and %i of no amount: “%s”', (pending, zero, words) => expect(leftOutWords({ pending, zero })).toBe(words));
