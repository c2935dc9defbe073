import type { KeyGrant } from '@countinghouse/kernel/api-keys/events';
import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const apiKeys = await read<{ id: string; user_id: string; grant: KeyGrant; expires_at: string; revoked: boolean }>(
    'select id, user_id, key_grant as grant, expires_at, revoked_at is not null as revoked from api_keys where tenant_id = $1 order by created_seq',
  );
  for (const { id, user_id, grant, expires_at, revoked } of apiKeys)
    state.apiKeys.set(id, { id, makerId: user_id, grant, expiresAtUs: instant(expires_at), revoked });
};
