import { append, type Decision } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { BrandingSet } from './events.ts';

export interface SetBranding {
  readonly type: 'branding.set';
  readonly actor: Actor;
  readonly branding: BrandingSet;
}

/** Refuses as `guardWrite` (an administrator). */
export function decideSetBranding(state: TenantState, command: SetBranding): Decision {
  return guardWrite(state, command.actor, 'admin') ?? append({ type: 'branding.set', payload: command.branding });
}
