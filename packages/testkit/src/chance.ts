// Chance that repeats: everything a workload draws follows from its seed.

const WORD = 2 ** 32;

export interface Chance {
  /** 0 ≤ n < `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True in `percent` of a hundred cases. */
  happens(percent: number): boolean;
  /** The same things in an order that is drawn. */
  shuffled<T>(things: readonly T[]): T[];
  /** Another sequence, which follows from this one's seed and a number: what one caller draws never depends on the others. */
  fork(number: number): Chance;
}

/** Source: splitmix32, a mixing function over a counter. */
export function chanceOf(seed: number): Chance {
  let counter = seed >>> 0;
  const next = (): number => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let z = counter;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / WORD) * limit);
  return {
    below,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    happens: (percent) => below(100) < percent,
    shuffled: (things) => {
      const left = [...things];
      return things.map(() => left.splice(below(left.length), 1)[0] as (typeof things)[number]);
    },
    fork: (number) => chanceOf(Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca77)),
  };
}
