import { meets, objectives } from '@countinghouse/contract/features/performance';
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import { describe, expect, test } from 'vitest';
import { hoursUpTo, type MeasuredFigures, metricsOf, violationsOf } from './summary.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const nothing: MeasuredFigures = { nowMs: NOW, hours: [], backlog: null, backlogHours: [], replays: [], shortReplay: null, evidence: [] };
const histogramOf = (...valuesUs: readonly number[]): string => {
  const h = build({ bitBucketSize: 32, numberOfSignificantValueDigits: 2, autoResize: true });
  for (const v of valuesUs) h.recordValue(v);
  return encodeIntoCompressedBase64(h);
};
const named = (figures: Partial<MeasuredFigures>, name: string) => metricsOf({ ...nothing, ...figures }).find((m) => m.name === name);
const times = (count: number, value: number): readonly number[] => Array.from({ length: count }, () => value);

describe('the objectives', () => {
  test('are the six of the specification, each with its target and side', () => {
    expect(objectives.map((o) => [o.name, o.target, o.unit, o.direction])).toEqual([
      ['validation p95', 5, 'ms', 'lower'],
      ['execution p95', 5, 'ms', 'lower'],
      ['projection lag p95', 2, 's', 'lower'],
      ['replay throughput', 1_000_000, 'per min', 'higher'],
      ['evidence write success', 0.999, 'ratio', 'higher'],
      ['outbox backlog', 5, 'events', 'lower'],
    ]);
  });
  test.each([
    [5, 5, 'lower', true],
    [5.01, 5, 'lower', false],
    [0.999, 0.999, 'higher', true],
    [0.9989, 0.999, 'higher', false],
  ] as const)('%d against %d, %s is better: %s', (value, target, direction, kept) => {
    expect(meets(value, target, direction)).toBe(kept);
  });
});

describe('a metric', () => {
  test('that nobody measured has no value, no history of values, and breaks no promise', () => {
    const metrics = metricsOf(nothing);
    const none = [null, false, 0];
    // What has nowhere to go does not wait.
    expect(metrics.map((m) => [m.value, m.judged, m.measurements])).toEqual([none, none, none, none, none, [0, false, 0]]);
    expect(metrics.flatMap((m) => m.history.filter((h) => h.value !== null))).toEqual([]);
    expect(violationsOf(metrics)).toEqual([]);
  });
  test('is the 95th percentile over all hours and processes, and of each hour', () => {
    const [last = '', before = ''] = hoursUpTo(NOW).toReversed();
    const hours = [
      { metric: 'validation', hour: before, histogram: histogramOf(...times(90, 1_000)) },
      { metric: 'validation', hour: last, histogram: histogramOf(...times(5, 1_000)) },
      { metric: 'validation', hour: last.replace('.000Z', '.000000Z'), histogram: histogramOf(...times(5, 64_000)) },
    ] as const;
    const found = named({ hours }, 'validation p95');
    expect(found).toMatchObject({ measurements: 100 });
    expect(found?.value).toBeCloseTo(1, 1);
    expect(found?.history).toHaveLength(24);
    expect(found?.history.at(-2)?.value).toBeCloseTo(1, 1);
    // Within the two digits that it keeps.
    expect(Math.abs((found?.history.at(-1)?.value ?? 0) - 64)).toBeLessThan(1);
    expect(named({ hours }, 'execution p95')?.value).toBeNull();
  });
  test('of a replay that is too short to tell is told and breaks no promise; a longer one is told instead', () => {
    const shortReplay = { at: '2026-06-15T00:00:00Z', events: 500, seconds: 1 };
    const only = metricsOf({ ...nothing, shortReplay });
    expect(only.find((m) => m.name === 'replay throughput')).toMatchObject({ value: 30_000, judged: false, history: [], measurements: 0 });
    expect(violationsOf(only)).toEqual([]);
    const replays = [{ at: '2026-06-14T00:00:00Z', events: 50_000, seconds: 10 }];
    const both = metricsOf({ ...nothing, shortReplay, replays });
    expect(both.find((m) => m.name === 'replay throughput')).toMatchObject({ value: 300_000, judged: true, measurements: 1 });
    expect(violationsOf(both).map((v) => v.metric)).toEqual(['replay throughput']);
  });
  test('of seconds is told in seconds', () => {
    const [hour = ''] = hoursUpTo(NOW).toReversed();
    const hours = [{ metric: 'projection_lag', hour, histogram: histogramOf(3_000_000) }] as const;
    const found = named({ hours }, 'projection lag p95');
    expect(Math.abs((found?.value ?? 0) - 3)).toBeLessThan(0.03);
    expect(violationsOf(metricsOf({ ...nothing, hours }))).toEqual([
      { metric: 'projection lag p95', value: found?.value, target: 2, unit: 's', direction: 'lower' },
    ]);
  });
  test('of replays is the last one, of the vault the share that was written, of the outbox what waits now', () => {
    const replays = [
      { at: '2026-06-14T00:00:00Z', events: 100_000, seconds: 10 },
      { at: '2026-06-15T00:00:00Z', events: 50_000, seconds: 2 },
    ];
    expect(named({ replays }, 'replay throughput')).toMatchObject({
      value: 1_500_000,
      measurements: 2,
      history: [{ value: 600_000 }, { value: 1_500_000 }],
    });
    const [hour = ''] = hoursUpTo(NOW).toReversed();
    const evidence = [{ hour, written: 9_980, failed: 20 }];
    expect(named({ evidence }, 'evidence write success')).toMatchObject({ value: 0.998, measurements: 10_000 });
    const figures = { backlog: 6, backlogHours: [{ hour, highest: 40 }] };
    expect(named(figures, 'outbox backlog')).toMatchObject({ value: 6 });
    expect(named(figures, 'outbox backlog')?.history.at(-1)).toEqual({ at: hour, value: 40 });
    expect(violationsOf(metricsOf({ ...nothing, ...figures, evidence })).map((v) => v.metric)).toEqual([
      'evidence write success',
      'outbox backlog',
    ]);
  });
});
