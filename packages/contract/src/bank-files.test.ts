import { describe, expect, test } from 'vitest';
import { leftOutWords, StatementRow } from './bank-files.ts';

test.each([
  [0, 0, ''],
  [2, 0, '; left out: 2 not booked yet'],
  [0, 1, '; left out: 1 of no amount'],
  [1, 3, '; left out: 1 not booked yet, 3 of no amount'],
])('%i pending and %i of no amount: “%s”', (pending, zero, words) => expect(leftOutWords({ pending, zero })).toBe(words));

describe('the amount of a row', () => {
  const amountOf = (json: string) => StatementRow.shape.amount.safeParse(JSON.parse(json));
  test.each([
    ['1', '1'],
    ['-0.10', '-0.1'],
    ['1e2', '100'],
    ['1234567890123.45', '1234567890123.45'],
    ['"9007199254740993.00000001"', '9007199254740993.00000001'],
  ])('%s is %s', (json, amount) => expect(amountOf(json).data).toBe(amount));
  test.each(['9007199254740993', '12345678901234567.89', '1234567890123.45678901', '-1234567890123456', '10000000000000000001'])(
    '%s is refused as a number, of which digits may be lost, and taken as text',
    (number) => {
      expect(amountOf(number).error?.issues.map(({ message }) => message)).toEqual(['Send more than 15 digits as text.']);
      expect(amountOf(`"${number}"`).data).toBe(number);
    },
  );
});
