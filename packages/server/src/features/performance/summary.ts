// From what was measured to what is told: percentiles over the last 24 hours, what each hour came to, and which targets are missed.

import {
  type MetricName,
  meets,
  objectives,
  PERFORMANCE_HOURS,
  type PerformanceMetric,
  type SloViolation,
} from '@countinghouse/contract/features/performance';
import type { MeasuredHourRow, MeasuredMetric, ReplayRunRow } from '@countinghouse/store/features/performance/reads';
import { build, decodeFromCompressedBase64, type Histogram } from 'hdr-histogram-js';

const HOUR_MS = 3_600_000;
const PERCENTILE = 95;
const US_A_MS = 1_000;
const US_A_S = 1_000_000;
const SECONDS_A_MINUTE = 60;

export interface MeasuredFigures {
  readonly nowMs: number;
  readonly hours: readonly MeasuredHourRow[];
  readonly backlog: number | null;
  readonly backlogHours: readonly { readonly hour: string; readonly highest: number }[];
  /** Those that are long enough to tell. */
  readonly replays: readonly ReplayRunRow[];
  /** The last one, told where none is. */
  readonly shortReplay: ReplayRunRow | null;
  readonly evidence: readonly { readonly hour: string; readonly written: number; readonly failed: number }[];
}

type Told = Pick<PerformanceMetric, 'value' | 'judged' | 'history' | 'measurements'>;

/** The hours that are told of, the oldest first; the last is under way. */
export function hoursUpTo(nowMs: number): readonly string[] {
  const last = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  return Array.from({ length: PERFORMANCE_HOURS }, (_, i) => new Date(last - (PERFORMANCE_HOURS - 1 - i) * HOUR_MS).toISOString());
}

export function metricsOf(figures: MeasuredFigures): readonly PerformanceMetric[] {
  const told: Readonly<Record<MetricName, Told>> = {
    'validation p95': percentileOf(figures, 'validation', US_A_MS),
    'execution p95': percentileOf(figures, 'execution', US_A_MS),
    'projection lag p95': percentileOf(figures, 'projection_lag', US_A_S),
    'replay throughput': replaysOf(figures),
    'evidence write success': evidenceOf(figures),
    'outbox backlog': backlogOf(figures),
  };
  return objectives.map((objective) => ({ ...objective, ...told[objective.name] }));
}

export const violationsOf = (metrics: readonly PerformanceMetric[]): readonly SloViolation[] =>
  metrics.flatMap(({ name, value, judged, target, unit, direction }) =>
    value === null || !judged || meets(value, target, direction) ? [] : [{ metric: name, value, target, unit, direction }],
  );

const sameHour = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b);

function percentileOf({ nowMs, hours }: MeasuredFigures, metric: MeasuredMetric, divisor: number): Told {
  const own = hours
    .filter((h) => h.metric === metric)
    .map(({ hour, histogram }) => ({ hour, histogram: decodeFromCompressedBase64(histogram) }));
  const all = sumOf(own.map((h) => h.histogram));
  const history = hoursUpTo(nowMs).map((at) => {
    const sum = sumOf(own.filter((h) => sameHour(h.hour, at)).map((h) => h.histogram));
    return { at, value: p95(sum, divisor) };
  });
  return { value: p95(all, divisor), judged: all.totalCount > 0, history, measurements: all.totalCount };
}

function sumOf(histograms: readonly Histogram[]): Histogram {
  const sum = build({ bitBucketSize: 32, numberOfSignificantValueDigits: 2, autoResize: true });
  for (const h of histograms) sum.add(h);
  return sum;
}

const p95 = (histogram: Histogram, divisor: number): number | null =>
  histogram.totalCount === 0 ? null : histogram.getValueAtPercentile(PERCENTILE) / divisor;

function replaysOf({ replays, shortReplay }: MeasuredFigures): Told {
  const perMinute = ({ events, seconds }: ReplayRunRow): number => Math.round((events / seconds) * SECONDS_A_MINUTE);
  const history = replays.map((run) => ({ at: run.at, value: perMinute(run) }));
  const last = history.at(-1);
  if (last !== undefined) return { value: last.value, judged: true, history, measurements: history.length };
  return { value: shortReplay === null ? null : perMinute(shortReplay), judged: false, history, measurements: 0 };
}

function evidenceOf({ nowMs, evidence }: MeasuredFigures): Told {
  const ratio = (written: number, failed: number): number | null => (written + failed === 0 ? null : written / (written + failed));
  const [written, failed] = [sum(evidence.map((e) => e.written)), sum(evidence.map((e) => e.failed))];
  const history = hoursUpTo(nowMs).map((at) => {
    const of = evidence.find((e) => sameHour(e.hour, at));
    return { at, value: of === undefined ? null : ratio(of.written, of.failed) };
  });
  return { value: ratio(written, failed), judged: written + failed > 0, history, measurements: written + failed };
}

function backlogOf({ nowMs, backlog, backlogHours }: MeasuredFigures): Told {
  const history = hoursUpTo(nowMs).map((at) => ({ at, value: backlogHours.find((b) => sameHour(b.hour, at))?.highest ?? null }));
  // Without a destination nothing waits, and nothing is promised.
  return { value: backlog ?? 0, judged: backlog !== null, history, measurements: backlog === null ? 0 : 1 };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
