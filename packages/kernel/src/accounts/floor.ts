import { formatAmountE8, readAmountE8 } from '../money/amount.ts';
import type { Floor } from './events.ts';

/** A floor as an event says it. */
interface SaidFloor {
  readonly floor: Floor;
  readonly floor_amount?: string;
}

/** What an available balance may not fall below, units of 10⁻⁸; null: nothing. */
export function floorE8Of({ floor, floor_amount = '' }: SaidFloor): bigint | null {
  if (floor === 'none') return null;
  return floor === 'zero' ? 0n : readAmountE8(floor_amount);
}

/** The same as an event says it: zero has a word of its own. */
export function sayFloor(floorE8: bigint | null): SaidFloor {
  if (floorE8 === null) return { floor: 'none' };
  return floorE8 === 0n ? { floor: 'zero' } : { floor: 'amount', floor_amount: formatAmountE8(floorE8) };
}
