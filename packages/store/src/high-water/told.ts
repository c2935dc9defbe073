// Which losses the owners of an organisation were told of.

import type { Pool } from '../connection.ts';
import type { Tx } from '../reader.ts';
import { execute } from '../sql/execute.ts';
import type { Statement } from '../sql/statement.ts';
import { inTransaction } from '../transaction.ts';

export async function isLossTold(tx: Tx, tenantId: string, markHash: string): Promise<boolean> {
  const found = await tx.query('select from told_losses where tenant_id = $1 and mark_hash = $2', [tenantId, markHash]);
  return found.rows.length > 0;
}

/** Notes that a loss is told and queues the mails that tell it, both or neither. False where another process did so before. */
export function tellLoss(pool: Pool, tenantId: string, markHash: string, mails: readonly Statement[]): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const noted = await client.query('insert into told_losses (tenant_id, mark_hash) values ($1, $2) on conflict do nothing', [
      tenantId,
      markHash,
    ]);
    if (noted.rowCount !== 1) return false;
    for (const mail of mails) await execute(client, mail);
    return true;
  });
}
