import type { Witness } from '@countinghouse/contract/features/witnesses';
import type { WitnessRow } from '@countinghouse/store/features/witnesses/reads';

/** A witness as calls and Kernel Health tell of it. */
export const toWireWitness = (row: WitnessRow): Witness => ({
  id: row.id,
  name: row.name,
  vkey: row.vkey,
  url: row.url,
  added_at: row.added_at,
  state: stateOf(row),
  cosigned_to: row.cosigned_to === 0 ? null : row.cosigned_to,
  cosigned_at: row.cosigned_at,
  failing_since: row.failing_since,
  refused_at: row.refused_at,
  last_error: row.last_error,
  next_try_at: row.behind ? row.next_try_at : null,
});

function stateOf({ refused_at, silent, behind }: WitnessRow): Witness['state'] {
  if (refused_at !== null) return 'refused';
  if (silent) return 'silent';
  return behind ? 'waiting' : 'current';
}
