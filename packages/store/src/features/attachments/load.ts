import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const files = await read<{ intent_id: string; sha256: string }>(
    'select intent_id, sha256 from attachments where tenant_id = $1 order by event_seq',
  );
  for (const { intent_id, sha256 } of files) {
    const known = state.attachments.get(intent_id);
    if (known === undefined) state.attachments.set(intent_id, new Set([sha256]));
    else known.add(sha256);
  }
};
