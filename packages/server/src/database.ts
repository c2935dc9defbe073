// Which PostgreSQL: the embedded one in the data directory, or one's own. Either is migrated before anything else touches it; a standby
// cannot be, and must have been.

import path from 'node:path';
import { connect, type Where } from '@countinghouse/store/connection';
import { type KeptEmbedded, keepEmbedded } from '@countinghouse/store/embedded/keep-running';
import type { EmbeddedOptions } from '@countinghouse/store/embedded/postgres';
import { encodingOf, isStandby, listDurabilityOff } from '@countinghouse/store/instance';
import { grantLogins, ownLoginsAt } from '@countinghouse/store/logins';
import { checkMigrated, migrate } from '@countinghouse/store/migrate';
import { type Config, ConfigError, wrongSettings } from './config.ts';
import { closeDataDir, makeDataDir } from './data-dir.ts';

export interface Database {
  readonly where: Where;
  /** null where DATABASE_URL names one. */
  readonly embedded: KeptEmbedded | null;
  /** Names of the migrations that were missing and have been applied. */
  readonly migrated: readonly string[];
  /** It is a standby: it follows another database, and nothing can be written. */
  readonly readOnly: boolean;
}

/** A database of one's own cannot be opened now: it may be in a while. */
export class DatabaseAway extends Error {}

/** What PostgreSQL says to whom it does not let in (class 28), where the database is not there, and to whom may not do there what has to be done. */
const NOT_LET_IN = /^(?:28|3D000|42501|25006)/;

/** What one process connects with at most: its pools, its threads, and what it does now and then. */
const CONNECTIONS_A_PROCESS = 40;
/** PostgreSQL's own. */
const CONNECTIONS_MIN = 100;

const embeddedOf = ({ dataDir, processes = 1 }: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'processes'>>): EmbeddedOptions => ({
  dataDir: path.join(dataDir, 'pg'),
  durable: true,
  ownLogins: true,
  settings: { max_connections: String(Math.max(CONNECTIONS_MIN, CONNECTIONS_A_PROCESS * processes)) },
});

/**
 * `note` is told where the embedded one ends and is started again. Throws AlreadyRunning when another server owns the data directory,
 * DatabaseAway, ConfigError, MigrationRefused when the schema is not ours.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'processes'>>,
  note: (line: string) => void = () => {},
): Promise<Database> {
  makeDataDir(config.dataDir);
  const embedded = config.databaseUrl === null ? await keepEmbedded(embeddedOf(config), note) : null;
  const where: Where = embedded === null ? { connectionString: config.databaseUrl ?? '' } : ownLoginsAt(embedded);
  try {
    closeDataDir(config.dataDir, embedded?.how === 'other user');
    const client = await connect(where, 'owner', { statement_timeout: 0 }).catch((error: NodeJS.ErrnoException) => {
      if (embedded !== null || NOT_LET_IN.test(error.code ?? '')) throw error;
      // Where a name has several addresses there is no message.
      const why = error.message === '' ? error.code : error.message;
      throw new DatabaseAway(`the database that DATABASE_URL names cannot be opened: ${why}`, { cause: error });
    });
    try {
      const encoding = await encodingOf(client);
      if (encoding !== 'UTF8') throw wrongSettings([`DATABASE_URL: the database has the encoding ${encoding}; make one with UTF8`]);
      if (await isStandby(client)) {
        await checkMigrated(client);
        return { where, embedded, migrated: [], readOnly: true };
      }
      const off = await listDurabilityOff(client);
      if (off.length > 0)
        throw new ConfigError(`PostgreSQL runs with ${off.join(', ')} off: what it acknowledges could be lost. Turn it on.`);
      const migrated = await migrate(client);
      if (embedded !== null) await grantLogins(client);
      return { where, embedded, migrated, readOnly: false };
    } finally {
      await client.end();
    }
  } catch (error) {
    await embedded?.stop();
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (embedded !== null || !NOT_LET_IN.test(code)) throw error;
    throw wrongSettings([`DATABASE_URL: PostgreSQL says: ${message} (what its role must be: “Your own PostgreSQL”)`]);
  }
}
