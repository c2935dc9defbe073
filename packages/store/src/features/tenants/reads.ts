import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import type { SigningMode, TenantRole } from '@countinghouse/kernel/tenants/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

/** What a connection of single sign-on that is on says of who opens the organisation. */
export interface SsoAccess {
  readonly connection_id: string;
  /** Verified. */
  readonly domains: readonly string[];
  readonly required: boolean;
  readonly owners_by_password: boolean;
}

export interface MembershipRow {
  readonly tenant_id: string;
  readonly name: string;
  readonly role: TenantRole;
  readonly read_only: boolean;
  /** When a check found that the ledger is not what its log says; null where none did. */
  readonly broken_at: string | null;
  readonly reporting_currency: string;
  readonly signing_mode: SigningMode;
  readonly enforce_signed_intents: boolean;
  /** Whether its members need a second factor to work in it. */
  readonly second_factor_required: boolean;
  /** The connections of single sign-on that are on. */
  readonly sso_access: readonly SsoAccess[];
  /** From where its calls are taken; empty: from everywhere. */
  readonly allow_list: readonly AllowedNetwork[];
  /** Whether the person administers at least one active entity. */
  readonly administers_entity: boolean;
}

/** The organisations of the person that the transaction is bound to, first joined first. Archived ones are gone. */
export async function listMemberships(tx: Tx, userId: string): Promise<readonly MembershipRow[]> {
  const found = await tx.query<MembershipRow>(
    `select t.tenant_id, t.name, m.role, t.read_only, t.broken_at, t.reporting_currency, t.signing_mode, t.enforce_signed_intents, t.second_factor_required, t.sso_access, t.allow_list,
       exists (select from entity_members em join entities e on e.tenant_id = em.tenant_id and e.id = em.entity_id
               where em.tenant_id = m.tenant_id and em.user_id = m.user_id and em.role = 'entity_admin' and e.active) as administers_entity
     from members m join tenants t using (tenant_id)
     where m.user_id = $1 and t.archived_at is null
     order by m.joined_at, t.tenant_id`,
    [userId],
  );
  return found.rows;
}

/** How a service account stands to its organisation, as a member to theirs: one row, or none once it is deactivated or the organisation is gone. */
export async function listServiceMemberships(tx: Tx, tenantId: string, id: string): Promise<readonly MembershipRow[]> {
  const found = await tx.query<MembershipRow>(
    `select t.tenant_id, t.name, s.role, t.read_only, t.broken_at, t.reporting_currency, t.signing_mode, t.enforce_signed_intents, t.second_factor_required, t.sso_access, t.allow_list,
       exists (select from entity_members em join entities e on e.tenant_id = em.tenant_id and e.id = em.entity_id
               where em.tenant_id = $1 and em.user_id = $2::text and em.role = 'entity_admin' and e.active) as administers_entity
     from service_accounts s join tenants t on t.tenant_id = s.tenant_id
     where s.tenant_id = $1 and s.id::text = $2::text and s.deactivated_at is null and t.archived_at is null`,
    [tenantId, id],
  );
  return found.rows;
}

export async function countMembers(tx: Tx, tenantId: string): Promise<{ readonly members: number; readonly owners: number }> {
  const found = await tx.query<{ members: number; owners: number }>(
    `select count(*) as members, count(*) filter (where role = 'owner') as owners from members where tenant_id = $1`,
    [tenantId],
  );
  return found.rows[0] ?? { members: 0, owners: 0 };
}

/** An organisation by its id, whoever belongs to it, also once it is archived. Needs the writer's role. */
export async function findOrganisation(
  pool: Pool,
  tenantId: string,
): Promise<(Omit<MembershipRow, 'role' | 'administers_entity'> & { readonly archived: boolean }) | null> {
  const found = await pool.query<Omit<MembershipRow, 'role' | 'administers_entity'> & { archived: boolean }>(
    `select tenant_id, name, read_only, reporting_currency, signing_mode, enforce_signed_intents, archived_at is not null as archived
     from tenants where tenant_id = $1`,
    [tenantId],
  );
  return found.rows[0] ?? null;
}
