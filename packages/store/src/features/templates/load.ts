import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  for (const t of await read<{ id: string; name: string }>('select id, name from templates where tenant_id = $1'))
    state.templates.set(t.id, t.name);
};
