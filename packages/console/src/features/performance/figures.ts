// How the figures of the page are written, and the line of a sparkline.
import { type MetricName, type PerformanceMetric, REPLAY_EVENTS_MIN } from '@countinghouse/contract/features/performance';
import { showCount, showNumber } from '../../lib/values/numbers.ts';

/** Specification §9: the ratio is shown to 4 decimals. */
const RATIO_DECIMALS = 4;
const SMALL_DIGITS = 3;

export const titleOf: Readonly<Record<MetricName, string>> = {
  'validation p95': 'Validation p95',
  'execution p95': 'Execution p95',
  'projection lag p95': 'Projection lag p95',
  'replay throughput': 'Replay throughput',
  'evidence write success': 'Evidence write success',
  'outbox backlog': 'Outbox backlog',
};

export const saysOf: Readonly<Record<MetricName, string>> = {
  'validation p95': 'The kernel deciding an intent, last 24 hours',
  'execution p95': 'The kernel applying what it decided, last 24 hours',
  'projection lag p95': 'From an event until its tables can be read, last 24 hours',
  'replay throughput': 'Events a minute of the last replay',
  'evidence write success': 'Bundles written of those tried by this server, last 24 hours',
  'outbox backlog': 'Events that a destination of the audit export has not taken',
};

/** What it says where there is a value that is held against no target. */
export const unjudgedOf: Readonly<Partial<Record<MetricName, string>>> = {
  'replay throughput': `The last replay, of fewer than ${showCount(REPLAY_EVENTS_MIN)} events: too short to be held against the target`,
  'outbox backlog': 'The audit export has no destination: nothing waits',
};

/** What it says where nothing was measured; the backlog always is. */
export const noneOf: Readonly<Partial<Record<MetricName, string>>> = {
  'validation p95': 'Post an intent to measure it.',
  'execution p95': 'Post an intent to measure it.',
  'projection lag p95': 'Write an event to measure it.',
  'replay throughput': 'Replay the log on the audit trail to measure it.',
  'evidence write success': 'No bundle was written yet.',
};

type Figure = Pick<PerformanceMetric, 'unit'>;

/** A value in its unit, as short as it can be told. */
export function showFigure(value: number, { unit }: Figure): string {
  if (unit === 'ratio') return value.toFixed(RATIO_DECIMALS);
  if (unit === 'events') return showCount(value);
  if (unit === 'per min') return `${showCount(Math.round(value))} / min`;
  const short = value >= 100 ? Math.round(value) : Number(value.toPrecision(SMALL_DIGITS));
  return `${showNumber(short, 6)} ${unit}`;
}

export const showTarget = (metric: Pick<PerformanceMetric, 'unit' | 'target' | 'direction'>): string =>
  `${metric.direction === 'lower' ? 'at most' : 'at least'} ${showFigure(metric.target, metric)}`;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pieces of a line in a box of 100 by 100, broken where nothing was measured; y grows downwards. The target is always in the box. */
export function sparkOf(
  values: readonly (number | null)[],
  target: number,
): { readonly pieces: readonly (readonly Point[])[]; readonly targetY: number } {
  const most = Math.max(target, ...values.map((v) => v ?? 0));
  const yOf = (value: number): number => (most === 0 ? 100 : 100 - (value / most) * 100);
  const step = values.length > 1 ? 100 / (values.length - 1) : 0;
  const pieces: Point[][] = [];
  let open: Point[] | null = null;
  values.forEach((value, index) => {
    if (value === null) {
      open = null;
      return;
    }
    if (open === null) {
      open = [];
      pieces.push(open);
    }
    open.push({ x: index * step, y: yOf(value) });
  });
  return { pieces, targetY: yOf(target) };
}
