import type { Pool } from '../../connection.ts';

/** Notes that a key is used, with which of its secrets, at the instant `now`. Needs the writer's role. */
export async function updateLastUse(
  writerPool: Pool,
  tenantId: string,
  { id, secretNo, now }: { readonly id: string; readonly secretNo: number; readonly now: string },
): Promise<void> {
  await writerPool.query(
    `insert into api_key_secret_uses (tenant_id, api_key_id, secret_no, last_used_at) values ($1, $2, $3, $4)
     on conflict (tenant_id, api_key_id, secret_no)
     do update set last_used_at = greatest(api_key_secret_uses.last_used_at, excluded.last_used_at)`,
    [tenantId, id, secretNo, now],
  );
  await writerPool.query(
    `insert into api_key_uses (tenant_id, api_key_id, last_used_at) values ($1, $2, $3)
     on conflict (tenant_id, api_key_id) do update set last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`,
    [tenantId, id, now],
  );
}
