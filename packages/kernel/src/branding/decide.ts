import { append, type Decision } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { SetBranding } from './commands.ts';

/** Refuses as `guardWrite` (an administrator). */
export function decideSetBranding(state: TenantState, command: SetBranding): Decision {
  return guardWrite(state, command.actor, 'admin') ?? append({ type: 'branding.set', payload: command.branding });
}
