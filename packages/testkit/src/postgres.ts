// The PostgreSQL server of one test run: embedded, in memory where there is room, without any durability.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import { makeScratchFolder } from './scratch-folder.ts';

export interface TestPostgres {
  /** Folder of the Unix socket. The superuser is `postgres`, without a password. */
  readonly host: string;
  readonly port: number;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** Room for a template and its clones. */
const BYTES_MIN = 1_500_000_000;

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
  const folder = makeScratchFolder(BYTES_MIN);
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
