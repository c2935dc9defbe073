import type { Pool } from '../../connection.ts';

/** Notes that a key is used now. Needs the writer's role. */
export async function updateLastUse(writerPool: Pool, tenantId: string, id: string): Promise<void> {
  await writerPool.query(
    `insert into api_key_uses (tenant_id, api_key_id, last_used_at) values ($1, $2, now())
     on conflict (tenant_id, api_key_id) do update set last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`,
    [tenantId, id],
  );
}
