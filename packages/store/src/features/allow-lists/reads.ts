import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import type { Tx } from '../../reader.ts';

/** null: there is no such organisation. */
export async function findAllowList(tx: Tx, tenantId: string): Promise<readonly AllowedNetwork[] | null> {
  const found = await tx.query<{ allow_list: readonly AllowedNetwork[] }>('select allow_list from tenants where tenant_id = $1', [
    tenantId,
  ]);
  return found.rows[0]?.allow_list ?? null;
}
