import type { Proof } from './check.ts';

/** Who else has an anchor: witnesses that cosigned it, an authority outside that gave it a time-stamp, or nobody but the system, whose object store keeps it. */
export function holderOf({ anchor_ref, time_stamp, cosignatures }: NonNullable<Proof['anchor']>): string {
  if (cosignatures.length > 0) return `anchored: cosigned by ${cosignatures.map(({ name }) => name).join(', ')}`;
  if (time_stamp !== null) return 'anchored: an authority outside has it';
  return anchor_ref === null ? 'pending' : 'signed and kept here';
}
