import type { Hold } from '@countinghouse/contract/features/holds';
import type { HoldRow } from '@countinghouse/store/features/holds/reads';

export function toWireHold({ closed_seq: _, rows, ...hold }: HoldRow): Hold {
  return { ...hold, rows: [...rows] };
}
