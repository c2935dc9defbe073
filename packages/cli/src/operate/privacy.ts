import { replayTombstones } from '@countinghouse/server/features/privacy/worker';
import { openServices } from '@countinghouse/server/open';
import { answer, withDatabase } from './database.ts';

/** Erases again what tombstones say was erased and this database, restored from before, does not know of. */
export function replayErasures(json: boolean): Promise<number> {
  return withDatabase(async ({ config, where }) => {
    const opened = openServices(config, where, { publicUrl: config.publicUrl ?? 'http://127.0.0.1', consoleDir: null, note: () => {} });
    try {
      const erased = await replayTombstones(opened.services);
      answer(json, erased === 0 ? 'Nothing was left to erase.' : `${erased} erasure(s) were done again.`, { erased });
      return 0;
    } finally {
      await opened.close();
    }
  });
}
