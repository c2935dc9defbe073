import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const c of await read<{ code: string }>('select code from tenant_currencies where tenant_id = $1')) state.currencies.add(c.code);
};
