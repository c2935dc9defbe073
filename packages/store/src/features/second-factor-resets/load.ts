import type { Load } from '../../feature.ts';
import { instant } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const resets = await read<{ user_id: string; effective_at: string; lapses_at: string }>(
    'select user_id, effective_at, lapses_at from second_factor_resets where tenant_id = $1 order by granted_seq',
  );
  for (const { user_id, effective_at, lapses_at } of resets)
    state.secondFactorResets.set(user_id, { effectiveAtUs: instant(effective_at), lapsesAtUs: instant(lapses_at) });
};
