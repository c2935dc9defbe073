import { canonicalize } from '../canonical/jcs.ts';
import { append, type Decision } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangePostingDefaults } from './commands.ts';
import type { PostingDefaultsChanged } from './events.ts';

/** As an event says them, whole. */
export function sayPostingDefaults({
  postingDefaults: { consent, fxSnapshot },
}: Pick<TenantState, 'postingDefaults'>): PostingDefaultsChanged {
  return { consent: consent === null ? null : { scope: [...consent.scope], reference: consent.reference }, fx_snapshot: fxSnapshot };
}

/** Says what programs may leave out when they post. The same again changes nothing. Refuses as `guardWrite` (an owner). Source: decision 0177. */
export function decideChangePostingDefaults(state: TenantState, { actor, change }: ChangePostingDefaults): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const before = sayPostingDefaults(state);
  const after: PostingDefaultsChanged = { ...before, ...change };
  return canonicalize(before) === canonicalize(after) ? append() : append({ type: 'posting_defaults.changed', payload: after });
}
