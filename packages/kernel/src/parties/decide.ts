import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { metadataPart } from '../metadata/given.ts';
import type { ChangeParty, CreateParty } from './commands.ts';

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (changing one that is not there). */
export function decideRecordParty(state: TenantState, command: CreateParty | ChangeParty): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  if ((command.type === 'party.change') !== state.partyIds.has(command.id)) return refuse('NOT_FOUND');
  const { id, labelToken, kind, externalRefToken } = command;
  const payload = { id, label_token: labelToken, kind, external_ref_token: externalRefToken };
  if (command.type === 'party.change') return append({ type: 'party.changed', payload });
  return append({ type: 'party.created', payload: { ...payload, ...metadataPart(command.metadata ?? {}) } });
}
