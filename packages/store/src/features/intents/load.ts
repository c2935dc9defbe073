import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const [posted] = await read<{ posted: boolean }>(
    'select exists (select from postings where tenant_id = $1) or exists (select from pruned_stretches where tenant_id = $1 and postings > 0) as posted',
  );
  state.posted = posted?.posted === true;
  for (const r of await read<{ intent_id: string; reversed_by: string }>(
    'select intent_id, reversed_by from reversals where tenant_id = $1',
  ))
    state.reversals.set(r.intent_id, r.reversed_by);
};
