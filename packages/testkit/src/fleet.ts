// Several servers as processes of their own over one PostgreSQL, which is durable, with one data directory for the keys that they share.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Where } from '@countinghouse/store/connection';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import { findFreePort, type ServerProcess, startServer } from './server-process.ts';

export interface FleetServer extends ServerProcess {
  /** Where the others reach it. */
  readonly clusterPort: number;
}

export interface Fleet {
  readonly servers: readonly FleetServer[];
  /** Their database. */
  readonly where: Where;
  /** Ends them and the database, and removes what they kept. */
  close(): Promise<void>;
}

/** Starts them one after the other; throws with what one printed where it does not start. */
export async function openFleet(count: number): Promise<Fleet> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'fleet-'));
  const postgres = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: true });
  const settings = {
    DATABASE_URL: `postgres://postgres@${encodeURIComponent(postgres.host)}:${postgres.port}/postgres`,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SIGN_UP: 'open',
    CLUSTER_HOST: '127.0.0.1',
  };
  const servers: FleetServer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  for (let i = 0; i < count; i++) {
    const clusterPort = await findFreePort();
    const server = await startServer(path.join(home, 'data'), await findFreePort(), { ...settings, CLUSTER_PORT: String(clusterPort) });
    servers.push({ ...server, clusterPort });
    if (await server.ready()) continue;
    await close();
    throw new Error(`a server did not start:\n${server.output()}`);
  }
  return { servers, where: { host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' }, close };
}
