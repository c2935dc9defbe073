import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const [last] = await read<{ through: number | null }>('select max(through_seq) as through from prunes where tenant_id = $1');
  state.prunedTo = last?.through ?? 0;
};
