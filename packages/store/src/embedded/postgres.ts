// Starts, watches and stops the PostgreSQL that npm brought. One data directory, one owner.
//
// - It listens on a Unix socket in a folder closed to others: no port to collide, no password to keep.
// - It is not in our process group: Ctrl-C is ours alone, and we stop it after our last request.
// - The owner of a data directory is whoever holds a session advisory lock in it, on one connection kept for life.
//   What an earlier run left behind is judged by that lock: a living owner is an error (`AlreadyRunning`), a server that
//   nobody owns is stopped, a process id that now belongs to somebody else is ignored.
// - A data directory appears whole or not at all: initdb works beside it and the result is renamed.
//
// PostgreSQL's own messages go to `postgres.log` beside the data directory.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { chooseIdentity, type Identity } from './identity.ts';

export interface Embedded {
  /** Folder of the Unix socket; with `port` what a client needs. The superuser is `postgres`, without a password. */
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** As whom it runs, for the start message. */
  readonly how: Identity['how'];
  readonly startedMs: number;
  /** Settles when PostgreSQL has ended, asked for or not. */
  readonly exited: Promise<void>;
  /** Closes every connection and ends PostgreSQL cleanly; within 20 s, else by an immediate shutdown; killed where it stands still. Idempotent. */
  stop(): Promise<void>;
}

/** Another living server owns this data directory. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

export interface EmbeddedOptions {
  /** The PostgreSQL directory itself; made if missing. */
  readonly dataDir: string;
  /** False only for tests: then a crash of the machine may lose everything. */
  readonly durable: boolean;
  /** Server settings that go over the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
}

const PORT = 5432; // only names the socket file
const SOCKET_PATH_BYTES_MAX = 107; // sun_path of Linux
const OWNER_LOCK = 7_301_991;
/** A server this young may be about to get its owner. */
const OWNER_GRACE_MS = 2_000;
/** Crash recovery reads back up to max_wal_size. */
const START_TIMEOUT_MS = 600_000;
const PREDECESSOR_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
/** An immediate shutdown kills its own processes after 5 s. */
const IMMEDIATE_STOP_TIMEOUT_MS = 6_000;
/** Whoever does not say goodbye by then stands still, and hears no signal but one. */
const GOODBYE_WITHIN_MS = 1_500;
const POLL_MS = 10;
const LOG_LINES_IN_ERROR = 12;

// Source: docs/operating/install.md. Zero-filling new WAL segments costs 50 ms at the 99th percentile, about once a second.
const durableSettings: Readonly<Record<string, string>> = {
  wal_init_zero: 'off',
  min_wal_size: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  shared_buffers: '256MB',
  wal_buffers: '16MB',
  wal_compression: 'pglz',
};
const fastSettings: Readonly<Record<string, string>> = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Starts PostgreSQL on a data directory, making it first if there is none, and becomes its owner.
 *
 * Throws `AlreadyRunning` while another living process owns the directory, and an Error with the last lines of
 * postgres.log where PostgreSQL does not start. Call it from the main thread (see identity.ts).
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const beganMs = performance.now();
  const around = path.dirname(path.resolve(options.dataDir));
  mkdirSync(around, { recursive: true });
  const dataDir = resolveLinks(around, path.basename(options.dataDir));
  const binaries = findBinaries(path.join(path.dirname(dataDir), 'cache'));
  const identity = chooseIdentity(dataDir, binaries.postgres);
  const run: Run = { dataDir, binaries, identity, durable: options.durable };

  if (!isInitialised(dataDir)) await initialise(run);
  await clearPredecessor(dataDir);
  const host = chooseSocketFolder(dataDir, identity);
  removeLockOfStranger(dataDir, path.join(host, `.s.PGSQL.${PORT}.lock`));
  const settings = {
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    // Of a statement that fails nothing is written to the log, its message and details included: whoever sent it is told, and values in it may be
    // words that tell of persons. What the server itself has to say is above that.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
    port: String(PORT),
    ...(options.durable ? durableSettings : fastSettings),
    ...options.settings,
  };
  const server = spawnPostgres(run, settings);
  try {
    await waitUntilReady(run, server);
    const owner = await takeOwnership(host, server);
    if (owner === null) throw alreadyRunning(dataDir);
    return {
      host,
      port: PORT,
      pid: server.pid,
      how: identity.how,
      startedMs: performance.now() - beganMs,
      exited: server.exited,
      stop: once(async () => {
        const moves = await Promise.race([owner.release().then(() => true), sleep(GOODBYE_WITHIN_MS, false)]);
        if (!moves) await killServer(dataDir, server);
        await stopServer(dataDir, server);
      }),
    };
  } catch (error) {
    await stopServer(dataDir, server);
    throw error;
  }
}

// --- The data directory

interface Run {
  readonly dataDir: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  readonly durable: boolean;
}

/** The path as the kernel tells it, by which the processes of this directory are known. */
function resolveLinks(around: string, name: string): string {
  const named = path.join(around, name);
  return existsSync(named) ? realpathSync(named) : path.join(realpathSync(around), name);
}

function isInitialised(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'PG_VERSION'));
}

/** Runs initdb beside the data directory and renames: a kill half-way leaves nothing that looks like a database. */
async function initialise(run: Run): Promise<void> {
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

function syncFolder(dir: string): void {
  const folder = openSync(dir, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** The data directory itself, unless the socket's path would be too long: then a folder named by its hash. */
function chooseSocketFolder(dataDir: string, identity: Identity): string {
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

// --- What an earlier run left

interface PidFile {
  readonly pid: number;
  readonly startedAtMs: number;
  readonly port: number;
  readonly host: string;
  readonly status: string;
}

function readPidFile(dataDir: string): PidFile | null {
  let lines: readonly string[];
  try {
    lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return null;
  }
  const line = (number: number): string => (lines[number - 1] ?? '').trim();
  return { pid: Number(line(1)), startedAtMs: Number(line(3)) * 1000, port: Number(line(4)), host: line(5), status: line(8) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Is that process the PostgreSQL of this directory, and not a stranger who was given the number later? */
function isServerOf(dataDir: string, pid: number): boolean {
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
async function clearPredecessor(dataDir: string): Promise<void> {
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
function removeLockOfStranger(dataDir: string, file: string): void {
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
async function killLeftBackends(dataDir: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const listLeft = (): number[] =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && commandLineOf(pid).startsWith('postgres: ') && workingFolderOf(pid) === dataDir);
  for (const pid of listLeft()) process.kill(pid, 'SIGKILL');
  const until = Date.now() + PREDECESSOR_TIMEOUT_MS;
  while (listLeft().length > 0 && Date.now() < until) await sleep(POLL_MS);
}

function alreadyRunning(dataDir: string, pid?: number): AlreadyRunning {
  const which = pid === undefined ? '' : ` (PostgreSQL process ${pid})`;
  return new AlreadyRunning(`Another server owns ${dataDir}${which}: stop it first, or set DATA_DIR.`);
}

// --- The server process

interface Server {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly exited: Promise<void>;
  isGone(): boolean;
}

function spawnPostgres(run: Run, settings: Readonly<Record<string, string>>): Server {
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

async function waitUntilReady(run: Run, server: Server): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  const isReady = (): boolean => {
    const file = readPidFile(run.dataDir);
    return file?.pid === server.pid && file.status === 'ready';
  };
  while (!isReady()) {
    if (server.isGone()) {
      const other = readPidFile(run.dataDir);
      if (other !== null && other.pid !== server.pid && isServerOf(run.dataDir, other.pid)) throw alreadyRunning(run.dataDir, other.pid);
      const lastLines = readFileSync(logPath(run.dataDir), 'utf8').trimEnd().split('\n').slice(-LOG_LINES_IN_ERROR).join('\n');
      throw new Error(`PostgreSQL did not start:\n${lastLines}`);
    }
    if (Date.now() > until) throw new Error(`PostgreSQL was not ready after ${START_TIMEOUT_MS / 1000} s: see ${logPath(run.dataDir)}.`);
    await sleep(POLL_MS);
  }
}

async function stopServer(dataDir: string, server: Server): Promise<void> {
  if (!server.isGone()) server.child.kill('SIGINT');
  const immediately = setTimeout(() => server.child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  const atLast = setTimeout(() => void killServer(dataDir, server), STOP_TIMEOUT_MS + IMMEDIATE_STOP_TIMEOUT_MS);
  await server.exited;
  clearTimeout(immediately);
  clearTimeout(atLast);
}

/** Ends every process of it at once; the next start recovers. */
async function killServer(dataDir: string, server: Server): Promise<void> {
  if (!server.isGone()) server.child.kill('SIGKILL');
  await server.exited;
  await killLeftBackends(dataDir);
}

function commandLine(identity: Identity, command: string, args: readonly string[]): [string, ...string[]] {
  const [first = command, ...rest] = [...identity.prefix, command, ...args];
  return [first, ...rest];
}

function environment(binaries: Binaries): Record<string, string> {
  const base = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return binaries.libraryPath === null ? base : { ...base, LD_LIBRARY_PATH: binaries.libraryPath };
}

function logPath(dataDir: string): string {
  return path.join(path.dirname(dataDir), 'postgres.log');
}

// --- The owner

interface Ownership {
  release(): Promise<void>;
}

/**
 * Takes the owner's lock and keeps it; null if another has it.
 *
 * After the crash of one backend PostgreSQL restarts all of them, and the lock's connection with them: it is taken again.
 */
async function takeOwnership(host: string, server: Server): Promise<Ownership | null> {
  let released = false;
  let lock = await takeOwnerLock(host, PORT);
  if (lock === null) return null;
  const watch = (client: pg.Client): void => {
    client.once('end', () => void retake());
  };
  const retake = async (): Promise<void> => {
    while (!released && !server.isGone()) {
      lock = await takeOwnerLock(host, PORT).catch(() => null);
      if (lock !== null) return watch(lock);
      await sleep(POLL_MS);
    }
  };
  watch(lock);
  return {
    release: async () => {
      released = true;
      await lock?.end().catch(() => {});
    },
  };
}

async function takeOwnerLock(host: string, port: number): Promise<pg.Client | null> {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres', application_name: 'countinghouse-owner' });
  client.on('error', () => {}); // told by 'end'
  await client.connect();
  const answer = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [OWNER_LOCK]);
  if (answer.rows[0]?.got === true) return client;
  await client.end();
  return null;
}

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= act();
    return running;
  };
}
