// The postings that left the database, for whoever replays a log: beside the stored ones, in a temporary table of the transaction.

import type { Tx } from '../reader.ts';
import { findPrunedTo, listBlocksBetween, readBlocks } from './read-rows.ts';

const BLOCKS_AT_ONCE = 16;
const TABLE = 'pg_temp.left_postings';

/** What is to be read in the place of the table `postings`; that itself where nothing left. The client must be able to make temporary tables. */
export async function gatherPostings(tx: Tx, tenantId: string): Promise<string> {
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (prunedTo === 0) return 'public.postings';
  await tx.query(`create temporary table left_postings (like public.postings including defaults, primary key (tenant_id, seq, line))`);
  for (let after = 0; after < prunedTo; ) {
    const blocks = await listBlocksBetween(tx, tenantId, { after, through: prunedTo }, BLOCKS_AT_ONCE);
    const rows = (await readBlocks(tx, tenantId, blocks, ['postings'])).flatMap((block) => block.postings);
    await tx.query(
      `insert into ${TABLE} select l.* from jsonb_populate_recordset(null::public.postings, $1::jsonb) l
       where not exists (select from public.postings p where p.tenant_id = $2 and p.seq = l.seq and p.line = l.line)`,
      [JSON.stringify(rows), tenantId],
    );
    after = blocks.at(-1)?.last_seq ?? prunedTo;
  }
  return `(select * from public.postings union all select * from ${TABLE})`;
}

/** Lets the rest of a transaction that is rolled back read as if nothing had left. */
export async function forgetPrunes(tx: Tx, tenantId: string): Promise<void> {
  await tx.query('delete from pruned_stretches where tenant_id = $1', [tenantId]);
}
