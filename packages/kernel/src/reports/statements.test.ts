import { describe, expect, test } from 'vitest';
import { makeTranslator } from './figures.ts';
import type { Line } from './line.ts';
import { balanceSheet, incomeStatement, trialBalance } from './statements.ts';
import type { RateInForce } from './translate.ts';

const chart = [
  { id: 'cash', code: '1000', title: 'Cash', class: 'A', parentId: null },
  { id: 'bank', code: '1010', title: 'Bank', class: 'A', parentId: 'cash' },
  { id: 'empty', code: '1900', title: 'Empty', class: 'A', parentId: null },
  { id: 'debt', code: '2000', title: 'Debt', class: 'L', parentId: null },
  { id: 'capital', code: '3000', title: 'Capital', class: 'E', parentId: null },
  { id: 'sales', code: '4000', title: 'Sales', class: 'I', parentId: null },
  { id: 'rent', code: '5000', title: 'Rent', class: 'X', parentId: null },
] as const;
const E8 = 100_000_000n;
const sum = (glAccountId: string, currency: string, ...units: readonly number[]) => ({
  glAccountId,
  currency,
  atE8: units.map((u) => (BigInt(Math.round(u * 100)) * E8) / 100n),
});
const rate: RateInForce = { base_currency: 'EUR', quote_currency: 'USD', rate: '1.1', asof: '2026-01-01T00:00:00Z', source: 's' };
const inUsd = (columns: number, rates: readonly RateInForce[] = [rate]) =>
  makeTranslator(
    ['USD', 'EUR', 'JPY'],
    'USD',
    'USD',
    Array.from({ length: columns }, () => rates),
  );
const show = ({ kind, code, title, depth, amounts, translatedE8 }: Line) => {
  const major = (e8: bigint): string => (Number(e8) / 1e8).toFixed(2);
  const own = [...amounts].map(([currency, columns]) => `${currency} ${columns.map(major).join('|')}`).join(' ');
  const translated = translatedE8.map((e8) => (e8 === null ? '?' : major(e8))).join('|');
  return `${'  '.repeat(depth)}${kind} ${[code, title].filter((w) => w !== '').join(' ')}: ${[own, translated].filter((w) => w !== '').join(' = ')}`;
};

describe('a trial balance', () => {
  test('lists the accounts by code, with what rounding left as a line of its own, and is zero', () => {
    const sums = [
      sum('sales', 'EUR', -0.05),
      sum('cash', 'EUR', 0.02),
      sum('bank', 'EUR', 0.03),
      sum('cash', 'USD', 1),
      sum('debt', 'USD', -1),
    ];
    expect(trialBalance({ chart, sums, dues: [], translator: inUsd(1) }).map(show)).toEqual([
      'account 1000 Cash: EUR 0.02 USD 1.00 = 1.02',
      'account 1010 Bank: EUR 0.03 = 0.03',
      'account 2000 Debt: USD -1.00 = -1.00',
      // 0.055 to even.
      'account 4000 Sales: EUR -0.05 = -0.06',
      'rounding Rounding: 0.01',
      'total Sum: EUR 0.00 USD 0.00 = 0.00',
    ]);
  });
  test('of an entity has a line against each other one', () => {
    const dues = [
      { code: 'NW-US', title: 'Due from / due to NW-US', currency: 'USD', atE8: [-3n * E8] },
      { code: 'NW-US', title: 'Due from / due to NW-US', currency: 'EUR', atE8: [0n] },
    ];
    expect(trialBalance({ chart, sums: [sum('cash', 'USD', 3)], dues, translator: inUsd(1) }).map(show)).toEqual([
      'account 1000 Cash: USD 3.00 = 3.00',
      'due NW-US Due from / due to NW-US: USD -3.00 EUR 0.00 = -3.00',
      'total Sum: USD 0.00 EUR 0.00 = 0.00',
    ]);
  });
  test('without a rate has no number in the translation, and says none for the total', () => {
    const sums = [sum('cash', 'JPY', 5), sum('sales', 'JPY', -5), sum('bank', 'EUR', 1), sum('debt', 'EUR', -1)];
    expect(trialBalance({ chart, sums, dues: [], translator: inUsd(1) }).map(show)).toEqual([
      'account 1000 Cash: JPY 5.00 = ?',
      'account 1010 Bank: EUR 1.00 = 1.10',
      'account 2000 Debt: EUR -1.00 = -1.10',
      'account 4000 Sales: JPY -5.00 = ?',
      'total Sum: JPY 0.00 EUR 0.00 = ?',
    ]);
  });
  test('of nothing is its total alone', () => {
    expect(trialBalance({ chart, sums: [], dues: [], translator: inUsd(2) }).map(show)).toEqual(['total Sum: 0.00|0.00']);
  });
});

// Two columns; of each the day itself, and the day before its fiscal year began.
const year = [
  sum('cash', 'USD', 10, 4, 7, 4),
  sum('bank', 'USD', 90, 60, 80, 60),
  sum('debt', 'USD', -30, -14, -22, -14),
  sum('capital', 'USD', -40, -40, -40, -40),
  sum('sales', 'USD', -50, -30, -45, -30),
  sum('rent', 'USD', 20, 20, 20, 20),
];

describe('a balance sheet', () => {
  test('shows parents with what is below them, earnings of the year and of before, and ends in what the assets are', () => {
    expect(balanceSheet({ chart, sums: year, dues: [], translator: inUsd(2) }).map(show)).toEqual([
      'section Assets: ',
      '  group 1000 Cash: USD 100.00|87.00 = 100.00|87.00',
      '    account 1000 Cash: USD 10.00|7.00 = 10.00|7.00',
      '    account 1010 Bank: USD 90.00|80.00 = 90.00|80.00',
      'total Total assets: USD 100.00|87.00 = 100.00|87.00',
      'section Liabilities: ',
      '  account 2000 Debt: USD -30.00|-22.00 = -30.00|-22.00',
      'total Total liabilities: USD -30.00|-22.00 = -30.00|-22.00',
      'section Equity: ',
      '  account 3000 Capital: USD -40.00|-40.00 = -40.00|-40.00',
      '  retained Retained earnings: USD -10.00|-10.00 = -10.00|-10.00',
      '  result Result of the year: USD -20.00|-15.00 = -20.00|-15.00',
      'total Total equity: USD -70.00|-65.00 = -70.00|-65.00',
      'total Total liabilities and equity: USD -100.00|-87.00 = -100.00|-87.00',
    ]);
  });
  test('has what others owe among the assets, what is owed to them among the liabilities', () => {
    const due = (code: string, units: bigint) => ({ code, title: `Due ${code}`, currency: 'USD', atE8: [units * E8, 0n] });
    const lines = balanceSheet({ chart, sums: [sum('cash', 'USD', -2, 0)], dues: [due('B', -1n), due('A', 3n)], translator: inUsd(1) });
    expect(lines.map(show)).toEqual(
      [
        'section Assets: ',
        '  account 1000 Cash: USD -2.00 = -2.00',
        '  due A Due A: USD 3.00 = 3.00',
        'total Total assets: USD 1.00 = 1.00',
        'section Liabilities: ',
        '  due B Due B: USD -1.00 = -1.00',
        'total Total liabilities: USD -1.00 = -1.00',
        'section Equity: ',
        '  retained Retained earnings:  = 0.00',
        '  result Result of the year:  = 0.00',
        'total Total equity:  = 0.00',
        'total Total liabilities and equity: USD -1.00 = -1.00',
      ].map((line) => line.replace(':  = ', ': ')),
    );
  });
});

test('the heading of a section says the class of what is below it', () => {
  const headings = [balanceSheet, incomeStatement].flatMap((make) => make({ chart, sums: year, dues: [], translator: inUsd(2) }));
  expect(headings.flatMap((l) => (l.kind === 'section' ? [`${l.class} ${l.title}`] : []))).toEqual([
    'A Assets',
    'L Liabilities',
    'E Equity',
    'I Income',
    'X Expenses',
  ]);
});

describe('an income statement', () => {
  test('shows what moved between the two points, and its result', () => {
    expect(incomeStatement({ chart, sums: year, dues: [], translator: inUsd(2) }).map(show)).toEqual([
      'section Income: ',
      '  account 4000 Sales: USD -20.00|-15.00 = -20.00|-15.00',
      'total Total income: USD -20.00|-15.00 = -20.00|-15.00',
      'section Expenses: ',
      '  account 5000 Rent: USD 0.00|0.00 = 0.00|0.00',
      'total Total expenses: USD 0.00|0.00 = 0.00|0.00',
      'total Result of the period: USD -20.00|-15.00 = -20.00|-15.00',
    ]);
  });
  test('comes to the result that the balance sheet shows, whatever is rounded on the way', () => {
    const sums = [sum('sales', 'EUR', -0.05, 0), sum('rent', 'EUR', 0.03, 0), sum('cash', 'EUR', 0.02, 0)];
    const books = { chart, sums, dues: [], translator: inUsd(1) };
    const statement = incomeStatement(books);
    expect(statement.at(-1)?.translatedE8).toEqual(balanceSheet(books).find((l) => l.kind === 'result')?.translatedE8);
    expect(statement.map(show)).toContain('rounding Rounding: 0.01');
  });
});
