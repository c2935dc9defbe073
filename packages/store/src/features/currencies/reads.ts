import type { Tx } from '../../reader.ts';

/** Codes the organisation allows, in order. */
export async function listTenantCurrencies(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const found = await tx.query<{ code: string }>('select code from tenant_currencies where tenant_id = $1 order by code', [tenantId]);
  return found.rows.map((r) => r.code);
}
