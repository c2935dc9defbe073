import { openText, previewCsv } from '@countinghouse/server/bank-files/csv-preview';
import { expect, test } from 'vitest';
import { csvOf } from './draft.ts';
import { guessDraft } from './guess.ts';

test('a cell that is written wrongly hides no column, and a row that tells another day is no sum', () => {
  const rows = '2026-02-13;1,00;Gebucht\n2026-02-14;1,oo;Gebucht\n2026-02-15;2,00;Storniert\n16.02.2026;3,00;Gebucht\n';
  const file = openText(Buffer.from(`Datum;Betrag;Status\n${rows}Summe;7,00;\n;;Ende\n`), undefined);
  if ('fault' in file) throw new Error(file.fault);
  expect(guessDraft(file, 'EUR')).toMatchObject({
    columns: { postedAt: 'Datum', amount: 'Betrag', status: 'Status' },
    dateFormat: 'YYYY-MM-DD',
    booked: ['Gebucht'],
    footerRows: 2,
  });
});

test('a movement at the end that the bank has not booked yet has no day, and is no sum for that', () => {
  const rows = '2026-10-01 09:00:00,Top-up,500.00,COMPLETED\n2026-10-03 11:00:00,Print shop,-42.50,COMPLETED\n,Hotel,-80.00,PENDING\n';
  const file = openText(Buffer.from(`Completed Date,Description,Amount,State\n${rows}`), undefined);
  if ('fault' in file) throw new Error(file.fault);
  const draft = guessDraft(file, 'EUR');
  expect(draft).toMatchObject({ booked: ['COMPLETED'], notBooked: ['PENDING'], footerRows: 0 });
  const csv = csvOf(draft);
  if (csv === null) throw new Error('no mapping');
  const seen = previewCsv(file, { ...csv, account: 'X', currency: 'EUR' });
  expect([seen.fault, seen.rows.map((row) => row.fault)]).toEqual([null, [null, null, null]]);
});
