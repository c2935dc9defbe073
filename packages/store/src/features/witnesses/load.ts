import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const found = await read<{ id: string; name: string }>('select id, name from witnesses where tenant_id = $1 order by added_seq');
  for (const { id, name } of found) state.witnesses.set(id, name);
};
