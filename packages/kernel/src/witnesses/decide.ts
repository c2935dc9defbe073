import { WITNESSES_MAX } from '../bounds.ts';
import { append, type Decision, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AddWitness, RemoveWitness } from './commands.ts';

/**
 * Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR where a witness of this name is there, or as many as there may be.
 * A new key of a witness is a new witness: the one before is removed first.
 */
export function decideAddWitness(state: TenantState, { actor, id, name, vkey, url }: AddWitness): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  if ([...state.witnesses.values()].includes(name)) return refuseField('vkey', 'There is a witness of this name already. Remove it first.');
  if (state.witnesses.size >= WITNESSES_MAX) return refuseField('vkey', `There are ${WITNESSES_MAX} witnesses already. Remove one first.`);
  return append({ type: 'witness.added', payload: { id, name, vkey, url } });
}

/** Refuses, first match wins: as `guardWrite` (an owner), NOT_FOUND. What it cosigned stays. */
export function decideRemoveWitness(state: TenantState, { actor, id }: RemoveWitness): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  return state.witnesses.has(id) ? append({ type: 'witness.removed', payload: { id } }) : refuse('NOT_FOUND');
}
