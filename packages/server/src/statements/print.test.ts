import type { Statement, StatementLine } from '@countinghouse/contract/features/reports';
import { expect, test } from 'vitest';
import { csvOfStatement, printStatement } from './print.ts';

const line = (kind: StatementLine['kind'], title: string, current?: string, glClass: StatementLine['class'] = null): StatementLine => ({
  kind,
  code: kind === 'account' ? '1100' : '',
  title,
  class: glClass,
  gl_account_id: null,
  depth: kind === 'account' ? 1 : 0,
  amounts: current === undefined ? [] : [{ currency: 'EUR', current, prior: null }],
  translated: { current: current ?? null, prior: null },
});
const sheet: Statement = {
  report: 'balance-sheet',
  organisation: 'Northwind',
  entity: null,
  generated_at: '2026-10-31T00:00:00Z',
  position: { seq: 9, event_hash: 'abc', snapshot_id: null, value_date: '2026-10-31' },
  period: { from: null, as_of: '2026-10-31' },
  prior: null,
  currencies: [{ code: 'EUR', minorUnits: 2 }],
  translation: { currency: 'EUR', minorUnits: 2, conversions: [], missing: [] },
  left_out: [],
  lines: [
    line('section', 'Assets', undefined, 'A'),
    line('account', 'Bank', '-3641', 'A'),
    line('total', 'Total assets', '-3641'),
    line('section', 'Equity', undefined, 'E'),
    line('account', 'Capital', '0', 'E'),
    line('result', 'Result of the year', '3641'),
    line('total', 'Total equity', '3641'),
    line('total', 'Total liabilities and equity', '3641'),
  ],
};

test('on paper a section says its side once, the other one is in parentheses, zero is a dash', () => {
  expect(printStatement(sheet).tables[0]?.rows.map((row) => row.cells)).toEqual([
    ['Assets, debit balances'],
    ['1100  Bank', '(36.41)'],
    ['Total assets', '(36.41)'],
    ['Equity, credit balances'],
    ['1100  Capital', '–'],
    ['Result of the year', '(36.41)'],
    ['Total equity', '(36.41)'],
    ['Total liabilities and equity', '(36.41)'],
  ]);
});

test('in a file amounts are debit-positive, and it ends in the same line', () => {
  const lines = csvOfStatement(sheet).trim().split('\r\n');
  expect(lines[0]).toContain('EUR 2026-10-31 (debit positive)');
  expect(lines[2]).toBe('account,1100,Bank,A,-36.41');
  expect(lines.at(-1)).toBe('total,,Total liabilities and equity,,36.41');
});

test('on paper days are words and a column has one number of decimals: all that is booked, of what is translated the minor unit', () => {
  const amounts = (eur: string, usd: string) => [
    { currency: 'EUR', current: eur, prior: null },
    { currency: 'USD', current: usd, prior: null },
  ];
  const two: Statement = {
    ...sheet,
    currencies: ['EUR', 'USD'].map((code) => ({ code, minorUnits: 2 })),
    lines: [
      line('section', 'Assets', undefined, 'A'),
      {
        ...line('account', 'Bank', undefined, 'A'),
        amounts: amounts('100000.25', '500'),
        translated: { current: '100455.073263', prior: null },
      },
      { ...line('account', 'Cash', undefined, 'A'), amounts: amounts('12300', '500'), translated: { current: '12754.5', prior: null } },
    ],
  };
  const { tables, facts, notes, footer } = printStatement(two);
  expect(tables.map((t) => t.rows.slice(1).map(({ cells }) => cells[1]))).toEqual([
    ['1,000.0025', '123.0000'],
    ['5.00', '5.00'],
    ['1,004.55', '127.54'],
  ]);
  expect(tables[0]?.columns[1]?.label).toBe('31 Oct 2026');
  expect(facts.at(-1)).toBe('As of 31 Oct 2026');
  expect(footer).toMatch(/^Generated 31 Oct 2026 00:00:00 UTC at seq 9,/);
  expect(notes).toEqual([expect.stringContaining('What is translated to EUR is rounded')]);
  expect(csvOfStatement(two)).toContain('1004.55073263');
  expect(printStatement(sheet).notes).toEqual([]);
});

test('on paper a figure that no rate leads to is no zero, and a rate across a currency names it', () => {
  const missing: Statement = {
    ...sheet,
    currencies: [{ code: 'JPY', minorUnits: 0 }],
    translation: {
      currency: 'USD',
      minorUnits: 2,
      conversions: [
        {
          column: 'current',
          from: 'KWD',
          how: 'cross',
          rates: [
            { base_currency: 'EUR', quote_currency: 'KWD', rate: '0.33', asof: '2026-10-30T15:00:00Z', source: 'ECB' },
            { base_currency: 'EUR', quote_currency: 'USD', rate: '1.1', asof: '2026-10-30T15:00:00Z', source: 'ECB' },
          ],
        },
      ],
      missing: [{ column: 'current', currency: 'JPY' }],
    },
    lines: sheet.lines.map((l) => ({ ...l, amounts: [], translated: { current: l.title === 'Capital' ? '0' : null, prior: null } })),
  };
  const paper = printStatement(missing);
  expect(paper.tables.at(-1)?.rows.map(({ cells }) => cells[1])).toEqual([
    undefined,
    'no rate',
    'no rate',
    undefined,
    '–',
    'no rate',
    'no rate',
    'no rate',
  ]);
  expect(paper.notes).toContain('KWD to USD: EUR/KWD 0.33 of 30 Oct 2026 (ECB) and EUR/USD 1.1 of 30 Oct 2026 (ECB), across EUR.');
  const trial = printStatement({ ...missing, report: 'trial-balance' });
  expect(trial.tables.at(-1)?.rows[1]?.cells).toEqual(['1100  Bank', 'no rate', '']);
});
