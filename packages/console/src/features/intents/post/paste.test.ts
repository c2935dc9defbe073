import { expect, test } from 'vitest';
import { linesOf, namesIn, rowsFrom } from './paste.ts';

const accounts = [
  { id: 'a1', code: 'BANK', currency: 'USD' },
  { id: 'a2', code: 'SALES', currency: 'USD' },
  { id: 'a3', code: 'BANK-EUR', currency: 'EUR' },
];
const row = (line: string) => rowsFrom(linesOf(line), accounts);

test('cells stand in the order of the form', () => {
  expect(row('bank\tSALES\t1,234.50\tA sale\t2026-01-31').rows).toEqual([
    expect.objectContaining({
      debitAccount: 'a1',
      creditAccount: 'a2',
      amount: '1,234.50',
      currency: 'USD',
      narrative: 'A sale',
      valueDate: '2026-01-31',
    }),
  ]);
});

test('a first line that names the columns says their order', () => {
  const { rows, faults } = row('Amount\tCredit account\tDebit account\r\n5\tSALES\tBANK\r\n7\tBANK\tSALES\r\n');
  expect(faults).toEqual([]);
  expect(rows.map((r) => [r.debitAccount, r.creditAccount, r.amount])).toEqual([
    ['a1', 'a2', '5'],
    ['a2', 'a1', '7'],
  ]);
});

test('text without tabs is no table', () => {
  expect(linesOf('BANK SALES 5')).toEqual([]);
});

test('accounts are looked for once each', () => {
  expect(namesIn(linesOf('BANK\tSALES\t1\nBANK\t\t2'))).toEqual(['BANK', 'SALES']);
});

test.each([
  ['NOWHERE\tSALES\t5', 'Line 1: no account NOWHERE'],
  ['BANK\t\t5', 'Line 1: no credit account'],
  ['BANK\tSALES\tfive', 'Line 1: five is no amount'],
  ['BANK\tBANK-EUR\t5', 'Line 1: BANK is in USD, BANK-EUR in EUR'],
  ['BANK\tSALES\t5\tx\t31.01.2026', 'Line 1: write the value date as 2026-01-31, not 31.01.2026'],
])('%j is told', (line, fault) => {
  expect(row(line).faults).toEqual([fault]);
});

test('more rows than an intent may have are refused', () => {
  expect(() => linesOf('BANK\tSALES\t1\n'.repeat(2000))).toThrow(/Use at most \d+ rows; there are 2000/);
});
