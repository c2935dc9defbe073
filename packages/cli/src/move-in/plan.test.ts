import { describe, expect, test } from 'vitest';
import type { Books, Leg, SourceTransaction } from './books.ts';
import { type Existing, type PlanOptions, planOf } from './plan.ts';

const leg = (account: string, amount: number, currency = 'EUR'): Leg => ({ account, currency, amountE8: BigInt(amount) * 100_000_000n });
const on = (date: string, ...legs: readonly Leg[]): SourceTransaction => ({
  place: `on ${date}`,
  id: null,
  date,
  recordedAt: null,
  narrative: 'Rent',
  of: { legs },
});
const rent = on('2026-03-01', leg('Expenses:Rent', 100), leg('Assets:Bank', -100));
const books = (transactions: readonly SourceTransaction[], more: Partial<Books> = {}): Books => ({
  classes: new Map([
    ['Expenses:Rent', 'X'],
    ['Assets:Bank', 'A'],
    ['Assets:Dollars', 'A'],
    ['Assets:Shares', 'A'],
  ]),
  transactions,
  balances: null,
  problems: [],
  leftOut: [],
  ...more,
});
const nothing: Existing = { gl: [], accounts: [], currencies: new Set(['EUR']) };
const plan = (
  transactions: readonly SourceTransaction[],
  options: Partial<PlanOptions> = {},
  existing = nothing,
  more: Partial<Books> = {},
) =>
  planOf(books(transactions, more), existing, {
    ...{ name: 'old', from: 'hledger', map: [], without: new Set(), since: null, until: null, positive: 'credit' },
    ...{ earliest: '2016-11-25', latest: '2027-11-25' },
    ...options,
  });

describe('an import is planned', () => {
  test('with a GL account and an account for each of the source, and a key that follows from what a transaction says', () => {
    const made = plan([rent, rent]);
    expect(made).toMatchObject({
      currencies: [],
      gl: [
        { code: '5-0001', title: 'Expenses:Rent', class: 'X' },
        { code: '1-0001', title: 'Assets:Bank', class: 'A' },
      ],
      accounts: [
        { code: 'EXPENSES:RENT', currency: 'EUR', externalRef: 'Expenses:Rent', gl: '5-0001' },
        { code: 'ASSETS:BANK', currency: 'EUR', externalRef: 'Assets:Bank', gl: '1-0001' },
      ],
      intents: [
        {
          date: '2026-03-01',
          rows: [{ debit: 'EXPENSES:RENT', credit: 'ASSETS:BANK', currency: 'EUR', narrative: 'Rent' }],
          metadata: { moved_from: 'hledger' },
        },
        {},
      ],
      problems: [],
      notes: [],
    });
    const [first = '', second = ''] = made.intents.map(({ id }) => id);
    expect(second).toBe(`${first}.2`);
    // Whatever stands above them in the file.
    const longer = plan([on('2026-01-01', leg('Expenses:Rent', 1), leg('Assets:Bank', -1)), rent, rent]);
    expect(longer.intents.slice(1).map(({ id }) => id)).toEqual([first, second]);
    expect(made.expected).toMatchObject([
      { account: 'Expenses:Rent', code: 'EXPENSES:RENT', currency: 'EUR', amountE8: 20_000_000_000n },
      { account: 'Assets:Bank', code: 'ASSETS:BANK', currency: 'EUR', amountE8: -20_000_000_000n },
    ]);
  });
  test('without what an earlier run made, and with the GL accounts that a map names', () => {
    const there: Existing = {
      gl: [
        { code: '5-0001', title: 'Expenses:Rent', class: 'X' },
        { code: '1010', title: 'Bank', class: 'A' },
      ],
      accounts: [{ code: 'RENT', currency: 'EUR', external_ref: 'Expenses:Rent' }],
      currencies: new Set(['EUR']),
    };
    const map = [{ account: 'Assets:*', gl: '1010' }];
    expect(plan([rent], { map }, there)).toMatchObject({
      gl: [],
      accounts: [{ code: 'ASSETS:BANK', gl: '1010' }],
      intents: [{ rows: [{ debit: 'RENT' }] }],
      problems: [],
    });
    expect(plan([rent], { map: [{ account: '*', gl: 'x' }] }).problems).toEqual([
      { place: 'x', sentence: 'there is no such GL account: the map names it' },
    ]);
  });
  test('with exchanges on an account of each currency', () => {
    const made = plan([on('2026-03-02', leg('Assets:Dollars', 110, 'USD'), leg('Assets:Bank', -100))]);
    expect(made.intents[0]?.rows).toMatchObject([
      { debit: 'ASSETS:DOLLARS', credit: 'EXCHANGE', currency: 'USD' },
      { debit: 'EXCHANGE:EUR', credit: 'ASSETS:BANK', currency: 'EUR' },
    ]);
    expect([made.currencies, made.problems, made.notes[0]]).toEqual([
      ['USD'],
      [],
      expect.stringContaining('Between currencies: 1 transaction;'),
    ]);
  });
  test('without commodities that are no currency, and says how', () => {
    const buy = on('2026-03-02', leg('Assets:Shares', 2, 'ACME'), leg('Assets:Bank', -100));
    expect(plan([buy, buy]).problems).toEqual([{ place: 'ACME', sentence: expect.stringContaining("--without 'ACME'") }]);
    const made = plan([buy], { without: new Set(['ACME']) });
    expect([made.problems, made.intents[0]?.rows]).toMatchObject([[], [{ debit: 'EXCHANGE', credit: 'ASSETS:BANK' }]]);
    expect(made.expected).toHaveLength(1);
  });
  test('from a day on, with what was before as one balance that comes to nothing', () => {
    const made = plan([on('2010-01-01', leg('Assets:Bank', 500), leg('Expenses:Rent', -500)), rent], { since: '2026-01-01' });
    expect(made.intents).toMatchObject([
      { date: '2026-03-01' },
      {
        date: '2025-12-31',
        rows: [
          { debit: 'ASSETS:BANK', credit: 'CLEARING' },
          { debit: 'CLEARING', credit: 'EXPENSES:RENT' },
        ],
      },
    ]);
    expect([made.problems, made.notes]).toEqual([[], ['Balances of 2025-12-31 stand for 1 transaction before 2026-01-01.']]);
    expect(made.expected.find(({ account }) => account === 'Assets:Bank')?.amountE8).toBe(40_000_000_000n);
  });
  test('in several intents where one has more rows than an intent takes', () => {
    const many = on('2026-03-01', leg('Assets:Bank', -600), ...Array.from({ length: 600 }, (_, i) => leg(`Expenses:${i}`, 1)));
    const made = plan([many]);
    expect(made.intents.map(({ rows }) => rows.length)).toEqual([500, 100]);
    expect(made.intents[1]?.id).toBe(`${made.intents[0]?.id}.part2`);
  });
  test('with names that our codes cannot have', () => {
    const names = ['Dépenses:Été', 'A'.repeat(60), `${'A'.repeat(59)}B`, '现金', 'dépenses:été'];
    const made = plan([on('2026-03-01', leg('Assets:Bank', -5), ...names.map((name) => leg(name, 1)))], {}, nothing, {
      classes: new Map(),
    });
    const codes = made.accounts.map(({ code }) => code);
    expect(codes.slice(0, 2)).toEqual(['DEPENSES:ETE', 'ASSETS:BANK']);
    expect(new Set(codes).size).toBe(6);
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9][A-Z0-9._:/-]{0,31}$/);
  });
  test.each([
    ['a transaction that does not balance', [on('2026-03-01', leg('Assets:Bank', 1))], {}, 'it does not balance: EUR 1.00 Dr too much'],
    ['a day that is too long ago', [on('2001-01-01', leg('Assets:Bank', 1), leg('Expenses:Rent', -1))], {}, 'is not between'],
    [
      'a balance that the source tells otherwise',
      [rent],
      { balances: new Map([['Assets:Bank', new Map([['EUR', 1n]])]]) },
      'the source says that it holds',
    ],
  ])('and stops at %s', (_what, transactions, more, says) =>
    expect(plan(transactions, {}, nothing, more).problems[0]?.sentence).toContain(says),
  );
});
