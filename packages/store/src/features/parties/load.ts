import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const p of await read<{ id: string }>('select id from parties where tenant_id = $1')) state.partyIds.add(p.id);
};
