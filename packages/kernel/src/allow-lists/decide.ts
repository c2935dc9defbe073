import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangeAllowList, ClearAllowList } from './commands.ts';
import { admitterOf, spellAddress } from './networks.ts';
import { isSameList, readList } from './read-list.ts';

/**
 * Says from where calls are taken. The same again changes nothing.
 *
 * Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR (a line; a list that would lock out the owner who asks). What waited for
 * another owner is not asked again where its maker was.
 */
export function decideChangeAllowList(state: TenantState, { actor, networks }: ChangeAllowList): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const read = readList(networks, 'networks');
  if ('refusal' in read) return read.refusal;
  const from = actor.kind === 'user' ? actor.address : undefined;
  if (from !== undefined && !admitterOf(read.list)(from))
    return refuseField(
      'networks',
      `This list would lock you out: you call from ${spellAddress(from)}, which is not in it. Add it, or a network that holds it.`,
    );
  return isSameList(read.list, state.allowList) ? append() : append({ type: 'allow_list.changed', payload: { networks: read.list } });
}

/** Lets everybody in again. One that is empty stays as it is. Refuses FORBIDDEN for whoever is not the system, then as `guardWrite`, also when read-only. */
export function decideClearAllowList(state: TenantState, { actor }: ClearAllowList): Decision {
  if (actor.kind !== 'system') return refuse('FORBIDDEN');
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  return state.allowList.length === 0 ? append() : append({ type: 'allow_list.cleared', payload: {} });
}
