// Writing the tiles that have become full: after the commit of what they cover, by any process, each once. A second one at it
// finds them there, and both would write the same.

import { fullTiles } from '@countinghouse/kernel/merkle/tiles';
import type pg from 'pg';
import { rootOver } from './rows.ts';
import { StoredTree } from './tree.ts';

/** Logs that have a full tile of events which is not written, with the position of their heads. */
export async function listLogsToTile(
  pool: pg.Pool,
  limit: number,
): Promise<readonly { readonly tenant_id: string; readonly seq: number }[]> {
  const found = await pool.query<{ tenant_id: string; seq: number }>(
    `select h.tenant_id, h.seq from chain_heads h
     where h.seq / 256 > coalesce((select max(t.index) + 1 from merkle_tiles t where t.tenant_id = h.tenant_id and t.level = 0), 0)
     limit $1`,
    [limit],
  );
  return found.rows;
}

/**
 * Writes full tiles of a log of `size` events, lower ones first, at most `tilesMax` of each level. Answers how many it wrote; fewer
 * than were missing where the limit was met, and then there is more to do.
 */
export async function writeTiles(pool: pg.Pool, tenantId: string, size: number, tilesMax: number): Promise<number> {
  const client = await pool.connect();
  try {
    const tree = new StoredTree(client, tenantId, size);
    let count = 0;
    for (let level = 0; fullTiles(level, size) > 0; level++) {
      const found = await client.query<{ next: number }>(
        'select coalesce(max(index) + 1, 0) as next from merkle_tiles where tenant_id = $1 and level = $2',
        [tenantId, level],
      );
      const next = found.rows[0]?.next ?? 0;
      const end = Math.min(fullTiles(level, size), next + tilesMax);
      for (let index = next; index < end; index++) {
        const hashes = await tree.tile({ level, index });
        const written = await client.query(
          'insert into merkle_tiles (tenant_id, level, index, hashes, root) values ($1, $2, $3, $4, $5) on conflict do nothing',
          [tenantId, level, index, hashes, rootOver(hashes)],
        );
        count += written.rowCount ?? 0;
      }
      if (end < fullTiles(level, size)) break;
    }
    client.release();
    return count;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
