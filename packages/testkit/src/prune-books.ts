// Rows of an organisation that leave the database, as `countinghouse prune` takes them out, without the archive and what has to be before it.

import path from 'node:path';
import { writeTiles } from '@countinghouse/store/features/anchors/tiles';
import { openObjectFolder } from '@countinghouse/store/objects/local-folder';
import { type Left, takeOut } from '@countinghouse/store/pruned/prune';
import { blocksOf, StretchIndex } from '@countinghouse/store/pruned/stretch';
import { liftTimeout, read } from '@countinghouse/store/reader';
import type pg from 'pg';
import { type Books, type TestLedger, written } from './books.ts';

/** Where it is taken out: a ledger, or what a server works with. */
type Ground = Pick<TestLedger, 'ledger' | 'readerPool' | 'writerPool' | 'loginPool'>;

const DAY_MS = 86_400_000;
const TILES_A_TURN = 400;

/** Only events that are in full tiles leave: 256 each. */
export async function writeAllTiles(t: Ground, { tenantId }: Pick<Books, 'tenantId'>): Promise<void> {
  const found = await t.loginPool.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [tenantId]);
  while ((await writeTiles(t.writerPool, tenantId, found.rows[0]?.seq ?? 0, TILES_A_TURN)) >= TILES_A_TURN);
}

/**
 * Up to the event `last`, into an object under `folder`. `client` must own the schema. `again`: the log says so already, and they were brought back.
 * Answers what left, and the bytes of the object.
 */
export async function pruneBooks(
  t: Ground,
  client: pg.ClientBase,
  { tenantId, owner }: Pick<Books, 'tenantId' | 'owner'>,
  { last, folder, again = false }: { readonly last: number; readonly folder: string; readonly again?: boolean },
): Promise<{ readonly left: Left; readonly bytes: number }> {
  const index = new StretchIndex();
  const before = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const objects = openObjectFolder(path.join(folder, 'objects'));
  const kept = await read(t.readerPool, { tenantId }, async (tx) => {
    await liftTimeout(tx);
    return objects.put(tenantId, blocksOf(tx, tenantId, { after: 0, through: last }, index));
  });
  const pruned = { from_seq: 1, through_seq: last, before, archive_sha256: kept.sha256, rows_sha256: kept.sha256, places: ['test'] };
  if (!again) written(await t.ledger.submit(tenantId, { type: 'log.prune', actor: owner, pruned }));
  return { left: await takeOut(client, { tenantId, first: 1, last, before }, index), bytes: kept.sizeBytes };
}
