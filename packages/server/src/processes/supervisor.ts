// Several processes behind one port: the supervisor owns what there is once on a machine (the embedded database, the backup, the buckets of
// rate limits), starts the processes, adds up what they measure, and ends all of them as one server ends. It answers no request itself.

import { type StopBackup, startBackup } from '../backup/start.ts';
import { BackupWatch } from '../backup/watch.ts';
import type { Config, TelemetrySettings } from '../config.ts';
import type { Database } from '../database.ts';
import { EXIT } from '../exit-codes.ts';
import { Buckets } from '../http/call-limits.ts';
import { CLOSE_WITHIN_MS, stopOnSignals } from '../stop.ts';
import type { Telemetry } from '../tracing/telemetry.ts';
import { Processes } from './processes.ts';
import { SummedMetrics } from './summed-metrics.ts';

/** A process that is asked to end needs so long beyond what it may take: then it is killed. */
const GRACE_MS = 2_000;
/** What is under way of the backup; a killed one goes on at the next start. */
const BACKUP_WITHIN_MS = 5_000;

interface SupervisorOptions {
  readonly config: Config;
  readonly database: Database;
  /** Called once, when the first process takes requests. */
  readonly onReady: () => void;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Runs until SIGTERM or SIGINT, or until it cannot go on; then it ends this process. */
export function supervise({ config, database, onReady, say, complain }: SupervisorOptions): void {
  const { where, embedded, readOnly } = database;
  const buckets = new Buckets();
  const watch = new BackupWatch((known) => processes.tellAll('noteBackup', known));
  let stopBackup: StopBackup = async () => {};

  const processes = new Processes({
    count: config.processes,
    beginning: (number) => ({ number, where, readOnly, demo: config.demo && number === 1, backup: watch.all }),
    acts: {
      take: (key, pace) => buckets.take(key, pace),
      readMetrics: () => metrics.read(),
    },
    onServing: ({ number, pid }, first) => {
      if (!first) return say(`process ${number} of ${config.processes} serves too (${pid})`);
      onReady();
      const note = (worker: string, error: unknown): void => complain(`the worker ${worker} will try again: ${String(error)}`);
      if (!readOnly) stopBackup = startBackup({ config, where, embedded: embedded !== null, watch, complain, note });
    },
    onEnded: (one, how, pauseMs) => {
      metrics.end(one);
      const when = pauseMs === 0 ? 'at once' : `in ${pauseMs / 1000} s`;
      complain(`process ${one.number} (${one.pid}) ended unexpectedly (${how}) and is started again ${when}`);
    },
    onFailed: (code) => void end(code),
  });
  const metrics = new SummedMetrics(() => processes.running);
  const telemetry = config.telemetry === null ? null : tellOfMetrics(config.telemetry, metrics, complain);

  const end = async (code: number): Promise<void> => {
    await Promise.race([stopBackup(Promise.resolve()), new Promise((resolve) => setTimeout(resolve, BACKUP_WITHIN_MS))]);
    await embedded?.stop();
    process.exit(code);
  };
  let stopping = false;
  const stop = async (drainMs: number): Promise<void> => {
    // Said again: those that still drain do so no longer.
    processes.tellAll('stop', drainMs);
    if (stopping) return;
    stopping = true;
    await Promise.all([telemetry?.then((open) => open.close()), processes.ended(drainMs + CLOSE_WITHIN_MS + GRACE_MS)]);
    await end(0);
  };
  stopOnSignals((drainMs) => void stop(drainMs), config.drainMs, say);
  process.on('SIGUSR2', () => processes.tellAll('confirmClock'));
  void embedded?.taken.then((error) => {
    complain(error.message);
    processes.kill();
    process.exit(EXIT.otherOwner);
  });
}

async function tellOfMetrics(settings: TelemetrySettings, metrics: SummedMetrics, complain: (line: string) => void): Promise<Telemetry> {
  const telemetry = new (await import('../tracing/telemetry.ts')).Telemetry(settings, complain);
  telemetry.measure(() => metrics.measure());
  return telemetry;
}
