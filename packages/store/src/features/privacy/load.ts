import type { ReferencesKept } from '@countinghouse/kernel/privacy/events';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const [chosen] = await read<{ kept_as: ReferencesKept }>('select kept_as from reference_choices where tenant_id = $1');
  if (chosen !== undefined) Object.assign(state.privacy, { references: chosen.kept_as, hasReferenceTokens: true });
  const [found] = await read<{ tokenised: boolean; key_version: number; reencrypted_version: number; erasures: number }>(
    'select tokenised, key_version, reencrypted_version, erasures from privacy where tenant_id = $1',
  );
  if (found === undefined) return;
  const { tokenised, key_version: keyVersion, reencrypted_version: reencryptedVersion, erasures } = found;
  Object.assign(state.privacy, { tokenised, keyVersion, reencryptedVersion, erasures });
};
