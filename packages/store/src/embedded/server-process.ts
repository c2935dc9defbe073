// The process of the embedded PostgreSQL: started apart from our process group, watched until it is ready, ended.

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine, environment, logPath, type Run } from './data-dir.ts';
import { alreadyRunning, isServerOf, killLeftBackends, readPidFile } from './predecessor.ts';

/** Crash recovery reads back up to max_wal_size. */
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 20_000;
/** An immediate shutdown kills its own processes after 5 s. */
const IMMEDIATE_STOP_TIMEOUT_MS = 6_000;
const POLL_MS = 10;
const LOG_LINES_IN_ERROR = 12;

export interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<void>;
  isGone(): boolean;
}

export function spawnPostgres(run: Run, settings: Readonly<Record<string, string>>): Server {
  const args = ['-D', run.dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const [command, ...rest] = commandLine(run.identity, run.binaries.postgres, args);
  const log = openSync(logPath(run.dataDir), 'a', 0o600);
  const child = spawn(command, rest, { env: environment(run.binaries), stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      gone = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  return { child, pid: child.pid ?? 0, exited, isGone: () => gone };
}

/**
 * Waits until it takes connections. False where it said nothing for `patienceMs`, neither in its log nor in its lock file: then it stands still.
 * Throws the reason of `signal`, and an Error with the last lines of the log where it ended.
 */
export async function waitUntilReady(run: Run, server: Server, patienceMs: number, signal?: AbortSignal): Promise<boolean> {
  const until = performance.now() + START_TIMEOUT_MS;
  let said = '';
  let saidAtMs = performance.now();
  for (;;) {
    const file = readPidFile(run.dataDir);
    if (file?.pid === server.pid && file.status === 'ready') return true;
    if (server.isGone()) {
      const other = readPidFile(run.dataDir);
      if (other !== null && other.pid !== server.pid && isServerOf(run.dataDir, other.pid)) throw alreadyRunning(run.dataDir, other.pid);
      const lastLines = readFileSync(logPath(run.dataDir), 'utf8').trimEnd().split('\n').slice(-LOG_LINES_IN_ERROR).join('\n');
      throw new Error(`PostgreSQL did not start:\n${lastLines}`);
    }
    signal?.throwIfAborted();
    const nowMs = performance.now();
    if (nowMs > until) throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s: see ${logPath(run.dataDir)}.`);
    const says = `${statSync(logPath(run.dataDir)).size} ${file?.pid} ${file?.status}`;
    if (says !== said) [said, saidAtMs] = [says, nowMs];
    else if (nowMs - saidAtMs > patienceMs) return false;
    await sleep(POLL_MS);
  }
}

export async function stopServer(dataDir: string, server: Server): Promise<void> {
  if (!server.isGone()) server.child.kill('SIGINT');
  const immediately = setTimeout(() => server.child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  const atLast = setTimeout(() => void killServer(dataDir, server), STOP_TIMEOUT_MS + IMMEDIATE_STOP_TIMEOUT_MS);
  await server.exited;
  clearTimeout(immediately);
  clearTimeout(atLast);
}

/** Ends every process of it at once; the next start recovers. */
export async function killServer(dataDir: string, server: Server): Promise<void> {
  if (!server.isGone()) server.child.kill('SIGKILL');
  await server.exited;
  await killLeftBackends(dataDir);
}
