import type { SsoConnection } from '@countinghouse/kernel/sso/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface ConnectionRow extends SsoConnection {
  readonly created_at: string;
  readonly created_by: string;
}

export interface DomainRow {
  readonly domain: string;
  readonly connection_id: string;
  readonly token: string;
  readonly verified_at: string | null;
}

const columns = `c.id, c.name, c.issuer, c.client_id, c.secret_id, c.scope, c.groups_claim, c.roles, c.default_role, c.second_factor, c.enabled,
  c.required, c.owners_by_password, c.created_at, c.created_by`;

/** By name. */
export async function listConnections(tx: Tx, tenantId: string): Promise<readonly ConnectionRow[]> {
  const found = await tx.query<ConnectionRow>(`select ${columns} from sso_connections c where c.tenant_id = $1 order by lower(c.name)`, [
    tenantId,
  ]);
  return found.rows;
}

/** By name. */
export async function listDomains(tx: Tx, tenantId: string): Promise<readonly DomainRow[]> {
  const found = await tx.query<DomainRow>(
    'select domain, connection_id, token, verified_at from sso_domains where tenant_id = $1 order by domain',
    [tenantId],
  );
  return found.rows;
}

/** A connection that is on, whose organisation is not known yet. */
export interface UsableConnection extends SsoConnection {
  readonly tenant_id: string;
}

/** By its id; null where it is not there, is off, or its organisation is gone. Needs the writer's role. */
export async function findUsableConnection(writerPool: Pool, id: string): Promise<UsableConnection | null> {
  const found = await writerPool.query<UsableConnection>(
    `select c.tenant_id, ${columns} from sso_connections c join tenants t on t.tenant_id = c.tenant_id
     where c.id = $1 and c.enabled and t.archived_at is null`,
    [id],
  );
  return found.rows[0] ?? null;
}

/** So many organisations somebody chooses from. */
const CHOICES_MAX = 20;

/** What speaks for the people of a domain, by organisation, 20 at most. Needs the writer's role. */
export async function listConnectionsOf(
  writerPool: Pool,
  domain: string,
): Promise<readonly { readonly id: string; readonly name: string; readonly organisation: string }[]> {
  const found = await writerPool.query<{ id: string; name: string; organisation: string }>(
    `select c.id, c.name, t.name as organisation
     from sso_domains d join sso_connections c on c.tenant_id = d.tenant_id and c.id = d.connection_id
       join tenants t on t.tenant_id = d.tenant_id
     where d.domain = $1 and d.verified_at is not null and c.enabled and t.archived_at is null
     order by lower(t.name), t.tenant_id limit $2`,
    [domain, CHOICES_MAX],
  );
  return found.rows;
}
