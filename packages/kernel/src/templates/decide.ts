import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { RemoveTemplate, SaveTemplate } from './commands.ts';

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND, CODE_TAKEN (another template has the name, in any case). */
export function decideSaveTemplate(state: TenantState, command: SaveTemplate): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const { id, name, content } = command;
  if (command.replaces !== state.templates.has(id)) return refuse('NOT_FOUND');
  for (const [other, taken] of state.templates)
    if (other !== id && taken.toLowerCase() === name.toLowerCase()) return refuse('CODE_TAKEN', { name });
  return append({ type: 'template.saved', payload: { id, name, ...content } });
}

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND. */
export function decideRemoveTemplate(state: TenantState, command: RemoveTemplate): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  if (!state.templates.has(command.id)) return refuse('NOT_FOUND');
  return append({ type: 'template.removed', payload: { id: command.id } });
}
