import type { KeyGrant } from '@countinghouse/kernel/api-keys/events';
import type { TenantRole } from '@countinghouse/kernel/tenants/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly grant: KeyGrant;
  readonly hint: string;
  readonly user_id: string;
  /** The role of its maker now; null: none. */
  readonly user_role: TenantRole | null;
  readonly rate_per_minute: number | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly status: 'active' | 'expired' | 'revoked';
}

const select = `select k.id, k.name, k.key_grant as grant, k.hint, k.user_id, m.role as user_role, k.rate_per_minute, k.created_at,
    k.expires_at, k.revoked_at, u.last_used_at,
    case when k.revoked_at is not null then 'revoked' when k.expires_at <= $2::timestamptz then 'expired' else 'active' end as status
  from api_keys k
  left join api_key_uses u on u.tenant_id = k.tenant_id and u.api_key_id = k.id
  left join members m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
  where k.tenant_id = $1`;

/** The latest first, those that ended too, as they are at the instant `now`. */
export async function listApiKeys(tx: Tx, tenantId: string, now: string): Promise<readonly ApiKeyRow[]> {
  return (await tx.query<ApiKeyRow>(`${select} order by k.created_seq desc`, [tenantId, now])).rows;
}

export async function findApiKey(tx: Tx, tenantId: string, now: string, id: string): Promise<ApiKeyRow | null> {
  return (await tx.query<ApiKeyRow>(`${select} and k.id = $3`, [tenantId, now, id])).rows[0] ?? null;
}

export interface UsableKey {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly grant: KeyGrant;
  readonly user_id: string;
  readonly rate_per_minute: number | null;
}

/** The key with this hash, unless it has expired at the instant `now` or was revoked: a look-up that does not know the organisation yet. Needs the writer's role. */
export async function findUsableKey(writerPool: Pool, now: string, keyHash: string): Promise<UsableKey | null> {
  const found = await writerPool.query<UsableKey>(
    `select tenant_id, id, name, key_grant as grant, user_id, rate_per_minute from api_keys
     where key_hash = $1 and revoked_at is null and expires_at > $2`,
    [keyHash, now],
  );
  return found.rows[0] ?? null;
}
