import { CsvColumns } from '@countinghouse/contract/bank-files';
import { expect, test } from 'vitest';
import { type CsvDraft, csvOf, draftOf, missingIn } from './draft.ts';

const stored: Readonly<Record<string, unknown>> = {
  'signed amounts, all that is optional': {
    headerRow: 3,
    footerRows: 1,
    delimiter: ';',
    encoding: 'windows-1250',
    columns: {
      postedAt: 'Tag',
      valueDate: 'Wert',
      amount: 'Betrag',
      fee: 'G',
      status: 'Stand',
      balance: 'Saldo',
      currency: 'W',
      account: 2,
      reference: 'R',
      bankReference: 'B',
      counterparty: 'N',
      payer: 'P',
      description: ['T', 7],
    },
    dateFormat: 'D/M/YY',
    decimal: ',',
    statuses: { booked: ['ja'], notBooked: ['nein', 'offen'] },
    positive: 'out',
  },
  'a word for in and out': {
    headerRow: 0,
    columns: { postedAt: 1, amount: 2, direction: 3 },
    dateFormat: 'YYYYMMDD',
    decimal: '.',
    directions: { in: ['Bij'], out: ['Af'] },
  },
  'two columns of a credit card': {
    headerRow: 1,
    columns: { postedAt: 'Date', debit: 'Out', credit: 'In' },
    dateFormat: 'DD/MM/YYYY',
    decimal: '.',
    positive: 'out',
  },
  'two columns': { headerRow: 1, columns: { postedAt: 'Date', debit: 'Out', credit: 'In' }, dateFormat: 'DD/MM/YYYY', decimal: '.' },
};

test.each(Object.entries(stored))('what is stored is shown and sent as it was: %s', (_, csv) => {
  const parsed = CsvColumns.parse(csv);
  expect(csvOf(draftOf(parsed))).toEqual(parsed);
});

test('columns of another layout are not sent', () => {
  const draft = draftOf(CsvColumns.parse(stored['two columns']));
  const changed: CsvDraft = { ...draft, layout: 'signed', columns: { ...draft.columns, amount: 'Sum' }, in: ['x'], positive: 'in' };
  expect(csvOf(changed)).toEqual({ headerRow: 1, columns: { postedAt: 'Date', amount: 'Sum' }, dateFormat: 'DD/MM/YYYY', decimal: '.' });
});

test('what is missing is named, and nothing is sent before it is there', () => {
  const draft: CsvDraft = {
    ...draftOf(CsvColumns.parse(stored['two columns'])),
    layout: 'directed',
    dateFormat: ' ',
    columns: { status: 'S' },
  };
  expect([...missingIn(draft).keys()]).toEqual([
    'csv.columns.postedAt',
    'csv.columns.amount',
    'csv.columns.direction',
    'csv.dateFormat',
    'csv.directions.in',
    'csv.directions.out',
    'csv.statuses.booked',
    'csv.statuses.notBooked',
  ]);
  expect(csvOf(draft)).toBeNull();
});
