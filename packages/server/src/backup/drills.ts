// Drills now and then, each a process of its own. One that a server died at is begun again by the next.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupSettings } from '../config.ts';
import { startWorker } from '../work/worker.ts';
import { type DrillReport, readDrill } from './drill-report.ts';
import type { BackupWatch } from './watch.ts';

const LOOK_EVERY_MS = 5_000;
const AFTER_FAILURE_MS = 3_600_000;
const entry = fileURLToPath(new URL('./drill-process.ts', import.meta.url));

interface DrillsOptions {
  readonly settings: BackupSettings;
  readonly watch: BackupWatch;
  /** Told of a drill that found something. */
  readonly onFault: (report: DrillReport) => void;
  readonly onError: (error: unknown) => void;
}

/** Starts them; the answer ends the one under way. */
export function startDrills({ settings: { folder, drillEveryMs }, watch, onFault, onError }: DrillsOptions): () => Promise<void> {
  if (drillEveryMs === null) return async () => {};
  let failedMs = Number.NEGATIVE_INFINITY;
  const pass = async (stopping: AbortSignal): Promise<void> => {
    watch.note({ drill: await readDrill(folder) });
    const last = watch.drill === null ? Number.NEGATIVE_INFINITY : Date.parse(watch.drill.began_at);
    // There is nothing to restore yet, it is not time, or the last one did not come to its end a moment ago.
    if (watch.copied === null || Date.now() - last < drillEveryMs || performance.now() - failedMs < AFTER_FAILURE_MS) return;
    try {
      await runDrill(stopping);
    } catch (error) {
      failedMs = performance.now();
      throw error;
    }
    watch.note({ drill: await readDrill(folder) });
    if (!stopping.aborted && watch.drill?.ok === false) onFault(watch.drill);
  };
  const worker = startWorker(LOOK_EVERY_MS, pass, onError);
  return () => worker.stop();
}

async function runDrill(stopping: AbortSignal): Promise<void> {
  const child = fork(entry, [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said += part.toString();
  });
  const end = (): void => void child.kill('SIGKILL');
  stopping.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
  stopping.removeEventListener('abort', end);
  if (code !== 0 && !stopping.aborted) throw new Error(`the drill did not come to its end: ${said.trim().slice(-500)}`);
}
