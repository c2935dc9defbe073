// Servers as processes of their own over one PostgreSQL, which is durable and which each reaches through a proxy that breaks on command,
// with one data directory for the keys that they share.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Where } from '@countinghouse/store/connection';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import { type CuttingProxy, type Fate, openCuttingProxy } from './cutting-proxy.ts';
import { putFreshPostgres } from './fresh-postgres.ts';
import { databaseProcessesOf, findFreePort, type ServerProcess, startServer } from './server-process.ts';

export interface FleetServer extends ServerProcess {
  /** Where the others reach it. */
  readonly clusterPort: number;
}

export interface Fleet {
  /** As they run now. */
  readonly servers: readonly FleetServer[];
  /** Their database, past the proxy. */
  readonly where: Extract<Where, { readonly host: string }>;
  /** What stands between each of them and their database. */
  readonly proxies: readonly CuttingProxy[];
  /** What one more server needs to have the keys and the sessions of these. */
  readonly shared: { readonly DATA_DIR: string; readonly AUTH_SECRET: string };
  /** Every process of their database. */
  databaseProcesses(): readonly number[];
  /** Starts a server that has ended again, at the same address; false where it is not ready within `withinMs`. */
  restart(n: number, withinMs: number): Promise<boolean>;
  /** Ends them and the database, and removes what they kept. */
  close(): Promise<void>;
}

export interface FleetOptions {
  /** What they keep is below it. */
  readonly around?: string | undefined;
  /** Beside those that each has. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** The root of the sources that they start from; they start again from the present ones. */
  readonly sources?: string | undefined;
}

/** Starts the first, which makes the database, then the others at once; throws with what one printed where it does not start. `fateOf` is asked for each batch they write. */
export async function openFleet(
  count: number,
  fateOf: () => Fate = () => 'pass',
  { around = os.tmpdir(), settings: more = {}, sources }: FleetOptions = {},
): Promise<Fleet> {
  const home = mkdtempSync(path.join(around, 'fleet-'));
  // Other sources make it as they did.
  if (sources === undefined) await putFreshPostgres(path.join(home, 'pg'));
  const postgres = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: true });
  const proxies: CuttingProxy[] = [];
  for (let n = 0; n < count; n++) proxies.push(await openCuttingProxy(postgres, fateOf));
  const settings = {
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SIGN_UP: 'open',
    CLUSTER_HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    EGRESS_ALLOW: '127.0.0.1',
    ...more,
  };
  const shared = { DATA_DIR: path.join(home, 'data'), AUTH_SECRET: settings.AUTH_SECRET };
  const servers: FleetServer[] = [];
  const start = async (n: number, port: number, clusterPort: number, from?: string): Promise<FleetServer> => {
    const DATABASE_URL = `postgres://postgres@${encodeURIComponent(proxies[n]?.host ?? '')}:${postgres.port}/postgres`;
    const server = await startServer(shared.DATA_DIR, port, { DATABASE_URL, ...settings, CLUSTER_PORT: String(clusterPort) }, from);
    return { ...server, clusterPort };
  };
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(servers).map((server) => server.end('SIGTERM')));
    for (const proxy of proxies) await proxy.close();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
  const startNext = async (n: number): Promise<void> => {
    const server = await start(n, await findFreePort(), await findFreePort(), sources);
    servers[n] = server;
    if (!(await server.ready())) throw new Error(`a server did not start:\n${server.output()}`);
  };
  const started = await Promise.allSettled([startNext(0)]);
  if (started[0].status === 'fulfilled')
    started.push(...(await Promise.allSettled(Array.from({ length: count - 1 }, (_, n) => startNext(n + 1)))));
  const failed = started.find((s) => s.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  return {
    servers,
    where: { host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' },
    proxies,
    shared,
    databaseProcesses: () => databaseProcessesOf(home),
    restart: async (n, withinMs) => {
      const before = servers[n];
      if (before === undefined) throw new RangeError(`there is no server ${n}`);
      await before.exited;
      const again = await start(n, Number(new URL(before.url).port), before.clusterPort);
      servers[n] = again;
      return again.ready(withinMs);
    },
    close,
  };
}
