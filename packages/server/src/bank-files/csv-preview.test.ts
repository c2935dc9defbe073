import { describe, expect, test } from 'vitest';
import type { CsvMapping } from './csv-mapping.ts';
import { type CsvPreview, type CsvText, dayBy, openText, previewCsv, rowsFrom } from './csv-preview.ts';

const mapping: CsvMapping = {
  headerRow: 1,
  columns: { postedAt: 'Datum', amount: 'Betrag', description: ['Text'] },
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  account: 'BANK',
  currency: 'EUR',
};
const HEADER = 'Datum;Betrag;Text\n';
const GOOD = '30.01.2026;1.234,50;Rechnung 7\n';
const open = (bytes: Uint8Array | string): CsvText => {
  const opened = openText(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes, undefined);
  if ('fault' in opened) throw new Error(opened.fault);
  return opened;
};
const preview = (text: string, how: Partial<CsvMapping> = {}): CsvPreview => previewCsv(open(text), { ...mapping, ...how });

describe('what of a CSV file would be read', () => {
  test('each row as it would come in', () => {
    const { rows, fault } = preview(`${HEADER}${GOOD}`);
    expect(fault).toBeNull();
    expect(rows).toMatchObject([
      { line: 2, fault: null, movement: { line: { postedAt: '2026-01-30', amount: 123_450_000_000n, description: 'Rechnung 7' } } },
    ]);
  });
  test('every row that cannot be read says why, and the others are read all the same', () => {
    const { rows } = preview(`${HEADER}31/01/2026;1,00;a\n${GOOD}30.01.2026;eins;b\n30.01.2026;1,00\n`);
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, 'Datum: “31/01/2026” is not a day written as DD.MM.YYYY.'],
      [3, null],
      [4, 'Betrag: “eins” is not an amount.'],
      [5, 'This row has 2 cells, the header has 3.'],
    ]);
  });
  test('a row of a day that is far ahead, or was before banks wrote files, says so', () => {
    const { rows } = previewCsv(open(`${HEADER}01.01.1900;1,00;a\n${GOOD}03.05.2026;1,00;b\n04.05.2026;1,00;c\n`), mapping, '2026-01-31');
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, expect.stringMatching(/1900-01-01 is before 1980-01-01/)],
      [3, null],
      [4, null],
      [5, expect.stringMatching(/2026-05-04 is more than 92 days ahead of today.*how days are written/)],
    ]);
  });
  test('rows that contradict each other are told at the row', () => {
    const columns = { postedAt: 'Datum', amount: 'Betrag', balance: 'Text' };
    const { rows } = preview(`${HEADER}30.01.2026;1,00;10,00\n30.01.2026;1,00;12,00\n30.01.2026;1,00;13,00\n`, { columns });
    expect(rows.map(({ fault }) => fault)).toEqual([null, 'The balance should be 11.00 EUR after this row, and is 12.00 EUR.', null]);
  });
  test('a mapping that does not fit the file is told once', () => {
    expect(preview('Tag;Betrag;Text\n')).toEqual({
      rows: [],
      fault: 'Line 1: the header has no column “Datum”. It has: “Tag”, “Betrag”, “Text”.',
    });
  });
  test('of a long file the beginning, up to the end of a row: there are no sums below it yet', () => {
    const opened = open(HEADER + GOOD.repeat(8_000));
    expect(opened.whole).toBe(false);
    const { rows } = previewCsv(opened, { ...mapping, footerRows: 1 });
    expect(rows).toHaveLength(Math.floor((200_000 - HEADER.length) / GOOD.length));
    expect(rows.every(({ fault }) => fault === null)).toBe(true);
    expect(preview(`${HEADER}${GOOD}Summe;1.234,50;\n`, { footerRows: 1 }).rows).toHaveLength(1);
  });
});

test('letters of Windows-1252 are found, and a file that is not CSV says what it is', () => {
  expect(open(Buffer.from('Wertstellung;Empf\u00e4nger\n', 'latin1')).text).toBe('Wertstellung;Empfänger\n');
  const told = (text: string): unknown => openText(Buffer.from(text, 'latin1'), undefined);
  expect(told('<Document>')).toEqual({ fault: expect.stringMatching(/^This is CAMT.053: .*Import it as it is/) });
  expect(told('%PDF-1.7')).toEqual({ fault: expect.stringMatching(/^This is a document/) });
  expect(told('')).toEqual({ fault: 'The file is empty.' });
});

test('rows from a line on, with the delimiter that is found there or said', () => {
  const text = 'Konto: 7, EUR\n\na;b,c\n1;2,3\n';
  expect(rowsFrom(text, 3, undefined).map(({ cells }) => cells)).toEqual([
    ['a', 'b,c'],
    ['1', '2,3'],
  ]);
  expect(rowsFrom(text, 3, ',')[0]).toEqual({ cells: ['a;b', 'c'], line: 3 });
  expect(rowsFrom('"a', 1, undefined)).toEqual([]);
});

test.each([
  ['DD.MM.YYYY', '05.03.2026', '2026-03-05'],
  ['DD.MM.YYYY', '31.02.2026', null],
  ['D', '5', null],
])('a day written as %s: %s', (format, text, day) => {
  expect(dayBy(format, text)).toBe(day);
});
