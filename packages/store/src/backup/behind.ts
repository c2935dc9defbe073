// What is known outside of a restored database that it does not have: the high-water marks of the data directory that it takes the place of go
// over into its own, so that its server says the same.

import path from 'node:path';
import { MarkFolder } from '../high-water/folder.ts';
import { type HighWaterMark, laterMark, markText, parseMark } from '../high-water/mark.ts';
import { openObjectFolder } from '../objects/local-folder.ts';
import type { RestoredHead } from './restore.ts';

export interface Behind {
  readonly tenantId: string;
  readonly from: number;
  readonly to: number;
  /** When the last of them was written. */
  readonly ts: string;
}

/**
 * Takes the latest mark of each restored organisation from `dataDirs`, as files and as objects, into the restored directory. Answers the
 * events that these know of and the database does not have. Whether marks are signed as they should be is for the server to find.
 */
export async function bringMarks(
  heads: readonly RestoredHead[],
  restored: string,
  dataDirs: readonly string[],
): Promise<readonly Behind[]> {
  const behind: Behind[] = [];
  for (const { tenantId, seq } of heads) {
    let latest: HighWaterMark | null = null;
    for (const dir of [restored, ...dataDirs]) {
      const file = await new MarkFolder(path.join(dir, 'high-water')).read(tenantId);
      const object = await openObjectFolder(path.join(dir, 'objects')).getNamed(tenantId, 'high-water-mark');
      for (const text of [file, object]) {
        const mark = text === null ? null : parseMark(text, tenantId);
        if (mark !== null) latest = laterMark(latest, mark);
      }
    }
    if (latest === null) continue;
    await new MarkFolder(path.join(restored, 'high-water')).write(tenantId, markText(latest));
    if (latest.seq > seq) behind.push({ tenantId, from: seq + 1, to: latest.seq, ts: latest.ts });
  }
  return behind;
}
