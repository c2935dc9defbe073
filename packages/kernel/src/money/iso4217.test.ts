import oracle from 'currency-codes';
import { describe, expect, test } from 'vitest';
import { isoCurrencies, minorUnitsOf } from './iso4217.ts';

/** What the list of another publisher does not have yet: amendment 176 came after it. */
const onlyHere = ['XCG'];

describe('the table of currencies', () => {
  test('has the codes of the published list, and those of its amendments', () => {
    expect([...isoCurrencies.keys()].filter((code) => !onlyHere.includes(code)).sort()).toEqual(oracle.codes().sort());
    expect(onlyHere.filter((code) => oracle.code(code) !== undefined)).toEqual([]);
  });
  test.each(oracle.data.map((c) => [c.code, c.digits, c.currency]))('%s has %i decimals and is called %s', (code, digits, name) => {
    expect(isoCurrencies.get(String(code))).toEqual({ code, minorUnits: digits, name });
  });
  test('is in the order of its codes, each once', () => {
    const codes = [...isoCurrencies.keys()];
    expect(codes).toEqual(codes.toSorted((a, b) => (a < b ? -1 : 1)));
  });
  test('gives two decimals to a code that it does not have', () => {
    expect([minorUnitsOf('JPY'), minorUnitsOf('USD'), minorUnitsOf('KWD'), minorUnitsOf('CLF'), minorUnitsOf('???')]).toEqual([
      0, 2, 3, 4, 2,
    ]);
  });
});
