import type { Anchor } from '@countinghouse/contract/features/anchors';
import type { Witness } from '@countinghouse/contract/features/witnesses';
import { showCount } from '../../lib/values/numbers.ts';

/** Who of the witnesses there are has cosigned an anchor, in one sentence. */
export function witnessedBy(anchor: Pick<Anchor, 'to_seq' | 'cosignatures'>, witnesses: readonly Pick<Witness, 'name'>[]): string {
  const by = witnesses.map(({ name }) => name).filter((name) => anchor.cosignatures.some((c) => c.name === name));
  const whom = `The last anchor, over events 1 to ${showCount(anchor.to_seq)}, is witnessed by ${by.length} of ${witnesses.length}`;
  return by.length === 0 ? `${whom}.` : `${whom}: ${by.join(', ')}.`;
}

/** What a witness has to say for itself, where it does not simply cosign. */
export function troubleOf({ state, last_error: error }: Pick<Witness, 'state' | 'last_error'>): string | null {
  if (state === 'refused') return `It refuses this log. ${error ?? ''}`.trim();
  return error;
}
