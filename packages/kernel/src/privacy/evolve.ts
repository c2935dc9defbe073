import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { PrivacyEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'privacy.tokenised': (state, { payload }) => {
    state.privacy.tokenised = true;
    state.privacy.keyVersion = payload.key_version;
  },
  'privacy.key_rotated': (state, { payload }) => {
    state.privacy.keyVersion = payload.key_version;
  },
  'privacy.reencrypted': (state, { payload }) => {
    state.privacy.reencryptedVersion = payload.key_version;
  },
  'privacy.erased': (state, { payload: { erasure: erasures, key_version: keyVersion } }) => {
    Object.assign(state.privacy, { tokenised: true, keyVersion, reencryptedVersion: keyVersion, erasures });
  },
  'privacy.exported': leavesStateAsIs,
  'privacy.references_set': (state, { payload }) => {
    state.privacy.references = payload.references;
    state.privacy.hasReferenceTokens = true;
  },
  'super_token.refused': leavesStateAsIs,
} satisfies EventRows<PrivacyEvents>;
