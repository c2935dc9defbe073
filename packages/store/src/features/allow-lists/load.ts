import type { AllowedNetwork } from '@countinghouse/kernel/allow-lists/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its column. */
export const load: Load = async (state, read) => {
  const [tenant] = await read<{ allow_list: readonly AllowedNetwork[] }>('select allow_list from tenants where tenant_id = $1');
  if (tenant !== undefined) state.allowList = tenant.allow_list;
};
