// Rows leave the database only after the log says so: whoever decides from then on knows that an old key may lie outside of it.

import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { PruneLog } from './commands.ts';

/** Refuses as `guardWrite` (an owner), then BAD_REQUEST: the stretch does not begin behind the one before, or reaches the end of the log. */
export function decidePruneLog(state: TenantState, { actor, pruned }: PruneLog): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const { from_seq, through_seq } = pruned;
  return from_seq === state.prunedTo + 1 && from_seq <= through_seq && through_seq < state.head.seq
    ? append({ type: 'log.pruned', payload: pruned })
    : refuse('BAD_REQUEST');
}
