import type { Load } from '../../feature.ts';
import { type ConnectionColumns, connectionColumns, connectionOf } from './connection-row.ts';

interface DomainRow extends Record<string, unknown> {
  readonly domain: string;
  readonly connection_id: string;
  readonly verified: boolean;
}

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const connections = await read<ConnectionColumns>(`select ${connectionColumns} from sso_connections c where c.tenant_id = $1`);
  for (const row of connections) state.ssoConnections.set(row.id, connectionOf(row));
  const domains = await read<DomainRow>(
    'select domain, connection_id, verified_at is not null as verified from sso_domains where tenant_id = $1',
  );
  for (const { domain, connection_id, verified } of domains) state.ssoDomains.set(domain, { connectionId: connection_id, verified });
  const directories = await read<{ connection_id: string }>('select connection_id from sso_directories where tenant_id = $1');
  for (const { connection_id } of directories) state.ssoDirectories.add(connection_id);
  const [counted] = await read<{ made: number }>('select made from saml_connections_made where tenant_id = $1');
  state.samlConnectionsMade = counted?.made ?? 0;
};
