// Whether two ways through the system can be told apart by how long they take: by rank, so that a slow outlier counts like any other.

/** So many standard deviations of pure chance are chance. */
const CHANCE_DEVIATIONS = 4;

export interface ToldApart {
  /** How often one measurement of each puts them in the order that says which is which: 0.5 tells nothing, 1 tells everything. */
  readonly odds: number;
  /** What chance alone reaches with so many measurements. */
  readonly oddsByChance: number;
  /** Median of the second less that of the first, in the unit of the measurements. */
  readonly medianDifference: number;
}

export const median = (of: readonly number[]): number => {
  const sorted = [...of].sort((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
};

/** By the statistic of Mann and Whitney. Both have at least one measurement. */
export function tellApart(a: readonly number[], b: readonly number[]): ToldApart {
  const all = [...a.map((value) => ({ value, ofB: false })), ...b.map((value) => ({ value, ofB: true }))].sort((x, y) => x.value - y.value);
  let rankSum = 0;
  for (let i = 0; i < all.length; ) {
    let end = i;
    while (end < all.length && all[end]?.value === all[i]?.value) end += 1;
    // Those that are equal share their ranks.
    const rank = (i + 1 + end) / 2;
    for (; i < end; i++) if (all[i]?.ofB === true) rankSum += rank;
  }
  const share = (rankSum - (b.length * (b.length + 1)) / 2) / (a.length * b.length);
  const deviation = Math.sqrt((a.length + b.length + 1) / (12 * a.length * b.length));
  return {
    odds: Math.max(share, 1 - share),
    oddsByChance: 0.5 + CHANCE_DEVIATIONS * deviation,
    medianDifference: median(b) - median(a),
  };
}
