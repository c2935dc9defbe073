// A server on a durable PostgreSQL of its own, and the command line beside it: programs that are processes of their own with the settings of the server.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '@countinghouse/store/connection';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import type { TestDatabase } from './database.ts';
import { putFreshPostgres } from './fresh-postgres.ts';
import { openTestServer, type TestServer } from './test-server.ts';

const commandLine = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url));

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface OperatedServer {
  readonly testServer: TestServer;
  readonly where: TestDatabase['where'];
  /** A directory that goes with it. */
  readonly home: string;
  readonly dataDir: string;
  /** The command line. */
  run(...args: readonly string[]): Promise<Ran>;
  /** Another program. */
  execute(file: string, args: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

/** The command line works on durable databases alone. */
export async function openOperatedServer(): Promise<OperatedServer> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-operated-'));
  const dataDir = path.join(home, 'data');
  await putFreshPostgres(path.join(home, 'pg'));
  const postgres = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: true });
  const where = { host: postgres.host, port: postgres.port, user: 'postgres', database: 'books' };
  const client = await connect({ ...where, database: 'postgres' }, 'login');
  await client.query('create database books');
  await client.end();
  const DATABASE_URL = `postgres://${where.user}@${encodeURIComponent(where.host)}:${where.port}/${where.database}`;
  const execute: OperatedServer['execute'] = (file, args) =>
    new Promise((resolve) => {
      execFile(process.execPath, [file, ...args], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL } }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      );
    });
  const run: OperatedServer['run'] = (...args) => execute(commandLine, args);
  const migrated = await run('migrate');
  if (migrated.code !== 0) throw new Error(migrated.err);
  const testServer = await openTestServer(where, { DATA_DIR: dataDir });
  return {
    testServer,
    where,
    home,
    dataDir,
    run,
    execute,
    async close() {
      await testServer.close();
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
