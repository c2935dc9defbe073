import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import type { KeyGrant } from '@countinghouse/kernel/api-keys/events';
import type { TenantRole } from '@countinghouse/kernel/tenants/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly grant: KeyGrant;
  readonly hint: string;
  /** Who made it. */
  readonly user_id: string;
  /** Whose key it is, where it is not its maker’s. */
  readonly service_account: { readonly id: string; readonly name: string } | null;
  /** The role of its holder now; null: none. */
  readonly user_role: TenantRole | null;
  readonly rate_per_minute: number | null;
  /** Empty: it may be used from everywhere. */
  readonly allow_list: AllowedNetwork[];
  readonly created_at: string;
  readonly expires_at: string;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
  readonly rotated_at: string | null;
  /** Of the present secret. */
  readonly secret_last_used_at: string | null;
  /** The secret before it, until its end. */
  readonly old_secret: { readonly hint: string; readonly ends_at: string; readonly last_used_at: string | null } | null;
  readonly status: 'active' | 'expired' | 'revoked';
}

const select = `select k.id, k.name, k.key_grant as grant, k.hint, coalesce(k.made_by, k.user_id) as user_id,
    case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as service_account, coalesce(m.role, s.role) as user_role, k.rate_per_minute, k.allow_list, k.created_at,
    k.expires_at, k.revoked_at, u.last_used_at, k.rotated_at, n.last_used_at as secret_last_used_at,
    case when k.revoked_at is null and least(k.old_ends_at, k.expires_at) > $2::timestamptz then k.old_hint end as old_hint, k.old_ends_at,
    o.last_used_at as old_last_used_at,
    case when k.revoked_at is not null then 'revoked' when k.expires_at <= $2::timestamptz then 'expired' else 'active' end as status
  from api_keys k
  left join api_key_uses u on u.tenant_id = k.tenant_id and u.api_key_id = k.id
  left join api_key_secret_uses n on n.tenant_id = k.tenant_id and n.api_key_id = k.id and n.secret_no = k.secret_no
  left join api_key_secret_uses o on o.tenant_id = k.tenant_id and o.api_key_id = k.id and o.secret_no = k.secret_no - 1
  left join members m on m.tenant_id = k.tenant_id and m.user_id = k.user_id
  left join service_accounts s on s.tenant_id = k.tenant_id and s.id::text = k.user_id
  where k.tenant_id = $1`;

interface Raw extends Omit<ApiKeyRow, 'old_secret'> {
  readonly old_hint: string | null;
  readonly old_ends_at: string | null;
  readonly old_last_used_at: string | null;
}

const toRow = ({ old_hint: hint, old_ends_at: ends_at, old_last_used_at: last_used_at, ...row }: Raw): ApiKeyRow => ({
  ...row,
  old_secret: hint === null || ends_at === null ? null : { hint, ends_at, last_used_at },
});

/** The latest first, those that ended too, as they are at the instant `now`. */
export async function listApiKeys(tx: Tx, tenantId: string, now: string): Promise<readonly ApiKeyRow[]> {
  return (await tx.query<Raw>(`${select} order by k.created_seq desc`, [tenantId, now])).rows.map(toRow);
}

export async function findApiKey(tx: Tx, tenantId: string, now: string, id: string): Promise<ApiKeyRow | null> {
  const [row] = (await tx.query<Raw>(`${select} and k.id = $3`, [tenantId, now, id])).rows;
  return row === undefined ? null : toRow(row);
}

export interface UsableKey {
  readonly tenant_id: string;
  readonly id: string;
  /** Which of its secrets was found. */
  readonly secret_no: number;
  readonly name: string;
  readonly grant: KeyGrant;
  /** Whose key it is. */
  readonly user_id: string;
  /** The name of the service account whose it is; null: it is a person’s. */
  readonly service_account: string | null;
  readonly rate_per_minute: number | null;
  readonly allow_list: readonly AllowedNetwork[];
}

/** The key that has a secret with this hash, unless the secret or the key has ended at the instant `now`: a look-up that does not know the organisation yet. Needs the writer's role. */
export async function findUsableKey(writerPool: Pool, now: string, keyHash: string): Promise<UsableKey | null> {
  const found = await writerPool.query<UsableKey>(
    `select k.tenant_id, k.id, case when k.key_hash = $1 then k.secret_no else k.secret_no - 1 end as secret_no, k.name, k.key_grant as grant, k.user_id, s.name as service_account, k.rate_per_minute, k.allow_list
     from api_keys k left join service_accounts s on s.tenant_id = k.tenant_id and s.id::text = k.user_id
     where (k.key_hash = $1 or k.old_key_hash = $1 and k.old_ends_at > $2) and k.revoked_at is null and k.expires_at > $2`,
    [keyHash, now],
  );
  return found.rows[0] ?? null;
}
