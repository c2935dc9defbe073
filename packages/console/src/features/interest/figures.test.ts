import { describe, expect, test } from 'vitest';
import { showFraction, showPercent, sideOfFraction } from './figures.ts';

describe('figures of interest', () => {
  test.each([
    ['5/36', '0.138888888888…', 'Dr'],
    ['-5/36', '\u22120.138888888888…', 'Cr'],
    ['-1/8', '\u22120.125', 'Cr'],
    ['0', '0', ''],
    ['1200', '1,200', 'Dr'],
    ['1/1000000000000', '0.000000000001', 'Dr'],
    ['-1/3000000000000', '\u22120.000000000000…', 'Cr'],
  ])('%s is %s %s', (fraction, shown, side) => {
    expect([showFraction(fraction), sideOfFraction(fraction)]).toEqual([shown, side]);
  });
  test.each([
    ['3.25000000', '3.25 %'],
    ['0.00000000', '0.00 %'],
    ['-0.12345000', '\u22120.12345 %'],
  ])('%s percent is %s', (rate, shown) => {
    expect(showPercent(rate)).toBe(shown);
  });
});
