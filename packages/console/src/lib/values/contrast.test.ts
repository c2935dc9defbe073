import { describe, expect, test } from 'vitest';
import { BLACK, contrast, isReadable, mix, parseHex, readableOn, textOn, WHITE } from './contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
])('contrast of %s and %s is %d', (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 1);
  expect(contrast(b, a)).toBe(contrast(a, b));
});

test('what is no colour is none', () => {
  for (const text of ['', '#fff', 'red', '#12345g']) expect(parseHex(text)).toBeNull();
});

test('half of black in white is grey', () => {
  expect(mix(WHITE, BLACK, 0.5)).toBe('#808080');
});

describe('for every grey and a palette of colours', () => {
  const greys = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, '0').repeat(3)}`);
  const colours = [...greys, '#ff0000', '#00ff00', '#0000ff', '#ffd43b', '#0b5a6b', '#d9480f', '#7d2a91'];
  test('white or black can be read on it', () => {
    for (const colour of colours) expect(isReadable(textOn(colour), colour), colour).toBe(true);
  });
  test('a shade of it can be read on the surfaces of either theme', () => {
    for (const colour of colours) {
      for (const surface of ['#ffffff', '#f5f6f9'])
        expect(isReadable(readableOn(colour, ['#ffffff', '#f5f6f9'], BLACK), surface), colour).toBe(true);
      for (const surface of ['#0d1017', '#12161f'])
        expect(isReadable(readableOn(colour, ['#0d1017', '#12161f'], WHITE), surface), colour).toBe(true);
    }
  });
  test('a colour that can be read already stays as it is', () => {
    expect(readableOn('#1f48a4', ['#ffffff'], BLACK)).toBe('#1f48a4');
  });
});
