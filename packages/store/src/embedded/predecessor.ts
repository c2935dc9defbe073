// What an earlier run left in the data directory: a living owner is an error, a server that nobody owns is stopped, a process id that now
// belongs to somebody else is ignored.

import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { takeOwnerLock } from './owner.ts';

/** A server this young may be about to get its owner. */
const OWNER_GRACE_MS = 2_000;
const PREDECESSOR_TIMEOUT_MS = 60_000;
const POLL_MS = 10;

/** Another living server owns this data directory. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

interface PidFile {
  readonly pid: number;
  readonly startedAtMs: number;
  readonly port: number;
  readonly host: string;
  readonly status: string;
}

export function readPidFile(dataDir: string): PidFile | null {
  let lines: readonly string[];
  try {
    lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const line = (number: number): string => (lines[number - 1] ?? '').trim();
  return { pid: Number(line(1)), startedAtMs: Number(line(3)) * 1000, port: Number(line(4)), host: line(5), status: line(8) };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Is that process the PostgreSQL of this directory, and not a stranger who was given the number later? */
export function isServerOf(dataDir: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const [program = ''] = commandLineOf(pid).split('\0');
  if (path.basename(program) !== 'postgres') return false;
  const folder = workingFolderOf(pid);
  return folder === null || folder === dataDir;
}

/** The words of a process, each ended by NUL; empty if it is gone or a zombie. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** What an earlier run left here is waited for, stopped or cleared away. Throws `AlreadyRunning` for a living owner. */
export async function clearPredecessor(dataDir: string): Promise<void> {
  const until = Date.now() + PREDECESSOR_TIMEOUT_MS;
  for (let left = readPidFile(dataDir); left !== null && isServerOf(dataDir, left.pid); left = readPidFile(dataDir)) {
    if (Date.now() > until) throw new Error(`The PostgreSQL of an earlier run (process ${left.pid}) does not stop.`);
    if (left.status === 'ready') await stopIfNobodyOwns(dataDir, left);
    await sleep(POLL_MS);
  }
  removeLockOfStranger(dataDir, path.join(dataDir, 'postmaster.pid'));
  await killLeftBackends(dataDir);
}

/**
 * PostgreSQL itself clears a lock file of a dead process; of a living stranger, or of a dead one that nobody has waited for
 * (killed together with its parent, in a container whose first process is no init), it believes that it is a PostgreSQL.
 */
export function removeLockOfStranger(dataDir: string, file: string): void {
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (isAlive(pid) && !isServerOf(dataDir, pid)) rmSync(file, { force: true });
}

async function stopIfNobodyOwns(dataDir: string, left: PidFile): Promise<void> {
  let lock: pg.Client | null;
  try {
    lock = await takeOwnerLock(left.host, left.port);
  } catch {
    return; // it is stopping already
  }
  if (lock === null) throw alreadyRunning(dataDir, left.pid);
  const isYoung = Date.now() - left.startedAtMs < OWNER_GRACE_MS;
  if (!isYoung) process.kill(left.pid, 'SIGINT');
  await lock.end().catch(() => {});
}

/** Backends outlive a postmaster that was killed until they next look; PostgreSQL does not start beside them. */
export async function killLeftBackends(dataDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const listLeft = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && commandLineOf(pid).startsWith('postgres: ') && workingFolderOf(pid) === dataDir);
  for (const pid of listLeft()) process.kill(pid, 'SIGKILL');
  const until = Date.now() + PREDECESSOR_TIMEOUT_MS;
  while (listLeft().length > 0 && Date.now() < until) await sleep(POLL_MS);
}

export function alreadyRunning(dataDir: string, pid?: number): AlreadyRunning {
  const which = pid === undefined ? '' : ` (PostgreSQL process ${pid})`;
  return new AlreadyRunning(`Another server owns ${dataDir}${which}: stop it first, or set DATA_DIR.`);
}
