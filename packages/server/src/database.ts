// Which PostgreSQL: the embedded one in the data directory, or one's own. Either is migrated before anything else touches it.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { connect, type Where } from '@countinghouse/store/connection';
import { type Embedded, startEmbedded } from '@countinghouse/store/embedded/postgres';
import { migrate } from '@countinghouse/store/migrate';
import type { Config } from './config.ts';

export interface Database {
  readonly where: Where;
  /** null where DATABASE_URL names one. */
  readonly embedded: Embedded | null;
  /** Names of the migrations that were missing and have been applied. */
  readonly migrated: readonly string[];
}

/** Throws AlreadyRunning when another server owns the data directory, MigrationRefused when the schema is not ours. */
export async function openDatabase(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: path.join(config.dataDir, 'pg'), durable: true }) : null;
  const where: Where =
    embedded === null
      ? { connectionString: config.databaseUrl ?? '' }
      : { host: embedded.host, port: embedded.port, user: 'postgres', database: 'postgres' };
  try {
    const client = await connect(where, 'login', { statement_timeout: 0 });
    try {
      await checkDurable(client);
      return { where, embedded, migrated: await migrate(client) };
    } finally {
      await client.end();
    }
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** fsync, full_page_writes and synchronous_commit are what "acknowledged" rests on (decision 0006, rule 8). */
async function checkDurable(client: Awaited<ReturnType<typeof connect>>): Promise<void> {
  const found = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  );
  const off = found.rows.filter((r) => r.setting === 'off').map((r) => r.name);
  if (off.length > 0) throw new Error(`PostgreSQL runs with ${off.join(', ')} off: what it acknowledges could be lost. Turn it on.`);
}
