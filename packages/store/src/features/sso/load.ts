import type { GroupRole, SsoConnection } from '@countinghouse/kernel/sso/events';
import type { Load } from '../../feature.ts';

interface ConnectionRow extends Record<string, unknown>, Omit<SsoConnection, 'roles'> {
  readonly roles: readonly GroupRole[];
}

interface DomainRow extends Record<string, unknown> {
  readonly domain: string;
  readonly connection_id: string;
  readonly verified: boolean;
}

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const connections = await read<ConnectionRow>(
    `select id, name, issuer, client_id, secret_id, scope, groups_claim, roles, default_role, second_factor, enabled, required, owners_by_password
     from sso_connections where tenant_id = $1`,
  );
  for (const connection of connections) state.ssoConnections.set(connection.id, { ...connection });
  const domains = await read<DomainRow>(
    'select domain, connection_id, verified_at is not null as verified from sso_domains where tenant_id = $1',
  );
  for (const { domain, connection_id, verified } of domains) state.ssoDomains.set(domain, { connectionId: connection_id, verified });
};
