import type { Proof } from './check.ts';

/** Who else has an anchor: an authority outside that gave it a time-stamp, or nobody but the system, whose object store keeps it. */
export function witnessOf({ anchored, time_stamp }: NonNullable<Proof['anchor']>): string {
  if (time_stamp !== null) return 'anchored: an authority outside has it';
  return anchored ? 'signed and kept here' : 'pending';
}
