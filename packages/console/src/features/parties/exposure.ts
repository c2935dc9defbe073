// How much of an exposure limit is used.
import type { PartyPosition } from '@countinghouse/contract/features/parties';
import { readMinorE8 } from '../../lib/values/money.ts';

interface Used {
  /** Whole, rounded down: 100 is said where nothing is free. */
  readonly percent: number;
  /** Below zero where it is exceeded. */
  readonly freeE8: bigint;
  readonly isExceeded: boolean;
}

/** null where what is owed has no rate to the limit's currency. */
export function usedOf({ limit, used, minorUnits }: NonNullable<PartyPosition['exposure']>): Used | null {
  if (used === null) return null;
  const [limitE8, usedE8] = [readMinorE8(limit, minorUnits), readMinorE8(used, minorUnits)];
  return { percent: Number((usedE8 * 100n) / limitE8), freeE8: limitE8 - usedE8, isExceeded: usedE8 > limitE8 };
}
