import type { ServiceAccountState } from '@countinghouse/kernel/service-accounts/state';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const rows = await read<{ [K in keyof ServiceAccountState]: ServiceAccountState[K] }>(
    'select id, name, role, deactivated_at is null as active from service_accounts where tenant_id = $1 order by created_seq',
  );
  for (const row of rows) state.serviceAccounts.set(row.id, { ...row });
};
