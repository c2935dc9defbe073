import { readFileSync } from 'node:fs';
import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { formatRate, parseRate, RATE_DIGITS_MAX } from './rate.ts';

const { cases } = JSON.parse(readFileSync(new URL('../../../../vectors/money/rates.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly { readonly text: string; readonly rate: string | null }[];
};

describe('a rate', () => {
  test.each(cases.filter((c) => c.rate !== null))('$text is written $rate', ({ text, rate }) => {
    const parsed = parseRate(text);
    expect(parsed === null ? null : formatRate(parsed)).toBe(rate);
  });
  test.each(cases.filter((c) => c.rate === null))('$text is not one', ({ text }) => {
    expect(parseRate(text)).toBeNull();
  });

  // 24 places after the point, and 12 zeros before it.
  test.each([
    ['1e-24', '0.000000000000000000000001', '1e-25'],
    ['0.000000000000123456789012', '0.000000000000123456789012', '0.0000000000001234567890125'],
    ['1e+12', '1000000000000', '1e+13'],
    ['100e+10', '1000000000000', '100e+11'],
  ])('%s is the furthest to go: %s; %s is not one', (text, written, beyond) => {
    const rate = parseRate(text);
    expect(rate === null ? null : formatRate(rate)).toBe(written);
    expect(parseRate(beyond)).toBeNull();
  });

  const digits = fc.bigInt({ min: 1n, max: 10n ** BigInt(RATE_DIGITS_MAX) - 1n });
  propertyTest.prop([digits, fc.integer({ min: 0, max: 12 })])('reads back as what was written', (value, scale) => {
    const text = formatRate({ digits: value, scale });
    const back = parseRate(text);
    expect(back).not.toBeNull();
    if (back === null) return;
    // Equal as fractions, digits × 10^-scale, whatever trailing zeros were dropped.
    expect(back.digits * 10n ** BigInt(30 - back.scale)).toBe(value * 10n ** BigInt(30 - scale));
    expect(formatRate(back)).toMatch(/^(?:[1-9]\d*|0)(?:\.\d*[1-9])?$/);
  });
  propertyTest.prop([fc.double({ min: 1e-6, max: 1e6, noNaN: true })])(
    'taken from a number is that number’s shortest form, or refused beyond twelve digits',
    (value) => {
      const back = parseRate(String(value));
      const significant = value.toExponential().replace(/e.*$/, '').replace('.', '').length;
      expect(back === null).toBe(significant > RATE_DIGITS_MAX);
      if (back !== null) expect(Number(formatRate(back))).toBe(value);
    },
  );
});
