import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const [recorded] = await read<{ to_seq: number }>('select to_seq from recorded_anchors where tenant_id = $1');
  if (recorded !== undefined) state.anchorsRecordedTo = recorded.to_seq;
};
