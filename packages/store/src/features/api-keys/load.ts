import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import type { KeyGrant } from '@countinghouse/kernel/api-keys/events';
import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const apiKeys = await read<{
    id: string;
    user_id: string;
    made_by: string;
    grant: KeyGrant;
    expires_at: string;
    revoked: boolean;
    secret_no: number;
    old_made_by: string | null;
    old_ends_at: string | null;
    allow_list: readonly AllowedNetwork[];
  }>(
    'select id, user_id, coalesce(made_by, user_id) as made_by, key_grant as grant, expires_at, revoked_at is not null as revoked, secret_no, old_made_by, old_ends_at, allow_list from api_keys where tenant_id = $1 order by created_seq',
  );
  for (const { id, user_id, made_by, grant, expires_at, revoked, secret_no, old_made_by, old_ends_at, allow_list } of apiKeys)
    state.apiKeys.set(id, {
      id,
      userId: user_id,
      makerId: made_by,
      grant,
      expiresAtUs: instant(expires_at),
      allowList: allow_list,
      revoked,
      secretNo: secret_no,
      oldSecret: old_made_by === null || old_ends_at === null ? null : { makerId: old_made_by, endsAtUs: instant(old_ends_at) },
    });
};
