import type { KeyPurpose, KeyStatus } from '@countinghouse/kernel/signing-keys/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const keys = await read<{ kid: string; purpose: KeyPurpose; user_id: string | null; status: KeyStatus }>(
    'select kid, purpose, user_id, status from signing_keys where tenant_id = $1',
  );
  for (const k of keys) state.signingKeys.set(k.kid, { kid: k.kid, purpose: k.purpose, userId: k.user_id, status: k.status });
};
