import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { writeArchive } from '@countinghouse/store/archive/write';
import { openPool } from '@countinghouse/store/connection';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import { read } from '@countinghouse/store/reader';
import { answer, withDatabase } from './database.ts';

interface Written {
  readonly head: NonNullable<Awaited<ReturnType<typeof findLatestPosition>>>;
  readonly counts: Awaited<ReturnType<typeof writeArchive>>;
}

export async function archiveTenant(tenantId: string, file: string, json: boolean): Promise<number> {
  const { head, counts } = await writeArchiveFile(tenantId, file);
  const text = `${file}: ${counts.events} events up to ${head.event_hash}, ${counts.heads} signed heads, ${counts.anchors} anchors, ${counts.accounts} accounts`;
  answer(json, text, { file, tenantId, head, counts });
  return 0;
}

/** Writes the archive of an organisation's log as it is now; compressed where the file's name ends in `.gz`. */
export function writeArchiveFile(tenantId: string, file: string): Promise<Written> {
  return withDatabase(async ({ where }) => {
    const pool = openPool(where, 'reader');
    const part = `${file}.part`;
    try {
      const written = await read(pool, { tenantId }, async (tx) => {
        const head = await findLatestPosition(tx, tenantId);
        if (head === null) throw new Error(`there is no organisation ${tenantId}`);
        const out = createWriteStream(part);
        if (!file.endsWith('.gz')) return { head, counts: await writeArchive(tx, tenantId, head.seq, out) };
        const gzip = createGzip();
        const [counts] = await Promise.all([writeArchive(tx, tenantId, head.seq, gzip), pipeline(gzip, out)]);
        return { head, counts };
      });
      // A file of that name is always a whole archive.
      renameSync(part, file);
      return written;
    } finally {
      rmSync(part, { force: true });
      await pool.end();
    }
  });
}
