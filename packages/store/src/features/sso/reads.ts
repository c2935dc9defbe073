import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import type { SsoConnection } from '@countinghouse/kernel/sso/events';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';
import { type ConnectionColumns, connectionColumns, connectionOf } from './connection-row.ts';

interface Made {
  readonly created_at: string;
  readonly created_by: string;
}
export type ConnectionRow = SsoConnection & Made;

export interface DomainRow {
  readonly domain: string;
  readonly connection_id: string;
  readonly token: string;
  readonly verified_at: string | null;
}

/** By name. */
export async function listConnections(tx: Tx, tenantId: string): Promise<readonly ConnectionRow[]> {
  const found = await tx.query<ConnectionColumns & Made>(
    `select ${connectionColumns}, c.created_at, c.created_by from sso_connections c where c.tenant_id = $1 order by lower(c.name)`,
    [tenantId],
  );
  return found.rows.map((row) => ({ ...connectionOf(row), created_at: row.created_at, created_by: row.created_by }));
}

/** How many by SAML were made, those that are gone too. */
export async function countSamlConnectionsMade(tx: Tx, tenantId: string): Promise<number> {
  const found = await tx.query<{ made: number }>('select made from saml_connections_made where tenant_id = $1', [tenantId]);
  return found.rows[0]?.made ?? 0;
}

/** By name. */
export async function listDomains(tx: Tx, tenantId: string): Promise<readonly DomainRow[]> {
  const found = await tx.query<DomainRow>(
    'select domain, connection_id, token, verified_at from sso_domains where tenant_id = $1 order by domain',
    [tenantId],
  );
  return found.rows;
}

export interface DirectoryRow {
  readonly connection_id: string;
  readonly token_set_at: string;
  readonly token_set_by: string;
}

/** Of the connections whose directory has a token. */
export async function listDirectories(tx: Tx, tenantId: string): Promise<readonly DirectoryRow[]> {
  const found = await tx.query<DirectoryRow>('select connection_id, token_set_at, token_set_by from sso_directories where tenant_id = $1', [
    tenantId,
  ]);
  return found.rows;
}

/** Whose a directory's token is. */
export interface FoundDirectory {
  readonly tenant_id: string;
  readonly connection_id: string;
  readonly read_only: boolean;
  readonly allow_list: readonly AllowedNetwork[];
}

/** By the hash of its token; null where nobody's is, the connection is off or its organisation is gone. Needs the writer's role. */
export async function findDirectoryByToken(writerPool: Pool, tokenHash: string): Promise<FoundDirectory | null> {
  const found = await writerPool.query<FoundDirectory>(
    `select d.tenant_id, d.connection_id, t.read_only, t.allow_list
     from sso_directories d join sso_connections c on c.tenant_id = d.tenant_id and c.id = d.connection_id
       join tenants t on t.tenant_id = d.tenant_id
     where d.token_hash = $1 and c.enabled and t.archived_at is null`,
    [tokenHash],
  );
  return found.rows[0] ?? null;
}

/** A connection that is on, whose organisation is not known yet. */
export type UsableConnection = SsoConnection & { readonly tenant_id: string };

/** By its id; null where it is not there, is off, or its organisation is gone. Needs the writer's role. */
export async function findUsableConnection(writerPool: Pool, id: string): Promise<UsableConnection | null> {
  const found = await writerPool.query<ConnectionColumns & { readonly tenant_id: string }>(
    `select c.tenant_id, ${connectionColumns} from sso_connections c join tenants t on t.tenant_id = c.tenant_id
     where c.id = $1 and c.enabled and t.archived_at is null`,
    [id],
  );
  const [row] = found.rows;
  return row === undefined ? null : { ...connectionOf(row), tenant_id: row.tenant_id };
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
