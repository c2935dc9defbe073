// A statement as a file, streamed page by page. Postings never change and new ones are newer than the first page, so that the
// pages fit together although each is read on its own.

import { formatDecimal, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import type { Cursor, StatementRow } from '@countinghouse/store/features/statements/reads';
import { type CsvCell, csvOf } from '../../documents/csv.ts';

const PAGE_LINES = 2_000;

const head = [
  'seq',
  'line',
  'booked_at',
  'value_date',
  'event_id',
  'intent_id',
  'counterparty',
  'narrative',
  'debit',
  'credit',
  'balance',
  'side',
  'currency',
];

/** Lines of a file, newest first. Amounts are decimals with the currency's places, more where a posting went below them. */
export async function* fileOf(
  currency: string,
  pageOf: (before: Cursor, limit: number) => Promise<readonly StatementRow[]>,
  newest: Cursor,
): AsyncGenerator<string> {
  yield csvOf([head]);
  const minorUnits = minorUnitsOf(currency);
  for (let before = newest; ; ) {
    const rows = await pageOf(before, PAGE_LINES);
    yield csvOf(rows.map((row) => toLine(row, minorUnits)));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_LINES) return;
    before = last;
  }
}

function toLine(row: StatementRow, minorUnits: number): readonly CsvCell[] {
  const balanceE8 = parseBalanceE8(row.balance);
  const amount = { figure: formatDecimal(parseBalanceE8(row.amount), minorUnits) };
  const none = { figure: '' };
  return [
    { figure: String(row.seq) },
    { figure: String(row.line) },
    row.booked_at,
    row.value_date,
    row.event_id,
    row.intent_id,
    row.other_code,
    row.narrative,
    row.side === 'debit' ? amount : none,
    row.side === 'credit' ? amount : none,
    { figure: formatDecimal(balanceE8, minorUnits) },
    balanceE8 === 0n ? '' : balanceE8 > 0n ? 'Dr' : 'Cr',
    row.currency,
  ];
}
