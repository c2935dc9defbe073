// What becomes of the words that tell of persons: encrypted, encrypted anew, destroyed, handed out. The words and their keys are
// outside the log; the log says under which version of the key they are, and that an act was done.

import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type {
  EraseWords,
  ExportSubject,
  FinishReencryption,
  RefuseSuperToken,
  RotateDataKey,
  SetReferences,
  TokeniseWords,
} from './commands.ts';

/** Refuses as `guardWrite` (an owner). The first one takes a data key; a later one finds it taken, and is an event all the same. */
export function decideTokenise(state: TenantState, { actor, authority }: TokeniseWords): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  const { tokenised, keyVersion } = state.privacy;
  return append({ type: 'privacy.tokenised', payload: { key_version: tokenised ? keyVersion : keyVersion + 1, authority } });
}

/** Refuses as `guardWrite` (an owner). */
export function decideRotate(state: TenantState, { actor, authority }: RotateDataKey): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  return append({ type: 'privacy.key_rotated', payload: { key_version: state.privacy.keyVersion + 1, authority } });
}

/** Refuses as `guardWrite` (an owner, also when read-only; the system also once archived), NOT_FOUND for an erasure that is done already. */
export function decideErase(state: TenantState, { actor, authority, again }: EraseWords): Decision {
  const bySystem = actor.kind === 'system' && state.name !== null;
  const refusal = bySystem ? null : guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  const { erasures, keyVersion } = state.privacy;
  if (again !== null && again.erasure <= erasures) return refuse('NOT_FOUND');
  const payload = {
    erasure: again?.erasure ?? erasures + 1,
    // Words that are written afterwards have a key of their own, whatever the copy that was restored knew of.
    key_version: Math.max(keyVersion, again?.keyVersion ?? 0) + 1,
    authority,
  };
  return append({ type: 'privacy.erased', payload });
}

/** Refuses NOT_FOUND where another key has been taken meanwhile, or it was said already. */
export function decideFinishReencryption(state: TenantState, { keyVersion, records }: FinishReencryption): Decision {
  const { privacy } = state;
  if (keyVersion !== privacy.keyVersion || privacy.reencryptedVersion >= keyVersion) return refuse('NOT_FOUND');
  return append({ type: 'privacy.reencrypted', payload: { key_version: keyVersion, records } });
}

/** Refuses as `guardWrite` (an owner, also when read-only: it takes nothing away), NOT_FOUND for a party that is not there. */
export function decideExportSubject(state: TenantState, { actor, emailToken, partyId }: ExportSubject): Decision {
  const refusal = guardWrite(state, actor, 'owner', { evenReadOnly: true });
  if (refusal !== null) return refusal;
  if (partyId !== null && !state.partyIds.has(partyId)) return refuse('NOT_FOUND');
  return append({ type: 'privacy.exported', payload: { email_token: emailToken, party_id: partyId } });
}

/** The same again changes nothing. Refuses as `guardWrite` (an owner). Source: decision 0246. */
export function decideSetReferences(state: TenantState, { actor, references }: SetReferences): Decision {
  const refusal = guardWrite(state, actor, 'owner');
  if (refusal !== null) return refusal;
  return references === state.privacy.references ? append() : append({ type: 'privacy.references_set', payload: { references } });
}

/** Refuses NOT_FOUND where there is no organisation to tell. */
export function decideRefuseSuperToken(state: TenantState, { call }: RefuseSuperToken): Decision {
  if (state.name === null) return refuse('NOT_FOUND');
  return append({ type: 'super_token.refused', payload: { call } });
}
