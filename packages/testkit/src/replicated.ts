// A PostgreSQL and standbys that follow it by streaming replication, as an operator sets them up: each from a base backup, each a server of
// its own.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Replication } from '@countinghouse/store/backup/replication';
import { extractTar } from '@countinghouse/store/backup/tar';
import { connect, nameOf, type Where } from '@countinghouse/store/connection';
import { findBinaries } from '@countinghouse/store/embedded/binaries';
import { chooseIdentity } from '@countinghouse/store/embedded/identity';
import { type Embedded, startEmbedded } from '@countinghouse/store/embedded/postgres';
import { SUPERUSER } from '@countinghouse/store/logins';
import { putFreshPostgres } from './fresh-postgres.ts';
import { databaseProcessesOf } from './server-process.ts';

/** What the copy has of the server that was copied, and must not have. */
const OF_THE_OTHER = /^(\.s\.PGSQL\.\d+(\.lock)?|postmaster\.(pid|opts))$/;
const SETTINGS = { wal_keep_size: '256MB', max_connections: '100', shared_buffers: '32MB', min_wal_size: '32MB' };

const CAUGHT_UP_WITHIN_MS = 30_000;
const LOOK_MS = 10;

export interface Node {
  readonly where: Extract<Where, { readonly host: string }>;
  /** The same as an address, as whoever owns the schema. */
  readonly url: string;
  /** Ends it at once, as a crash would; it may be started again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops every process of it where it stands, and lets them go on. */
  freeze(): void;
  thaw(): void;
  /** Runs one statement on it, as its superuser. */
  run<T extends Record<string, unknown>>(sql: string, ...values: readonly unknown[]): Promise<readonly T[]>;
}

export interface Replicated {
  readonly primary: Node;
  readonly standbys: readonly Node[];
  /** Resolves once every standby shows what was committed until now. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** The primary has all migrations before it is copied. `applyDelayMs`: so much later than it was committed a standby replays what it has received. */
export async function startReplicated({ standbys: count = 1, applyDelayMs = 0 } = {}): Promise<Replicated> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'replicated-'));
  chmodSync(home, 0o711);
  const running: { readonly stop: () => Promise<void> }[] = [];
  const open = async (name: string, settings: Readonly<Record<string, string>>) => {
    const node = await openNode(path.join(home, name), { ...SETTINGS, ...settings });
    running.push(node);
    return node;
  };
  await putFreshPostgres(path.join(home, 'primary', 'pg'));
  const primary = await open('primary', {});
  const standbys: Node[] = [];
  for (let n = 0; n < count; n++) {
    const folder = path.join(home, `standby-${n}`);
    await copyInto(path.join(folder, 'pg'), primary.where);
    const settings = {
      primary_conninfo: `host=${primary.where.host} port=${primary.where.port} user=postgres`,
      recovery_min_apply_delay: `${applyDelayMs}ms`,
      wal_receiver_status_interval: '1s',
      wal_retrieve_retry_interval: '100ms',
    };
    standbys.push(await open(`standby-${n}`, settings));
  }
  return {
    primary,
    standbys,
    caughtUp: async () => {
      const [end] = await primary.run<{ position: string }>('select pg_current_wal_flush_lsn() as position');
      for (const standby of standbys) await waitFor(standby, end?.position ?? '');
    },
    close: async () => {
      for (const node of [...standbys, primary]) node.thaw();
      await Promise.all(running.map((node) => node.stop()));
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function waitFor(standby: Node, position: string): Promise<void> {
  for (const endMs = performance.now() + CAUGHT_UP_WITHIN_MS; performance.now() < endMs; await sleep(LOOK_MS)) {
    const [found] = await standby.run<{ has: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', position);
    if (found?.has === true) return;
  }
  throw new Error(`a standby did not reach ${position}`);
}

async function copyInto(dataDir: string, where: Where): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const replication = await Replication.connect(where);
  try {
    await replication.copy('standby', (tar) => extractTar(tar, dataDir, (name) => OF_THE_OTHER.test(name)));
  } finally {
    await replication.end();
  }
  writeFileSync(path.join(dataDir, 'standby.signal'), '', { mode: 0o600 });
  const identity = chooseIdentity(dataDir, findBinaries(path.join(path.dirname(dataDir), 'cache')).postgres);
  identity.own(dataDir);
  for (const entry of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) identity.own(path.join(dataDir, entry));
}

async function openNode(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Node & { readonly stop: () => Promise<void> }> {
  const start = (): Promise<Embedded> => startEmbedded({ dataDir: path.join(folder, 'pg'), durable: true, settings });
  let embedded: Embedded | null = await start();
  const { host, port } = embedded;
  const where = { host, port, user: SUPERUSER, database: 'postgres' } as const;
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of embedded === null ? [] : databaseProcessesOf(folder)) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // It ended since it was looked for.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  };
  return {
    where: { ...where, ownLogins: true },
    url: `postgres://${nameOf('owner')}@${encodeURIComponent(host)}:${port}/postgres`,
    kill: async () => {
      if (embedded === null) return;
      signal('SIGKILL');
      await embedded.exited;
      await embedded.stop();
      embedded = null;
    },
    start: async () => {
      embedded ??= await start();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    run: async <T extends Record<string, unknown>>(sql: string, ...values: readonly unknown[]) => {
      const client = await connect(where, 'login');
      try {
        return (await client.query<T>(sql, [...values])).rows;
      } finally {
        await client.end();
      }
    },
    stop: async () => embedded?.stop(),
  };
}
