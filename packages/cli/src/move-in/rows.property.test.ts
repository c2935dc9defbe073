import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { addTo, type Balances, type Leg, sumsOf } from './books.ts';
import { CLEARING, EXCHANGE, type Place, type Row, rowsOf } from './rows.ts';

const transaction = (legs: readonly Leg[]) => ({
  place: 'line 1',
  id: null,
  date: '2026-01-31',
  recordedAt: null,
  narrative: 'x',
  of: { legs },
});
const name = (place: Place): string => (typeof place === 'string' ? place : String(place.description));

function sumsOfRows(rows: readonly Row[]): Balances {
  const sums: Balances = new Map();
  for (const { debit, credit, currency, amountE8 } of rows) {
    addTo(sums, name(debit), currency, amountE8);
    addTo(sums, name(credit), currency, -amountE8);
  }
  return sums;
}

const legs = fc.array(
  fc.record({
    account: fc.constantFrom('a', 'b', 'c', 'd'),
    currency: fc.constantFrom('EUR', 'USD'),
    amountE8: fc.bigInt({ min: -1_000n, max: 1_000n }),
  }),
  { minLength: 1, maxLength: 12 },
);
const only = (currency: string) => legs.map((all) => all.map((leg) => ({ ...leg, currency })));
/** As many legs as they are, and one more that makes them come to nothing. */
const balanced = only('EUR').map((all) => [
  ...all,
  { account: 'e', currency: 'EUR', amountE8: -all.reduce((sum, { amountE8 }) => sum + amountE8, 0n) },
]);

describe('rowsOf', () => {
  test.prop([balanced])('moves each account by what its legs say, a row a leg, and leaves clearing empty', (all) => {
    const made = rowsOf(transaction(all));
    if (!('rows' in made)) throw new Error('it balances');
    const told = sumsOf([transaction(all)]);
    const sums = sumsOfRows(made.rows);
    for (const [account, held] of told) expect(sums.get(account)?.get('EUR') ?? 0n).toBe(held.get('EUR'));
    expect(sums.get('clearing')?.get('EUR') ?? 0n).toBe(0n);
    expect(sums.has('exchange')).toBe(false);
    for (const { debit, credit, amountE8 } of made.rows) {
      expect(amountE8 > 0n).toBe(true);
      expect(debit).not.toBe(credit);
    }
    const used = all.filter(({ amountE8 }) => amountE8 !== 0n);
    for (const account of ['a', 'b', 'c', 'd', 'e']) {
      const rows = made.rows.filter(({ debit, credit }) => debit === account || credit === account).length;
      const own = used.filter((leg) => leg.account === account).length;
      // The one that stands against several has a row for each of them.
      if (own > 1) expect(rows).toBe(own);
      else expect(rows).toBeGreaterThanOrEqual(own);
    }
  });
  test.prop([legs])('of several currencies stands by what it is worth in each; of one it must come to nothing', (all) => {
    const currencies = new Set(all.filter(({ amountE8 }) => amountE8 !== 0n).map(({ currency }) => currency));
    const sum = (currency: string): bigint => all.filter((l) => l.currency === currency).reduce((s, { amountE8 }) => s + amountE8, 0n);
    const made = rowsOf(transaction(all));
    if (currencies.size === 1) {
      const [currency = ''] = currencies;
      expect('off' in made).toBe(sum(currency) !== 0n);
      if ('off' in made) expect(made.off).toEqual([{ currency, byE8: sum(currency) }]);
      return;
    }
    if (!('rows' in made)) throw new Error('an exchange');
    for (const currency of currencies) expect(sumsOfRows(made.rows).get('exchange')?.get(currency) ?? 0n).toBe(-sum(currency));
  });
});

describe('the shapes of a transaction', () => {
  const of = (...all: readonly (readonly [string, number, string?])[]) =>
    rowsOf(transaction(all.map(([account, amount, currency = 'EUR']) => ({ account, currency, amountE8: BigInt(amount) }))));
  const row = (debit: Place, credit: Place, amount: number, currency = 'EUR') => ({ debit, credit, currency, amountE8: BigInt(amount) });
  test.each([
    ['one to one', of(['a', 5], ['b', -5]), [row('a', 'b', 5)]],
    ['one to several', of(['a', 5], ['b', -2], ['c', -3]), [row('a', 'b', 2), row('a', 'c', 3)]],
    ['several to one', of(['a', 2], ['b', 3], ['c', -5]), [row('a', 'c', 2), row('b', 'c', 3)]],
    [
      'several to several',
      of(['a', 2], ['b', 3], ['c', -4], ['d', -1]),
      [row('a', CLEARING, 2), row('b', CLEARING, 3), row(CLEARING, 'c', 4), row(CLEARING, 'd', 1)],
    ],
    ['an account on both sides', of(['a', 5], ['a', -5]), [row('a', CLEARING, 5), row(CLEARING, 'a', 5)]],
    ['an exchange', of(['a', 108, 'USD'], ['b', -100]), [row('a', EXCHANGE, 108, 'USD'), row(EXCHANGE, 'b', 100)]],
    ['nothing at all', of(['a', 0], ['b', 0]), []],
  ])('%s', (_what, made, rows) => expect(made).toMatchObject({ rows }));
});
