import { openText, previewCsv } from '@countinghouse/server/bank-files/csv-preview';
import { expect, test } from 'vitest';
import { rowsToShow, seenAs } from './rows-to-show.ts';

const seen = (text: string) => {
  const file = openText(Buffer.from(`Day,Amount,Currency\n${text}`), undefined);
  if ('fault' in file) throw new Error(file.fault);
  const columns = { postedAt: 'Day', amount: 'Amount', currency: 'Currency' };
  return previewCsv(file, { headerRow: 1, columns, dateFormat: 'YYYY-MM-DD', decimal: '.', account: 'BANK', currency: 'EUR' });
};

test('a row in another currency than the account is for a source of its own', () => {
  const { rows } = seenAs(seen('2026-01-30,1.00,EUR\n2026-01-31,2.00,USD\n2026-01-31,x,USD\n'), 'EUR');
  expect(rows.map(({ fault, elsewhere }) => [fault === null, elsewhere])).toEqual([
    [true, null],
    [true, 'USD'],
    [false, null],
  ]);
});

test('where no row is in the currency of the account each says so', () => {
  const { rows } = seenAs(seen('2026-01-31,2.00,USD\n'), 'EUR');
  expect(rows).toMatchObject([{ fault: 'This row is in USD, the account is kept in EUR.', elsewhere: null }]);
});

test('behind the first rows stand those that cannot be read, wherever they are', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `2026-01-30,${at === 30 ? 'x' : '1.00'},EUR\n`);
  expect(rowsToShow(seen(rows.join('')).rows).map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 32]);
});
