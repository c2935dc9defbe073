// What backs the database up beside the requests: continuous archiving and drills. Once a data directory, however many processes serve.

import { dropOtherSlots } from '@countinghouse/store/backup/archive';
import { partsOf } from '@countinghouse/store/backup/folder';
import type { Where } from '@countinghouse/store/connection';
import type { Config } from '../config.ts';
import type { DrillReport } from './drill-report.ts';
import { startDrills } from './drills.ts';
import { startArchiving } from './thread.ts';
import type { BackupWatch } from './watch.ts';

interface BackupOptions {
  readonly config: Pick<Config, 'backup' | 'dataDir' | 's3'>;
  readonly where: Where;
  /** The database is ours alone: what a backup that was given up holds back in it is let go. */
  readonly embedded: boolean;
  readonly watch: BackupWatch;
  readonly complain: (line: string) => void;
  readonly note: (worker: string, error: unknown) => void;
}

/** Ends drills at once, and archiving once all is `written` that will be: the backup then has it. */
export type StopBackup = (written: Promise<void>) => Promise<void>;

/** Starts what the settings ask for; the answer stops it. */
export function startBackup({ config, where, embedded, watch, complain, note }: BackupOptions): StopBackup {
  const { backup, dataDir, s3 } = config;
  // Of a database that others use too, their operator decides.
  if (embedded) void dropOtherSlots(where, backup?.folder ?? null).catch((error: unknown) => note('backup', error));
  if (backup === null) return async () => {};
  const { folder, keysFolder, everyMs, keep } = backup;
  const archived = { where, dataDir, s3, folder, keysFolder, everyMs, keep };
  const onFault = ({ faults, organisations }: DrillReport): void =>
    complain(
      `ALARM the drill of the backup found ${faults.length + organisations.flatMap((o) => o.faults).length} faults: see ${partsOf(folder).drill}`,
    );
  const stopArchiving = startArchiving(archived, watch, (error) => note('backup', error));
  const stopDrills = startDrills({ settings: backup, watch, onFault, onError: (error) => note('drill', error) });
  return async (written) => {
    await Promise.all([stopDrills(), written.then(stopArchiving)]);
  };
}
