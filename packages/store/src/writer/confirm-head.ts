import { type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type pg from 'pg';
import { HeadMoved } from './failures.ts';

/** A batch of refusals and duplicates writes nothing, but may only be answered from a state that is still true. Throws HeadMoved. */
export async function confirmHead(client: pg.ClientBase, tenantId: string, before: Position): Promise<void> {
  const found = await client.query<Position>('select seq, event_hash as hash from chain_heads where tenant_id = $1', [tenantId]);
  const head = found.rows[0] ?? startOfChain;
  if (head.seq !== before.seq || head.hash !== before.hash) throw new HeadMoved();
}
