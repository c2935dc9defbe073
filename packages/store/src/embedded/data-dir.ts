// The data directory of the embedded PostgreSQL and what is beside it: initdb, the folder of the socket, the log file. A data directory
// appears whole or not at all: initdb works beside it and the result is renamed.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from '../disk.ts';
import type { Binaries } from './binaries.ts';
import type { Identity } from './identity.ts';
import { PORT } from './owner.ts';
import { isAlive } from './predecessor.ts';

const SOCKET_PATH_BYTES_MAX = 107; // sun_path of Linux

export interface Run {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly durable: boolean;
}

/** The path as the kernel tells it, by which the processes of this directory are known. */
export function resolveLinks(around: string, name: string): string {
  const named = path.join(around, name);
  return existsSync(named) ? realpathSync(named) : path.join(realpathSync(around), name);
}

export function isInitialised(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'PG_VERSION'));
}

/** Runs initdb beside the data directory and renames: a kill half-way leaves nothing that looks like a database. */
export async function initialise(run: Run): Promise<void> {
  const { dataDir, identity } = run;
  const around = path.dirname(dataDir);
  const stem = `${path.basename(dataDir)}.new-`;
  for (const name of readdirSync(around)) {
    const maker = name.startsWith(stem) ? Number(name.slice(stem.length)) : Number.NaN;
    if (maker === process.pid || (maker > 0 && !isAlive(maker))) rmSync(path.join(around, name), { recursive: true, force: true });
  }
  const fresh = path.join(around, `${stem}${process.pid}`);
  mkdirSync(fresh, { mode: 0o700 });
  identity.own(fresh);
  try {
    await initdb(run, fresh);
    renameSync(fresh, dataDir);
    if (run.durable) syncFolder(around);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (isInitialised(dataDir)) return; // another start was first; who owns it is settled next
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
      throw new Error(`${dataDir} holds something else than a PostgreSQL database: set DATA_DIR.`);
    throw error;
  }
}

async function initdb(run: Run, dir: string): Promise<void> {
  const args = ['-D', dir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  // The built-in provider sorts the same on every system and after every upgrade of the system's libraries.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  if (!run.durable) args.push('--no-sync');
  const [command, ...rest] = commandLine(run.identity, run.binaries.initdb, args);
  await promisify(execFile)(command, rest, { env: environment(run.binaries) });
}

/** The data directory itself, unless the socket's path would be too long: then a folder named by its hash. */
export function chooseSocketFolder(dataDir: string, identity: Identity): string {
  if (Buffer.byteLength(path.join(dataDir, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES_MAX) return dataDir;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const folder = path.join(os.tmpdir(), `countinghouse-${digest}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The name can be guessed: somebody else may have made it first, to listen in our place.
  const trusted = [process.getuid?.(), lstatSync(dataDir).uid];
  const found = lstatSync(folder);
  if (!found.isDirectory() || !trusted.includes(found.uid))
    throw new Error(`${folder} belongs to somebody else: set DATA_DIR to a shorter path.`);
  identity.own(folder);
  return folder;
}

export function commandLine(identity: Identity, command: string, args: readonly string[]): [string, ...string[]] {
  const [first = command, ...rest] = [...identity.prefix, command, ...args];
  return [first, ...rest];
}

export function environment(binaries: Binaries): Record<string, string> {
  const base = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return binaries.libraryPath === null ? base : { ...base, LD_LIBRARY_PATH: binaries.libraryPath };
}

export function logPath(dataDir: string): string {
  return path.join(path.dirname(dataDir), 'postgres.log');
}
