import { append, type Decision, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { ChangeSigning } from './commands.ts';

/** Refuses, first match wins: as `guardWrite` (an owner), VALIDATION_ERROR for EXTERNAL_JWKS without an address. */
export function decideChangeSigning(state: TenantState, { actor, change }: ChangeSigning): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const { signing_mode = state.signingMode, enforce_signed_intents = state.enforceSignedIntents, jwks_url = state.jwksUrl } = change;
  if (signing_mode === 'EXTERNAL_JWKS' && jwks_url === null)
    return refuseField('jwks_url', 'Give the address of your key set: in this mode its keys alone count.');
  const same = signing_mode === state.signingMode && enforce_signed_intents === state.enforceSignedIntents && jwks_url === state.jwksUrl;
  return same ? append() : append({ type: 'signing.changed', payload: { signing_mode, enforce_signed_intents, jwks_url } });
}
