// The server as a process: settings, database, routes, listening, and an orderly end.
// Exit codes: 0 stopped as asked · 75 the data directory has another owner · 78 settings are wrong.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AlreadyRunning } from '@countinghouse/store/embedded/predecessor';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { MigrationRefused } from '@countinghouse/store/migrate';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { type DemoPeople, openDemo } from './demo/open.ts';
import { startEvidenceThread } from './features/evidence/thread.ts';
import { replayTombstones } from './features/privacy/worker.ts';
import { openServices } from './open.ts';
import { ReadingThread } from './reading-thread.ts';
import { stopOnSignals } from './stop.ts';
import { startWorkers } from './workers.ts';

const EXIT = { otherOwner: 75, settings: 78 } as const;
const consoleDir = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Runs until SIGTERM or SIGINT. `consoleBuilt` resolves once the console's files are there; it runs beside the database. */
export async function start(consoleBuilt: Promise<void>): Promise<void> {
  consoleBuilt.catch(() => {}); // awaited below; until then a failure is not unhandled
  try {
    const config = readConfig(process.env);
    await run(config, consoleBuilt);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === null) throw error;
    complain((error as Error).message);
    process.exit(code);
  }
}

function exitCodeOf(error: unknown): number | null {
  if (error instanceof AlreadyRunning) return EXIT.otherOwner;
  if (error instanceof ConfigError || error instanceof MigrationRefused || error instanceof KeyUnavailable) return EXIT.settings;
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE' ? EXIT.otherOwner : null;
}

async function run(config: Config, consoleBuilt: Promise<void>): Promise<void> {
  const startedMs = performance.now();
  const database = await openDatabase(config, complain);
  const publicUrl = config.publicUrl ?? `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${config.port}`;
  await consoleBuilt;
  const reading = new ReadingThread(database.where, (error) => note('reading', error));
  const opened = openServices(config, database.where, { publicUrl, consoleDir, aside: reading, note: say });
  // Before anybody may write: whether the database still has what was answered.
  await opened.services.highWater.start();
  // Before anybody may read: what was erased stays erased, also in a database that was restored from before.
  const erasedAgain = await replayTombstones(opened.services);
  if (erasedAgain > 0) say(`${erasedAgain} erasure(s) that this database did not know of were done again`);
  if (config.cluster !== null) await opened.joinCluster(config.cluster);
  const app = await buildApp(opened.services);
  let stopWorkers = async (): Promise<void> => {};
  stopOnSignals({
    draining: opened.services.draining,
    drainMs: config.drainMs,
    close: async () => {
      await app.close();
      await stopWorkers();
      await reading.stop();
      await opened.close();
    },
    stopDatabase: async () => database.embedded?.stop(),
    say,
  });
  // An operator says that the clock is right.
  process.on('SIGUSR2', () => opened.services.clock.confirm());
  void database.embedded?.taken.then((error) => {
    complain(error.message);
    process.exit(EXIT.otherOwner);
  });
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    await opened.close();
    await database.embedded?.stop();
    throw new Error(`cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`, { cause: error });
  }
  say(`Countinghouse is at ${publicUrl} (ready in ${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  const note = (worker: string, error: unknown): void => app.log.error({ err: error, worker }, 'a worker will try again');
  reading.start();
  const stops = [startWorkers(opened.services, note)];
  const { metrics, highWater } = opened.services;
  const evidence = { settings: config, where: database.where, metrics, highWater };
  if (config.evidenceWorker) stops.push(startEvidenceThread({ ...evidence, onError: (error) => note('evidence', error) }));
  else say('evidence is not written (EVIDENCE_WORKER=0): it waits in the log');
  stopWorkers = async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
  if (!config.demo) return;
  try {
    const demo = await openDemo(opened, path.join(config.dataDir, 'demo.json'));
    if (demo !== null) introduce(demo);
  } catch (error) {
    // The demo is a guest: its trouble must not take the server down. What is missing is made by the next start.
    complain(`the demo could not be completed; the next start goes on with it: ${(error as Error).message}`);
  }
}

function introduce(demo: DemoPeople): void {
  say('');
  say('A demo organisation is ready. Sign in as');
  for (const p of demo.people) say(`  ${p.email}  ${p.password}  (${p.role})`);
  say('');
}
