// Which few of some amounts come to a sum. A search that always ends: at most so many amounts, so many of them together, so many steps.

import { magnitudeOf } from '../money/magnitude.ts';

/** Amounts that one search looks at; of more, those that come first. Source: decision 0043. */
export const CANDIDATES_MAX = 16;
/** Amounts that make one sum together. Source: decision 0043. */
export const PARTS_MAX = 4;

/** Steps that searches may still take. Counted, not timed: the same on every machine. */
export interface Budget {
  steps: number;
}

/**
 * The places of the fewest amounts, at least 2, that come to the target; null where there are none, where different amounts do it in
 * as few, or where the budget ended first. Among equal amounts the earlier are taken.
 *
 * The amounts have the sign of the target; more than CANDIDATES_MAX are not looked at.
 */
export function findSum(targetE8: bigint, amountsE8: readonly bigint[], budget: Budget): readonly number[] | null {
  const parts = amountsE8
    .slice(0, CANDIDATES_MAX)
    .map((e8, place) => ({ e8: magnitudeOf(e8), place }))
    .sort((a, b) => (a.e8 === b.e8 ? a.place - b.place : a.e8 > b.e8 ? -1 : 1));
  for (let count = 2; count <= Math.min(PARTS_MAX, parts.length); count += 1) {
    const search = { parts, budget, chosen: [] as number[], found: null as readonly number[] | null, several: false };
    if (!choose(search, 0, count, magnitudeOf(targetE8))) return null;
    if (search.found !== null) return search.several ? null : search.found.map((at) => parts[at]?.place ?? 0).sort((a, b) => a - b);
  }
  return null;
}

interface Search {
  /** The largest first. */
  readonly parts: readonly { readonly e8: bigint; readonly place: number }[];
  readonly budget: Budget;
  readonly chosen: number[];
  found: readonly number[] | null;
  /** Whether other amounts do it too. */
  several: boolean;
}

/** Chooses `count` of the parts from `from` on. False where the budget ended. */
function choose(search: Search, from: number, count: number, leftE8: bigint): boolean {
  const { parts, chosen } = search;
  if (count === 0) {
    if (leftE8 !== 0n) return true;
    if (search.found === null) search.found = [...chosen];
    else search.several = true;
    return true;
  }
  let before: bigint | null = null;
  for (let at = from; at <= parts.length - count; at += 1) {
    const { e8 } = parts[at] as Search['parts'][number];
    // Of equal amounts only the first is tried here: the others would make the same sum of the same amounts.
    if (e8 === before) continue;
    before = e8;
    search.budget.steps -= 1;
    if (search.budget.steps < 0) return false;
    if (e8 > leftE8) continue;
    if (e8 * BigInt(count) < leftE8) return true;
    chosen.push(at);
    const went = choose(search, at + 1, count - 1, leftE8 - e8);
    chosen.pop();
    if (!went) return false;
    if (search.several) return true;
  }
  return true;
}
