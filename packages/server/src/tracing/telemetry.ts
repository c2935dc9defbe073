// Traces and metrics by OTLP, where they are asked for: this file, and what it needs, is loaded then alone. Where they go, with which certificates and
// time limits, the exporters read themselves in the environment (OTEL_EXPORTER_OTLP_*). What cannot be sent is let go: at most 2,048 spans wait.

import { setTimeout as sleep } from 'node:timers/promises';
import { setTracing } from '@countinghouse/store/tracing';
import { parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TelemetrySettings } from '../config.ts';
import type { Measured } from '../processes/acts.ts';
import { SpanTracing } from './activities.ts';
import { readMetricsOf } from './metrics.ts';

/** Of the 9 s that all of a stop may take. */
const FLUSH_WITHIN_MS = 2_000;
const SAY_EVERY_MS = 60_000;
const REASON_LENGTH_MAX = 200;

/** Of one process. */
export class Telemetry {
  private readonly settings: TelemetrySettings;
  private readonly resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'countinghouse' }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector] }));
  private readonly providers: { shutdown(): Promise<void> }[] = [];

  constructor(settings: TelemetrySettings, note: (line: string) => void) {
    this.settings = settings;
    setGlobalErrorHandler(onceAMinute(note));
  }

  /** From now on what goes on is told of. Before the first connection is opened. */
  trace(): void {
    if (!this.settings.traces) return;
    const exporter = new OTLPTraceExporter(this.inHeaders);
    const provider = new TracerProvider({
      resource: this.resource,
      sampler: samplerOf(this.settings.sampler),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: this.settings.spansEveryMs })],
    });
    this.providers.push(provider);
    setTracing(new SpanTracing(provider.getTracer('countinghouse')));
  }

  /** Sends what is measured, again and again. */
  measure(read: () => Promise<Measured>): void {
    if (!this.settings.metrics) return;
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(this.inHeaders),
      exportIntervalMillis: this.settings.metricsEveryMs,
      metricProducers: [readMetricsOf(read)],
    });
    this.providers.push(new MeterProvider({ resource: this.resource, readers: [reader] }));
  }

  /** Sends what waits, for two seconds at most. */
  async close(): Promise<void> {
    const sent = Promise.allSettled(this.providers.map((provider) => provider.shutdown()));
    await Promise.race([sent, sleep(FLUSH_WITHIN_MS)]);
  }

  /** The exporters know headers of the environment, and not those that were in a file. */
  private get inHeaders(): { readonly headers?: Record<string, string> } {
    return this.settings.headers === null ? {} : { headers: parseKeyPairsIntoRecord(this.settings.headers) };
  }
}

function samplerOf({ name, ratio }: TelemetrySettings['sampler']): Sampler {
  const kind = name.replace('parentbased_', '');
  const root =
    kind === 'always_on' ? new AlwaysOnSampler() : kind === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
  return kind === name ? root : new ParentBasedSampler({ root });
}

/** A receiver that is away is told of once a minute. */
function onceAMinute(note: (line: string) => void): (error: unknown) => void {
  let saidMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    const nowMs = performance.now();
    if (nowMs - saidMs < SAY_EVERY_MS) return;
    saidMs = nowMs;
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    note(`traces or metrics could not be sent, and are let go: ${reason.slice(0, REASON_LENGTH_MAX)}`);
  };
}
