import type { InviteStatus } from '@countinghouse/kernel/people/events';
import type { TenantRole } from '@countinghouse/kernel/tenants/events';
import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const m of await read<{ user_id: string; role: TenantRole }>('select user_id, role from members where tenant_id = $1'))
    state.members.set(m.user_id, m.role);
  const invites = await read<{ id: string; email_token: string; role: TenantRole; expires_at: string; status: InviteStatus }>(
    'select id, email_token, role, expires_at, status from invites where tenant_id = $1 order by event_seq',
  );
  for (const i of invites) {
    const { id, role, status } = i;
    state.invites.set(id, { id, emailToken: i.email_token, role, expiresAtUs: instant(i.expires_at), status });
  }
};
