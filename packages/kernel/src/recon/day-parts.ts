// Amounts of one day and direction that may be parts of a sum: what all that are left come to, and the first few below a size,
// without looking at the others. A day may have a hundred thousand.

import { magnitudeOf } from '../money/magnitude.ts';

interface Sized {
  readonly amountE8: bigint;
}

const sizeOf = (part: Sized): bigint => magnitudeOf(part.amountE8);

export class DayParts<P extends Sized> {
  private readonly parts: (P | null)[];
  private readonly places = new Map<P, number>();
  /** A binary tree over the places: at each node the smallest size below it, null where nothing is left. The root is 1. */
  private readonly smallest: (bigint | null)[];
  private readonly leaves: number;
  private sum = 0n;
  private left: number;

  /** Of one sign, in the order in which they are to be found. */
  constructor(parts: readonly P[]) {
    this.parts = [...parts];
    this.left = parts.length;
    this.leaves = 2 ** Math.ceil(Math.log2(Math.max(parts.length, 1)));
    this.smallest = new Array<bigint | null>(2 * this.leaves).fill(null);
    for (const [place, part] of parts.entries()) {
      this.places.set(part, place);
      this.sum += part.amountE8;
      this.smallest[this.leaves + place] = sizeOf(part);
    }
    for (let node = this.leaves - 1; node > 0; node -= 1) this.refresh(node);
  }

  get count(): number {
    return this.left;
  }

  /** What those that are left come to. */
  get sumE8(): bigint {
    return this.sum;
  }

  /** Those that are left, in order. */
  all(): readonly P[] {
    return this.parts.filter((part) => part !== null);
  }

  /** Takes one away; one of another day is none of these. */
  take(part: P): void {
    const place = this.places.get(part);
    if (place === undefined || this.parts[place] === null) return;
    this.parts[place] = null;
    this.left -= 1;
    this.sum -= part.amountE8;
    this.smallest[this.leaves + place] = null;
    for (let node = (this.leaves + place) >> 1; node > 0; node >>= 1) this.refresh(node);
  }

  /** The first of those that are smaller than an amount of their sign, at most so many, in order. Costs a path down the tree for each. */
  firstBelow(amountE8: bigint, max: number): readonly P[] {
    const found: P[] = [];
    const limit = sizeOf({ amountE8 });
    const waiting = [1];
    for (let node = waiting.pop(); node !== undefined && found.length < max; node = waiting.pop()) {
      const smallest = this.smallest[node] ?? null;
      if (smallest === null || smallest >= limit) continue;
      if (node < this.leaves) {
        waiting.push(2 * node + 1, 2 * node);
        continue;
      }
      const part = this.parts[node - this.leaves];
      if (part !== null && part !== undefined) found.push(part);
    }
    return found;
  }

  private refresh(node: number): void {
    const [a, b] = [this.smallest[2 * node] ?? null, this.smallest[2 * node + 1] ?? null];
    this.smallest[node] = a === null ? b : b === null || a < b ? a : b;
  }
}
