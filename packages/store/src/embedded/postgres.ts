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
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeToSuperuser, isClosed, openToSuperuser } from './access.ts';
import { findBinaries } from './binaries.ts';
import { memoryOf, sharedBuffersOf } from './buffers.ts';
import { chooseSocketFolder, initialise, isInitialised, type Run, resolveLinks } from './data-dir.ts';
import { chooseIdentity, type Identity } from './identity.ts';
import { PORT, takeOwnership } from './owner.ts';
import { alreadyRunning, clearPredecessor, removeLockOfStranger } from './predecessor.ts';
import { recoverySyncOf } from './recovery-sync.ts';
import { killServer, type Server, spawnPostgres, stopServer, waitUntilReady } from './server-process.ts';

export interface Embedded {
  /** Folder of the Unix socket; with `port` what a client needs. Nobody is asked for a password. */
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

export interface EmbeddedOptions {
  /** The PostgreSQL directory itself; made if missing. */
  readonly dataDir: string;
  /** False only for tests: then a crash of the machine may lose everything. */
  readonly durable: boolean;
  /** It is the product's: its logins are made, and no superuser enters while it runs (access.ts). Left out: as it is; of a new one `postgres` is superuser. */
  readonly ownLogins?: boolean;
  /** Server settings that go over the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal;
  /** How long a start may say nothing before it is taken to stand still. */
  readonly patienceMs?: number;
}

/** While it recovers PostgreSQL says every 10 s how far it is. A checkpoint at the end of that may take longer: each time it is waited twice as long. */
const PATIENCE_MS = 12_000;
/** Whoever does not say goodbye by then stands still, and hears no signal but one. */
const GOODBYE_WITHIN_MS = 1_500;

// Source: docs/operating/install.md. Zero-filling new WAL segments costs 50 ms at the 99th percentile, about once a second. Pages that go into the
// log whole are not compressed: the only method of this build takes four times as long as writing the row (decision 0264).
const durableSettings: Readonly<Record<string, string>> = {
  wal_init_zero: 'off',
  min_wal_size: '512MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  shared_buffers: sharedBuffersOf(memoryOf(os.totalmem(), process.constrainedMemory())),
  wal_buffers: '16MB',
  wal_compression: 'off',
  recovery_init_sync_method: recoverySyncOf(process.platform, os.release()),
  // What a backup that does not come to fetch it may have kept.
  max_slot_wal_keep_size: '8GB',
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
    // Where one of its processes ends in a crash all of it ends, and is started as after any other end: a recovery within a running server was seen
    // to stand still on a disk that had been full, and nothing watches over one.
    restart_after_crash: 'off',
    port: String(PORT),
    ...(options.durable ? durableSettings : fastSettings),
    ...options.settings,
  };
  const closes = options.ownLogins === true && !isClosed(dataDir);
  if (closes) openToSuperuser(run);
  const server = await startUntilReady(run, settings, options);
  try {
    if (closes) await closeToSuperuser(run, { host, port: PORT });
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

/**
 * A start that stands still is killed, and the next recovers: with a full disk PostgreSQL was seen to wait without end for a checkpoint that nobody
 * made any more (decision 0128).
 */
async function startUntilReady(
  run: Run,
  settings: Readonly<Record<string, string>>,
  { signal, patienceMs = PATIENCE_MS }: EmbeddedOptions,
): Promise<Server> {
  for (let patience = patienceMs; ; patience *= 2) {
    const server = spawnPostgres(run, settings);
    try {
      if (await waitUntilReady(run, server, patience, signal)) return server;
    } catch (error) {
      await killServer(run.dataDir, server);
      throw error;
    }
    await killServer(run.dataDir, server);
    await clearPredecessor(run.dataDir);
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= act();
    return running;
  };
}
