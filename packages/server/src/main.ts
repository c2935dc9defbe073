// The server as its operator starts it: settings, database, and one process that serves or several behind one port.
// Exit codes: 0 stopped as asked · 75 the data directory or the port has another owner · 78 settings are wrong.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '@countinghouse/store/connection';
import { isStandby } from '@countinghouse/store/instance';
import { type StopBackup, startBackup } from './backup/start.ts';
import { BackupWatch } from './backup/watch.ts';
import { type Config, readConfig } from './config.ts';
import { type Database, openDatabase } from './database.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { supervise } from './processes/supervisor.ts';
import { openServing, publicUrlOf } from './serve.ts';
import { stopOf, stopOnSignals } from './stop.ts';
import { listUnencrypted } from './unencrypted.ts';

const LOOK_AT_STANDBY_MS = 1_000;

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
    const startedMs = performance.now();
    const config = readConfig(process.env);
    const database = await openDatabase(config, complain);
    await consoleBuilt;
    if (config.processes > 1) supervise({ config, database, onReady: () => introduce(config, database, startedMs), say, complain });
    else await serveAlone(config, database, startedMs);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === null) throw error;
    complain((error as Error).message);
    process.exit(code);
  }
}

function introduce(config: Config, { readOnly }: Database, startedMs: number): void {
  for (const sentence of listUnencrypted(config)) complain(sentence);
  say(`Countinghouse is at ${publicUrlOf(config)} (ready in ${((performance.now() - startedMs) / 1000).toFixed(1)} s)`);
  if (readOnly) say('the database is a standby: this server is read-only, and its workers rest');
}

async function serveAlone(config: Config, database: Database, startedMs: number): Promise<void> {
  const { where, embedded, readOnly } = database;
  const { opened, note, listen, close, openDemo } = await openServing(config, { where, readOnly, sibling: null, say, complain });
  let stopBackup: StopBackup = async () => {};
  const stop = stopOf({
    draining: opened.services.draining,
    close: async () => {
      const written = close();
      await Promise.all([written, stopBackup(written)]);
    },
    stopDatabase: async () => embedded?.stop(),
    say,
  });
  const hearNoSignals = stopOnSignals(stop, config.drainMs, say);
  // An operator says that the clock is right.
  const confirmClock = (): void => opened.services.clock.confirm();
  process.on('SIGUSR2', confirmClock);
  void embedded?.taken.then((error) => {
    complain(error.message);
    process.exit(EXIT.otherOwner);
  });
  try {
    await listen();
  } catch (error) {
    await close();
    await embedded?.stop();
    throw error;
  }
  introduce(config, database, startedMs);
  if (readOnly) {
    await untilPromoted(opened.services.readerPool);
    if (opened.services.draining.begun) return;
    say('the standby was promoted: this server begins anew, as one that writes');
    const againMs = performance.now();
    hearNoSignals();
    process.off('SIGUSR2', confirmClock);
    await close();
    return serveAlone(config, await openDatabase(config, complain), againMs);
  }
  const watch = opened.services.backups ?? new BackupWatch();
  stopBackup = startBackup({ config, where, embedded: embedded !== null, watch, complain, note });
  if (config.demo) await openDemo();
}

/** Resolves once a standby follows nobody any more. One that does not answer is asked again. */
async function untilPromoted(pool: Pool): Promise<void> {
  do await sleep(LOOK_AT_STANDBY_MS, undefined, { ref: false });
  while (await isStandby(pool).catch(() => true));
}
