// Several servers as processes of their own over one database, with one data directory for the keys that they share.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Where } from '@countinghouse/store/connection';
import { findFreePort, type ServerProcess, startServer } from './server-process.ts';

export interface Fleet {
  readonly servers: readonly ServerProcess[];
  /** Ends them, and removes their data directory. */
  close(): Promise<void>;
}

/** Starts them one after the other; throws with what one printed where it does not start. */
export async function openFleet(count: number, { host, port, user, database }: Extract<Where, { readonly host: string }>): Promise<Fleet> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'fleet-'));
  const settings = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SIGN_UP: 'open',
    CLUSTER_HOST: '127.0.0.1',
  };
  const servers: ServerProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (let i = 0; i < count; i++) {
    const server = await startServer(dataDir, await findFreePort(), settings);
    servers.push(server);
    if (await server.ready()) continue;
    await close();
    throw new Error(`a server did not start:\n${server.output()}`);
  }
  return { servers, close };
}
