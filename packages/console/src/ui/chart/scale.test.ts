import { expect, test } from 'vitest';
import { axisOf, dayMarks, tickText, unitOf } from './scale.ts';

test.each([
  [[22.8e6, 26.8e6], [22e6, 23e6, 24e6, 25e6, 26e6, 27e6], ' million', '24'],
  [[0, 0], [0, 0.5], '', '0.0'],
  [[-1500, 900], [-2000, -1000, 0, 1000], ' thousand', '0'],
  [[1_259_800, 1_260_100], [1_259_800, 1_259_900, 1_260_000, 1_260_100], ' million', '1.2600'],
])('%j has round steps around it', (values, ticks, word, third) => {
  const axis = axisOf(values);
  expect(axis.ticks).toEqual(ticks);
  expect(unitOf(axis)[1]).toBe(word);
  expect(tickText(axis.ticks[2] ?? 0, axis)).toBe(third);
});

test('firsts of months are named below a chart, apart from its ends and from today', () => {
  const days = Array.from({ length: 120 }, (_, i) => new Date(Date.UTC(2026, 7, 29 + i)).toISOString().slice(0, 10));
  const named = (today: number): readonly (string | undefined)[] => dayMarks(days, today).map((i) => days[i]);
  expect(named(90)).toEqual(['2026-10-01', '2026-11-01']);
  expect(named(60)).toEqual(['2026-10-01', '2026-12-01']);
});
