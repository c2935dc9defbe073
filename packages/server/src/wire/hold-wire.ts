import type { Hold } from '@countinghouse/contract/features/holds';
import type { HoldRow } from '@countinghouse/store/features/holds/reads';

export function toWireHold({ closed_seq: _, rows, captured_by, ...hold }: HoldRow): Hold {
  return { ...hold, captured_by: [...captured_by], rows: [...rows] };
}
