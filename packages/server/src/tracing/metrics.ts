// What `/metrics` has, as OpenTelemetry has it: the same registry, read when it is time to send. Nothing is counted twice.

import { type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client';
import type { Measured } from '../processes/acts.ts';

type Metric = MetricObjectWithValues<MetricValue<string>>;

/** Reads them whenever the exporter asks. */
export function readMetricsOf(measure: () => Promise<Measured>): MetricProducer {
  const since = millisToHrTime(performance.timeOrigin);
  return {
    collect: async () => {
      const metrics = toMetrics(await measure(), since, millisToHrTime(Date.now()));
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'countinghouse' }, metrics }] }, errors: [] };
    },
  };
}

/** `since`: from when on counters and histograms have counted. */
export function toMetrics(measured: Measured, since: HrTime, now: HrTime): MetricData[] {
  const pointOf = <T>(labels: MetricValue<string>['labels'], value: T): DataPoint<T> => ({
    startTime: since,
    endTime: now,
    attributes: labelsOf(labels),
    value,
  });
  return (measured as readonly Metric[]).flatMap((metric): MetricData[] => {
    const { name, help, values } = metric;
    const base = {
      descriptor: { name, description: help, unit: name.includes('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const points = (): DataPoint<number>[] => values.map(({ labels, value }) => pointOf(labels, value));
    // prom-client says `histogram`, where its type says a number.
    switch (String(metric.type)) {
      case 'counter':
        return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
      case 'gauge':
        return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
      case 'histogram': {
        const dataPoints = histogramsOf(values as MetricValueWithName<string>[]).map(({ labels, value }) => pointOf(labels, value));
        return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
      }
      default:
        return [];
    }
  });
}

type Labels = Readonly<Record<string, string>>;

const labelsOf = (labels: MetricValue<string>['labels']): Labels =>
  Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)]));

/** Prometheus counts what is at most as large as a bound; here each bucket has its own. */
function histogramsOf(values: readonly MetricValueWithName<string>[]): readonly { readonly labels: Labels; readonly value: Histogram }[] {
  const found = new Map<string, { readonly labels: Labels; readonly upTo: Map<number, number>; sum: number; count: number }>();
  for (const { metricName = '', labels, value } of values) {
    const { le, ...own } = labelsOf(labels);
    const key = JSON.stringify(own);
    const one = found.get(key) ?? { labels: own, upTo: new Map<number, number>(), sum: 0, count: 0 };
    found.set(key, one);
    if (metricName.endsWith('_sum')) one.sum = value;
    else if (metricName.endsWith('_count')) one.count = value;
    else if (le !== undefined && le !== '+Inf') one.upTo.set(Number(le), value);
  }
  return [...found.values()].map(({ labels, upTo, sum, count }) => {
    const boundaries = [...upTo.keys()].sort((a, b) => a - b);
    const atMost = [...boundaries.map((bound) => upTo.get(bound) ?? 0), count];
    const counts = atMost.map((n, i) => n - (atMost[i - 1] ?? 0));
    return { labels, value: { buckets: { boundaries, counts }, sum, count } };
  });
}
