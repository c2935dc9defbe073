// A PostgreSQL of its own on disk, durable, with the settings of the one that a server brings, and no server on it: what is measured in
// process shares the machine with nobody who follows the log.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Where } from '@countinghouse/store/connection';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import { migrateWithLogins } from '@countinghouse/testkit/migrated';

export interface BareDatabase {
  readonly where: Where;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

export async function openBareDatabase(): Promise<BareDatabase> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  const postgres = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: true });
  const where = await migrateWithLogins(postgres);
  return {
    where,
    close: async () => {
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
