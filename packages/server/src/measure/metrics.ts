// What the process measures of itself, for `/metrics` (Prometheus text format). Where several processes are one answer, counters and histograms are
// added; `aggregator` says how a gauge is put together that they all read from one place. Labels are route patterns, methods and codes that we
// know: never ids, and nothing that a caller made up.

import { objectives } from '@countinghouse/contract/features/performance';
import type { ObservedBatch } from '@countinghouse/store/writer/resources';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BackupWatch } from '../backup/watch.ts';
import { memoryPlan } from '../work/memory.ts';
import { heapsByTask } from '../work/thread.ts';

/** Of the contract, and what browsers send by themselves. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

export interface Metrics {
  readonly registry: Registry;
  observeRequests(app: FastifyInstance): void;
  /** null: another server counts them. */
  observeMail(counts: { readonly waiting: number; readonly failed: number } | null): void;
  observeBatch(batch: ObservedBatch): void;
  /** How far the clock of the machine is off is measured whenever somebody asks. */
  watchClock(clock: { readonly stepMs: number }): void;
  watchDisk(disk: { readonly usedPercent: number }): void;
  watchBackup(backup: Pick<BackupWatch, 'reached' | 'copied' | 'drill'>): void;
  watchBrokers(brokers: readonly { readonly kind: string; readonly isUp: boolean; readonly backlog: number | null }[]): void;
  /** A list or report was read. */
  countRead(from: 'primary' | 'replica'): void;
  /** How old what each replica shows is; null where that is not known, or it is not there. */
  watchReplicas(replicas: readonly { readonly usable: boolean; readonly ageMs: number | null }[]): void;
  watchCluster(cluster: { readonly size: number }): void;
  /** What is looked at now and then; a replay that never ran has no figure. null: another server looks. */
  observeSamples(
    samples: {
      readonly backlog: number;
      readonly webhooksBacklog: number;
      readonly evidenceBacklog: number;
      readonly replayPerMinute: number | null;
      readonly witnesses: { readonly refused: number; readonly silent: number };
    } | null,
  ): void;
  /** Bundles of the evidence vault since the start of this process. */
  countEvidenceWrites(): Promise<{ readonly written: number; readonly failed: number }>;
  /** Organisations whose log is behind what was answered, or another one. */
  observeLogsGoneBack(count: number): void;
  /** A high-water mark was read that is not believed. */
  countDamagedMark(): void;
  /** Bundles of the evidence vault, as each try to write came out. */
  observeEvidence(outcome: 'written' | 'failed', count: number): void;
}

const instant = (at: string | null | undefined): number | null => (at == null ? null : Date.parse(at) / 1000);

export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'countinghouse_' });
  watchMemory(registry);
  const requests = new Histogram({
    name: 'countinghouse_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 20],
    registers: [registry],
  });
  const commits = new Histogram({
    name: 'countinghouse_batch_commit_seconds',
    help: 'Time to commit a batch of commands',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
  const commands = new Counter({ name: 'countinghouse_commands_total', help: 'Commands answered', registers: [registry] });
  const events = new Counter({ name: 'countinghouse_events_total', help: 'Events written', registers: [registry] });
  const mail = new Gauge({
    name: 'countinghouse_mail',
    aggregator: 'max',
    help: 'Mails that wait to be sent, and those that could not be (dead letters)',
    labelNames: ['state'],
    registers: [registry],
  });
  const kernelBuckets = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5];
  const validation = new Histogram({
    name: 'countinghouse_validation_seconds',
    help: 'Time of the kernel to decide an intent',
    buckets: kernelBuckets,
    registers: [registry],
  });
  const execution = new Histogram({
    name: 'countinghouse_execution_seconds',
    help: 'Time of the kernel to apply what an intent came to',
    buckets: kernelBuckets,
    registers: [registry],
  });
  const lag = new Histogram({
    name: 'countinghouse_projection_lag_seconds',
    help: 'From the time of an event until its projections can be read',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [registry],
  });
  const replayed = new Gauge({
    name: 'countinghouse_replay_events_per_minute',
    aggregator: 'max',
    help: 'How fast the last replay was that was long enough to tell; none before the first',
    // A figure that nobody measured is not there, rather than 0.
    labelNames: ['of'],
    registers: [registry],
  });
  const backlog = new Gauge({
    name: 'countinghouse_outbox_backlog',
    aggregator: 'max',
    help: 'Events that destinations of the audit export have not taken yet, over all organisations',
    registers: [registry],
  });
  const webhooksWaiting = new Gauge({
    name: 'countinghouse_webhooks_backlog',
    aggregator: 'max',
    help: 'Events that webhook endpoints have not taken yet, over all organisations',
    registers: [registry],
  });
  const targets = new Gauge({
    name: 'countinghouse_slo_target',
    aggregator: 'first',
    help: 'What is promised, in the unit of the page Performance & SLOs',
    labelNames: ['metric'],
    registers: [registry],
  });
  for (const { name, target } of objectives) targets.set({ metric: name }, target);
  const evidence = new Counter({
    name: 'countinghouse_evidence_writes_total',
    help: 'Evidence bundles that were written, and tries that failed',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['written', 'failed']) evidence.inc({ outcome }, 0);
  const evidenceWaiting = new Gauge({
    name: 'countinghouse_evidence_backlog',
    aggregator: 'max',
    help: 'Events that the evidence vault has not looked at yet, over all organisations',
    registers: [registry],
  });
  const witnesses = new Gauge({
    name: 'countinghouse_witnesses',
    aggregator: 'max',
    help: 'Witnesses of all organisations that refuse a log because they cosigned another one, and those that have not cosigned for an hour',
    labelNames: ['state'],
    registers: [registry],
  });
  const goneBack = new Gauge({
    name: 'countinghouse_logs_gone_back',
    aggregator: 'max',
    help: 'Organisations whose log in the database is behind what was answered, or another one: read-only until an owner accepts the loss',
    registers: [registry],
  });
  const damagedMarks = new Counter({
    name: 'countinghouse_high_water_marks_damaged_total',
    help: 'High-water marks that were read and are not what a chain key signed',
    registers: [registry],
  });
  const reads = new Counter({
    name: 'countinghouse_reads_total',
    help: 'Lists and reports that were read, from the primary database or a replica',
    labelNames: ['source'],
    registers: [registry],
  });
  for (const source of ['primary', 'replica']) reads.inc({ source }, 0);
  return {
    registry,
    countRead: (source) => reads.inc({ source }),
    watchReplicas: (replicas) => {
      new Gauge({
        name: 'countinghouse_replica_lag_seconds',
        aggregator: 'max',
        help: 'Seconds by which what a replica shows may be behind; none where that is not known, or it cannot be read',
        labelNames: ['replica'],
        registers: [registry],
        collect() {
          this.reset();
          for (const [n, { usable, ageMs }] of replicas.entries())
            if (usable && ageMs !== null) this.set({ replica: String(n + 1) }, ageMs / 1000);
        },
      });
      new Gauge({
        name: 'countinghouse_replica_up',
        aggregator: 'min',
        help: 'Whether a replica answers and follows the primary: 1, else 0',
        labelNames: ['replica'],
        registers: [registry],
        collect() {
          for (const [n, { usable }] of replicas.entries()) this.set({ replica: String(n + 1) }, Number(usable));
        },
      });
    },
    observeLogsGoneBack: (count) => goneBack.set(count),
    countDamagedMark: () => damagedMarks.inc(),
    watchCluster: (cluster) => {
      new Gauge({
        name: 'countinghouse_servers',
        aggregator: 'max',
        help: 'Servers of this database that this one knows of, itself included',
        registers: [registry],
        collect() {
          this.set(cluster.size);
        },
      });
    },
    watchBackup: (backup) => {
      const figures = {
        reached_timestamp_seconds: ['Everything that was committed until then is in the backup', () => instant(backup.reached)],
        copied_timestamp_seconds: ['When the last copy of the whole database ended', () => instant(backup.copied)],
        drill_timestamp_seconds: ['When the last drill began', () => instant(backup.drill?.began_at)],
        drill_ok: ['Whether the last drill found nothing: 1, else 0', () => (backup.drill === null ? null : Number(backup.drill.ok))],
        drill_rpo_seconds: ['Seconds before the last drill that its backup did not hold', () => backup.drill?.rpo_seconds ?? null],
        drill_rto_seconds: ['Seconds until the database that the last drill restored was open', () => backup.drill?.rto_seconds ?? null],
      } as const;
      for (const [name, [help, read]] of Object.entries(figures)) {
        new Gauge({
          name: `countinghouse_backup_${name}`,
          aggregator: 'first',
          help,
          // A figure that nobody measured is not there, rather than 0.
          labelNames: ['of'],
          registers: [registry],
          collect() {
            const value = read();
            if (value !== null) this.set({ of: 'backup' }, value);
          },
        });
      }
    },
    watchBrokers: (brokers) => {
      if (brokers.length === 0) return;
      new Gauge({
        name: 'countinghouse_broker_up',
        aggregator: 'min',
        help: 'Whether the broker can be reached: 1, else 0; of several processes that of the worst',
        labelNames: ['broker'],
        registers: [registry],
        collect() {
          for (const { kind, isUp } of brokers) this.set({ broker: kind }, Number(isUp));
        },
      });
      new Gauge({
        name: 'countinghouse_broker_backlog',
        aggregator: 'max',
        help: 'Events that the broker has not taken yet, over all organisations',
        labelNames: ['broker'],
        registers: [registry],
        collect() {
          for (const { kind, backlog } of brokers) if (backlog !== null) this.set({ broker: kind }, backlog);
        },
      });
    },
    watchDisk: (disk) => {
      new Gauge({
        name: 'countinghouse_disk_used_ratio',
        aggregator: 'max',
        help: 'How much of the disk of the data directory is used',
        registers: [registry],
        collect() {
          this.set(disk.usedPercent / 100);
        },
      });
    },
    watchClock: (clock) => {
      new Gauge({
        name: 'countinghouse_clock_step_seconds',
        aggregator: 'max',
        help: 'How far the clock of the machine stepped ahead of the time that passed; 0 where it is followed',
        registers: [registry],
        collect() {
          this.set(clock.stepMs / 1000);
        },
      });
    },
    observeEvidence: (outcome, count) => evidence.inc({ outcome }, count),
    observeSamples: (samples) => {
      if (samples === null) {
        for (const gauge of [backlog, webhooksWaiting, evidenceWaiting, witnesses, replayed]) gauge.reset();
        return;
      }
      const { backlog: waiting, webhooksBacklog, evidenceBacklog, replayPerMinute, witnesses: troubled } = samples;
      backlog.set(waiting);
      webhooksWaiting.set(webhooksBacklog);
      evidenceWaiting.set(evidenceBacklog);
      for (const [state, count] of Object.entries(troubled)) witnesses.set({ state }, count);
      if (replayPerMinute !== null) replayed.set({ of: 'last_run' }, replayPerMinute);
    },
    countEvidenceWrites: async () => {
      const { values } = await evidence.get();
      const of = (outcome: string): number => values.find((v) => v.labels['outcome'] === outcome)?.value ?? 0;
      return { written: of('written'), failed: of('failed') };
    },
    observeMail: (counts) => {
      if (counts === null) return mail.reset();
      mail.set({ state: 'waiting' }, counts.waiting);
      mail.set({ state: 'failed' }, counts.failed);
    },
    observeRequests: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        const method = METHODS.has(request.method) ? request.method : 'other';
        // How long somebody listened is no time to answer.
        if (!String(reply.getHeader('content-type')).startsWith('text/event-stream'))
          requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    observeBatch: (batch) => {
      commits.observe(batch.commitMs / 1000);
      commands.inc(batch.commands);
      events.inc(batch.events);
      for (const { validationMs, executionMs } of batch.intents) {
        validation.observe(validationMs / 1000);
        if (executionMs !== null) execution.observe(executionMs / 1000);
      }
      if (batch.lagMs !== null) lag.observe(batch.lagMs / 1000);
    },
  };
}

/** The default figures of the heap are of the thread that posts; these are of the others, by what they do, and of the whole process. */
function watchMemory(registry: Registry): void {
  const bound = new Gauge({
    name: 'countinghouse_memory_bound_bytes',
    help: 'What the process takes of the memory at most, by the heap that it has',
    registers: [registry],
  });
  bound.set(memoryPlan().boundBytes);
  new Gauge({
    name: 'countinghouse_thread_heap_bytes',
    help: 'Memory of the threads beside the one that posts: what they have taken (total), and what of it is in use (used)',
    labelNames: ['task', 'heap'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [task, { total, used }] of await heapsByTask()) {
        this.set({ task, heap: 'total' }, total);
        this.set({ task, heap: 'used' }, used);
      }
    },
  });
}
