import { describe, expect, test } from 'vitest';
import { showFigure, showTarget, sparkOf } from './figures.ts';

describe('a figure', () => {
  test.each([
    [0.0421, 'ms', '0.0421 ms'],
    [1.23456, 'ms', '1.23 ms'],
    [1234.5, 'ms', '1,235 ms'],
    [0.0031, 's', '0.0031 s'],
    [1_234_567.4, 'per min', '1,234,567 / min'],
    [1, 'ratio', '1.0000'],
    [0.99871, 'ratio', '0.9987'],
    [0, 'events', '0'],
    [1200, 'events', '1,200'],
  ])('%d %s reads %s', (value, unit, text) => {
    expect(showFigure(value, { unit })).toBe(text);
  });
  test('of a target says on which side of it is good', () => {
    expect(showTarget({ unit: 'ms', target: 5, direction: 'lower' })).toBe('at most 5 ms');
    expect(showTarget({ unit: 'ratio', target: 0.999, direction: 'higher' })).toBe('at least 0.9990');
  });
});

describe('a sparkline', () => {
  test('is broken where nothing was measured, and has its target in the box', () => {
    expect(sparkOf([null, 5, 10, null, 0], 10)).toEqual({
      pieces: [
        [
          { x: 25, y: 50 },
          { x: 50, y: 0 },
        ],
        [{ x: 100, y: 100 }],
      ],
      targetY: 0,
    });
    expect(sparkOf([2], 1)).toEqual({ pieces: [[{ x: 0, y: 0 }]], targetY: 50 });
    expect(sparkOf([], 5)).toEqual({ pieces: [], targetY: 0 });
  });
});
