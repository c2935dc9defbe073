// Rows that left the database, brought back: all of them, and what said where they were is gone. The log keeps that they were allowed to leave.

import type pg from 'pg';
import { bindTo } from '../reader.ts';
import { type Asking, findPrunedTo, listBlocksBetween, readBlocks } from './read-rows.ts';
import { eventColumns, headColumns, postingColumns } from './stretch.ts';

const BLOCKS_AT_ONCE = 16;
const indexTables = [
  'pruned_heads',
  'pruned_actors',
  'pruned_days',
  'pruned_accounts',
  'pruned_keys',
  'pruned_blocks',
  'pruned_stretches',
] as const;

/** The client must own the schema. All of it or nothing. Answers how many events came back. Throws ObjectDamaged and ObjectStoreUnavailable. */
export async function bringBack(client: pg.ClientBase, tenantId: string): Promise<number> {
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query(bindTo('app.tenant_id', tenantId));
    const through = await findPrunedTo(client as Asking, tenantId);
    let came = 0;
    for (let after = 0; after < through; ) {
      const blocks = await listBlocksBetween(client as Asking, tenantId, { after, through }, BLOCKS_AT_ONCE);
      if (blocks.length === 0) break;
      const rows = await readBlocks(client as Asking, tenantId, blocks, ['events', 'postings']);
      const insert = (table: string, columns: string, of: readonly object[]) =>
        client.query(
          `insert into ${table} (tenant_id, ${columns}) select tenant_id, ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb) on conflict do nothing`,
          [JSON.stringify(of)],
        );
      const own = (columns: string): string => columns.replace('tenant_id, ', '');
      const events = await insert(
        'events',
        own(eventColumns),
        rows.flatMap((of) => of.events),
      );
      await insert(
        'postings',
        own(postingColumns),
        rows.flatMap((of) => of.postings),
      );
      await insert(
        'signed_heads',
        headColumns,
        rows.flatMap((of) => of.heads.map((head) => ({ tenant_id: tenantId, ...head }))),
      );
      came += events.rowCount ?? 0;
      after = blocks.at(-1)?.last_seq ?? through;
    }
    for (const table of indexTables) await client.query(`delete from ${table} where tenant_id = $1`, [tenantId]);
    await client.query('commit');
    return came;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
