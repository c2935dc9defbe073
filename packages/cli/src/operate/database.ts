// The database an operating command works on: one's own, the embedded one of a server that runs, or the embedded one started
// for the length of the command.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '@countinghouse/server/config';
import { openDatabase } from '@countinghouse/server/database';
import { connect, type Where, withRows } from '@countinghouse/store/connection';
import { AlreadyRunning } from '@countinghouse/store/embedded/predecessor';
import { ownLoginsAt } from '@countinghouse/store/logins';

export interface Operated {
  readonly config: Config;
  readonly where: Where;
  /** Migrations that opening it applied; none where a server has it open, which applied them itself. */
  readonly migrated: readonly string[];
  /** Whether a server has it open. */
  readonly serverRuns: boolean;
}

/** Opens the database of the environment's settings, runs `work` and leaves everything as it found it. */
export async function withDatabase<T>(work: (operated: Operated) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  try {
    const database = await openDatabase(config);
    try {
      return await work({ config, where: withRows(database.where, config), migrated: database.migrated, serverRuns: false });
    } finally {
      await database.embedded?.stop();
    }
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    return work({ config, where: withRows(socketOf(path.join(config.dataDir, 'pg')), config), migrated: [], serverRuns: true });
  }
}

/** Where a running embedded PostgreSQL listens: the fourth and fifth line of its postmaster.pid. */
function socketOf(pgDir: string): Where {
  const lines = readFileSync(path.join(pgDir, 'postmaster.pid'), 'utf8').split('\n');
  return ownLoginsAt({ host: (lines[4] ?? '').trim(), port: Number(lines[3]) });
}

/** On a connection of whoever owns the schema. */
export async function withOwner<T>(where: Where, work: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const client = await connect(where, 'owner', { statement_timeout: 0 });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** One answer, as text or as JSON. */
export function answer(json: boolean, text: string, value: unknown): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}
