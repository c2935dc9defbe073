import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { invert, multiply } from '../money/ratio.ts';
import { bookAt, findRate, type RateBook } from './find-rate.ts';
import type { FxRateState } from './state.ts';

/** A book of rates as `EUR/USD 1.1`, in force since the beginning. */
const bookOf =
  (...given: readonly string[]): RateBook =>
  (base, quote) => {
    const line = given.find((g) => g.startsWith(`${base}/${quote} `));
    return line === undefined ? null : { rate: line.slice(8), asofUs: 0n, source: 's' };
  };
const summary = (book: RateBook, base: string, quote: string, reporting = 'USD'): unknown => {
  const f = findRate(book, reporting, base, quote);
  return f === null ? null : [f.rate, f.derived, f.via];
};

describe('the rate of a pair', () => {
  test.each<readonly [string, readonly string[], string, string, unknown]>([
    ['in itself is one, whatever is given', ['EUR/USD 1.1'], 'EUR', 'EUR', ['1', 'none', null]],
    ['is the given one', ['EUR/USD 1.1', 'USD/EUR 0.5'], 'EUR', 'USD', ['1.1', 'none', null]],
    ['is else the inverse', ['EUR/USD 1.0825'], 'USD', 'EUR', ['0.923787528868', 'inverse', null]],
    ['prefers the inverse to a cross', ['CHF/EUR 1', 'EUR/USD 2', 'USD/CHF 4'], 'EUR', 'CHF', ['1', 'inverse', null]],
    ['is else a cross through the reporting currency', ['EUR/USD 1.1', 'USD/JPY 150'], 'EUR', 'JPY', ['165', 'cross', 'USD']],
    ['of which each leg may be an inverse', ['EUR/USD 1.1', 'JPY/USD 0.005'], 'EUR', 'JPY', ['220', 'cross', 'USD']],
    ['or both', ['USD/EUR 0.5', 'JPY/USD 0.005'], 'EUR', 'JPY', ['400', 'cross', 'USD']],
    [
      'prefers the reporting currency to the euro',
      ['GBP/USD 1.25', 'USD/JPY 100', 'GBP/EUR 1', 'EUR/JPY 1'],
      'GBP',
      'JPY',
      ['125', 'cross', 'USD'],
    ],
    ['goes through the euro where only that leads there', ['EUR/USD 1.1', 'EUR/JPY 165'], 'USD', 'JPY', ['150', 'cross', 'EUR']],
    ['is not found over two stops', ['GBP/EUR 1', 'EUR/USD 1', 'USD/JPY 1'], 'GBP', 'JPY', null],
    ['is not found where nothing leads there', ['EUR/USD 1'], 'GBP', 'JPY', null],
  ])('%s', (_what, given, base, quote, expected) => {
    expect(summary(bookOf(...given), base, quote)).toEqual(expected);
  });
  test('names the rates it comes from, as they were given', () => {
    expect(findRate(bookOf('EUR/USD 1.1', 'JPY/USD 0.005'), 'USD', 'EUR', 'JPY')?.legs).toEqual([
      { base_currency: 'EUR', quote_currency: 'USD', rate: '1.1', asof: '1970-01-01T00:00:00.000000Z', source: 's', inverted: false },
      { base_currency: 'JPY', quote_currency: 'USD', rate: '0.005', asof: '1970-01-01T00:00:00.000000Z', source: 's', inverted: true },
    ]);
  });
  test('is of what is in force at the instant', () => {
    const list: FxRateState[] = [1n, 5n].map((asofUs) => ({ rate: String(asofUs), asofUs, source: 's' }));
    const rates = new Map([['EUR/USD', list]]);
    const at = (us: bigint): unknown => summary(bookAt(rates, us), 'EUR', 'USD');
    expect([at(0n), at(1n), at(4n), at(5n)]).toEqual([null, ['1', 'none', null], ['1', 'none', null], ['5', 'none', null]]);
  });
});

describe('rates that follow from others', () => {
  const rate = fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }).map((n) => `${n / 10n ** 6n}.${(n % 10n ** 6n).toString().padStart(6, '0')}`);
  propertyTest.prop([rate, rate])('are exact: there and back is one, and a cross is the product of its legs', (a, b) => {
    const book = bookOf(`EUR/USD ${a}`, `USD/JPY ${b}`);
    const of = (base: string, quote: string) => findRate(book, 'USD', base, quote)?.ratio ?? { numerator: 0n, denominator: 1n };
    const round = multiply(of('EUR', 'JPY'), of('JPY', 'EUR'));
    expect(round.numerator).toBe(round.denominator);
    expect(of('EUR', 'JPY')).toEqual(multiply(of('EUR', 'USD'), of('USD', 'JPY')));
    expect(of('USD', 'EUR')).toEqual(invert(of('EUR', 'USD')));
  });
});
