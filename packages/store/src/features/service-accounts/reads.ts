import type { EntityRole } from '@countinghouse/kernel/entities/events';
import type { TenantRole } from '@countinghouse/kernel/tenants/events';
import type { Tx } from '../../reader.ts';

export interface ServiceAccountRow {
  readonly id: string;
  readonly name: string;
  readonly role: TenantRole;
  readonly created_at: string;
  readonly created_by: string;
  readonly deactivated_at: string | null;
  /** Keys that can be used at the instant asked for. */
  readonly live_keys: number;
  /** By any of its keys, to the minute; null: never. */
  readonly last_used_at: string | null;
  /** By code. */
  readonly entities: readonly { readonly id: string; readonly code: string; readonly role: EntityRole }[];
}

const select = `select s.id, s.name, s.role, s.created_at, s.created_by, s.deactivated_at, k.live_keys, k.last_used_at, coalesce(e.roles, '[]') as entities
  from service_accounts s
  left join (
    select a.tenant_id, a.user_id, max(u.last_used_at) as last_used_at,
      count(*) filter (where a.revoked_at is null and a.expires_at > $2::timestamptz) as live_keys
    from api_keys a left join api_key_uses u on u.tenant_id = a.tenant_id and u.api_key_id = a.id
    where a.tenant_id = $1
    group by a.tenant_id, a.user_id
  ) k on k.tenant_id = s.tenant_id and k.user_id = s.id::text
  left join (
    select m.tenant_id, m.user_id, jsonb_agg(jsonb_build_object('id', m.entity_id, 'code', e.code, 'role', m.role) order by e.code) as roles
    from entity_members m join entities e on e.tenant_id = m.tenant_id and e.id = m.entity_id
    where m.tenant_id = $1
    group by m.tenant_id, m.user_id
  ) e on e.tenant_id = s.tenant_id and e.user_id = s.id::text
  where s.tenant_id = $1`;

type Raw = Omit<ServiceAccountRow, 'live_keys'> & { readonly live_keys: number | null };
const toRow = (row: Raw): ServiceAccountRow => ({ ...row, live_keys: row.live_keys ?? 0 });

/** Those in use first, by name; as they are at the instant `now`. */
export async function listServiceAccounts(tx: Tx, tenantId: string, now: string): Promise<readonly ServiceAccountRow[]> {
  const found = await tx.query<Raw>(`${select} order by s.deactivated_at is not null, lower(s.name), s.created_seq`, [tenantId, now]);
  return found.rows.map(toRow);
}

export async function findServiceAccount(tx: Tx, tenantId: string, now: string, id: string): Promise<ServiceAccountRow | null> {
  const [row] = (await tx.query<Raw>(`${select} and s.id = $3`, [tenantId, now, id])).rows;
  return row === undefined ? null : toRow(row);
}

export interface ServiceAccountName {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
}

/** What to call those there are, those that are deactivated too. */
export async function listServiceAccountNames(tx: Tx, tenantId: string): Promise<readonly ServiceAccountName[]> {
  const found = await tx.query<ServiceAccountName>(
    'select id, name, deactivated_at is null as active from service_accounts where tenant_id = $1 order by created_seq',
    [tenantId],
  );
  return found.rows;
}
