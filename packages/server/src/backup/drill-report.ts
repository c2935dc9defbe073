// What a drill found, as `drill.json` in the backup directory has it.

import { readFile } from 'node:fs/promises';
import { partsOf } from '@countinghouse/store/backup/folder';

export interface DrilledOrganisation {
  readonly tenant_id: string;
  /** The last event that was restored. */
  readonly seq: number;
  readonly event_ts: string;
  readonly faults: readonly string[];
  /** Events known outside of the backup that are not in it. */
  readonly lost_events: number;
  /** Its personal words were erased after the backup was taken, and in the restored copy once more. */
  readonly erased_again: boolean;
}

export interface DrillReport {
  readonly began_at: string;
  readonly ok: boolean;
  /** What is wrong with the backup as a whole; what of one organisation, is there. */
  readonly faults: readonly string[];
  /** Everything that was committed until then was restored. */
  readonly holds_until: string | null;
  /** What a loss of the machine at the beginning of the drill would have cost: the seconds before it that the backup does not hold. */
  readonly rpo_seconds: number | null;
  /** From the beginning until the restored database was open, with the state of every organisation read and its key at hand. */
  readonly rto_seconds: number | null;
  readonly took_seconds: number;
  readonly events: number;
  readonly postings: number;
  readonly organisations: readonly DrilledOrganisation[];
}

/** Reads what the last drill of a backup found; null where there was none. */
export async function readDrill(folder: string): Promise<DrillReport | null> {
  try {
    return JSON.parse(await readFile(partsOf(folder).drill, 'utf8')) as DrillReport;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
