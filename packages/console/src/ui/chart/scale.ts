// What a chart of amounts needs of its figures: a round axis, and the unit it is written in. Pixels only: no figure is shown from here.
import { showNumber } from '../../lib/values/numbers.ts';

const ONE_E8 = 100_000_000;
const TICKS = 4;

/** For drawing alone. */
export const toNumber = (amountE8: bigint): number => Number(amountE8) / ONE_E8;

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** An axis of about four steps of 1, 2 or 5 times a power of ten, around all values. */
export function axisOf(values: readonly number[]): Axis {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const span = max - min || Math.abs(max) || 1;
  const power = 10 ** Math.floor(Math.log10(span / TICKS));
  const step = ([1, 2, 5, 10].find((n) => (n * power * TICKS) / span >= 1) ?? 10) * power;
  const low = Math.floor(min / step) * step;
  const high = Math.ceil(max / step) * step || step;
  const count = Math.max(1, Math.round((high - low) / step));
  return { low, high: low + count * step, ticks: Array.from({ length: count + 1 }, (_, i) => low + i * step) };
}

const units = [
  [1e9, ' billion'],
  [1e6, ' million'],
  [1e3, ' thousand'],
] as const;

/** The unit in which an axis has few digits: a divisor and its word. */
export const unitOf = (axis: Axis): readonly [divisor: number, word: string] =>
  units.find(([divisor]) => Math.max(Math.abs(axis.low), Math.abs(axis.high)) >= divisor) ?? [1, ''];

/** A place on the axis in its unit, with as many decimals as its steps need. */
export function tickText(value: number, axis: Axis): string {
  const [divisor] = unitOf(axis);
  const step = ((axis.ticks[1] ?? axis.high) - axis.low) / divisor;
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return showNumber(value / divisor, decimals, decimals);
}

/** Which days besides the ends and today are named below a chart: firsts of months, no two so near that they would meet. */
export function dayMarks(days: readonly string[], today: number): readonly number[] {
  const last = days.length - 1;
  const apart = days.length / 14;
  const firsts = days.flatMap((day, i) =>
    day.endsWith('-01') && Math.abs(i - today) > apart && i > days.length / 9 && last - i > apart ? [i] : [],
  );
  return firsts.filter((_, i) => firsts.length < 8 || i % 2 === 0);
}
