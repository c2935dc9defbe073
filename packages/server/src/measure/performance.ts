// What this process measures of the kernel, kept so that a restart forgets nothing: an HDR histogram an organisation, a metric and an
// hour, written to the database every few seconds and at the end. What is told of it is read from there, over all processes.

import { randomUUID } from 'node:crypto';
import { REPLAY_EVENTS_MIN } from '@countinghouse/contract/features/performance';
import { WITNESS_SILENT_AFTER_SECONDS } from '@countinghouse/contract/features/witnesses';
import type { Pool } from '@countinghouse/store/connection';
import { findLastReplayRun, listBacklogs, type MeasuredMetric, sumEvidenceBacklog } from '@countinghouse/store/features/performance/reads';
import {
  deleteMeasuredBefore,
  putBacklogs,
  putEvidenceWriteHour,
  putMeasuredHours,
} from '@countinghouse/store/features/performance/writes';
import { countTroubled } from '@countinghouse/store/features/witnesses/reads';
import { sumBacklog } from '@countinghouse/store/outbound/due';
import type { ObservedBatch } from '@countinghouse/store/writer/resources';
import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import type { Metrics } from './metrics.ts';

// Source: decision 0041.
const DIGITS = 2;
const VALUE_US_MAX = 3_600_000_000;
const HOUR_MS = 3_600_000;
const KEPT_MS = 8 * 24 * HOUR_MS;

export const hourOf = (ms: number): string => new Date(Math.floor(ms / HOUR_MS) * HOUR_MS).toISOString();

interface Measured {
  readonly tenantId: string;
  readonly metric: MeasuredMetric;
  readonly hour: string;
  readonly histogram: Histogram;
  dirty: boolean;
}

export class PerformanceRecorder {
  private readonly pool: Pool;
  private readonly metrics: Metrics;
  private readonly nowMs: () => number;
  private readonly processId = randomUUID();
  private readonly measured = new Map<string, Measured>();
  private readonly evidenceBefore = { written: 0, failed: 0 };
  private cleanedHour = '';
  private flushing: Promise<void> = Promise.resolve();

  constructor(o: { readonly writerPool: Pool; readonly metrics: Metrics; readonly nowMs?: () => number }) {
    this.pool = o.writerPool;
    this.metrics = o.metrics;
    this.nowMs = o.nowMs ?? Date.now;
  }

  observe({ tenantId, intents, lagMs }: ObservedBatch): void {
    const hour = hourOf(this.nowMs());
    for (const { validationMs, executionMs } of intents) {
      this.record(tenantId, 'validation', hour, validationMs);
      if (executionMs !== null) this.record(tenantId, 'execution', hour, executionMs);
    }
    if (lagMs !== null) this.record(tenantId, 'projection_lag', hour, lagMs);
  }

  /** Writes what was measured since the last time. One at a time: who asks meanwhile waits for a turn of its own. */
  flush(): Promise<void> {
    const next = this.flushing.then(() => this.write());
    this.flushing = next.catch(() => {});
    return next;
  }

  /** Looks at what waits to leave, and says it. */
  async sample(): Promise<void> {
    const backlogs = await listBacklogs(this.pool);
    if (backlogs.length > 0) await putBacklogs(this.pool, hourOf(this.nowMs()), backlogs);
    const replayed = await findLastReplayRun(this.pool, REPLAY_EVENTS_MIN);
    this.metrics.observeSamples({
      backlog: backlogs.reduce((sum, b) => sum + b.backlog, 0),
      webhooksBacklog: await sumBacklog(this.pool, 'endpoints'),
      evidenceBacklog: await sumEvidenceBacklog(this.pool),
      replayPerMinute: replayed === null ? null : (replayed.events / replayed.seconds) * 60,
      witnesses: await countTroubled(this.pool, WITNESS_SILENT_AFTER_SECONDS),
    });
  }

  private record(tenantId: string, metric: MeasuredMetric, hour: string, ms: number): void {
    const key = `${tenantId}/${metric}/${hour}`;
    let found = this.measured.get(key);
    if (found === undefined) {
      const histogram = build({ bitBucketSize: 32, numberOfSignificantValueDigits: DIGITS, autoResize: true });
      found = { tenantId, metric, hour, histogram, dirty: false };
      this.measured.set(key, found);
    }
    found.histogram.recordValue(Math.min(VALUE_US_MAX, Math.max(1, Math.round(ms * 1000))));
    found.dirty = true;
  }

  private async write(): Promise<void> {
    const hour = hourOf(this.nowMs());
    const changed = [...this.measured.values()].filter((m) => m.dirty);
    for (const m of changed) m.dirty = false;
    try {
      if (changed.length > 0) await putMeasuredHours(this.pool, this.processId, changed.map(toRow));
    } catch (error) {
      for (const m of changed) m.dirty = true;
      throw error;
    }
    for (const [key, m] of this.measured) if (!m.dirty && m.hour !== hour) this.measured.delete(key);
    await this.writeEvidence(hour);
    if (this.cleanedHour !== hour) await deleteMeasuredBefore(this.pool, new Date(this.nowMs() - KEPT_MS).toISOString());
    this.cleanedHour = hour;
  }

  /** The counter is the vault's; what it grew by is this hour's. */
  private async writeEvidence(hour: string): Promise<void> {
    const now = await this.metrics.countEvidenceWrites();
    const before = this.evidenceBefore;
    const grown = { written: now.written - before.written, failed: now.failed - before.failed };
    if (grown.written + grown.failed === 0) return;
    await putEvidenceWriteHour(this.pool, this.processId, hour, grown);
    Object.assign(before, now);
  }
}

const toRow = ({ tenantId, metric, hour, histogram }: Measured) => ({
  tenantId,
  metric,
  hour,
  histogram: encodeIntoCompressedBase64(histogram),
  count: histogram.totalCount,
});
