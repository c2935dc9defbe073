// The PostgreSQL server of one test run: embedded, in memory where there is room, without any durability.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';

export interface TestPostgres {
  /** Folder of the Unix socket. The superuser is `postgres`, without a password. */
  readonly host: string;
  readonly port: number;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

const SHARED_MEMORY = '/dev/shm';
/** Room for a template and its clones; containers often have 64 MB there. */
const SHARED_MEMORY_BYTES_MIN = 1_500_000_000;
const FOLDER_PREFIX = 'countinghouse-test-';

const settings = {
  max_connections: '300',
  shared_buffers: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  autovacuum: 'off',
};

/** Starts a server of its own for this process, on a fresh directory. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const home = chooseHome();
  removeLeftFolders(home);
  const folder = mkdtempSync(path.join(home, `${FOLDER_PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711); // root without user namespaces runs PostgreSQL as another user, who must pass through
  const server = await startEmbedded({ dataDir: path.join(folder, 'pg'), durable: false, settings });
  return {
    host: server.host,
    port: server.port,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function chooseHome(): string {
  try {
    const free = statfsSync(SHARED_MEMORY);
    if (free.bavail * free.bsize > SHARED_MEMORY_BYTES_MIN) return SHARED_MEMORY;
  } catch {
    // there is none on this system
  }
  return os.tmpdir();
}

/** A run that was killed leaves its files, which are memory in /dev/shm. */
function removeLeftFolders(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const pid = Number(name.slice(FOLDER_PREFIX.length).split('-')[0]);
    if (pid > 0 && !isAlive(pid)) rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
