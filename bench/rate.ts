/** A measured rate; for calls over HTTP also how long one took. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
}

export const rateOf = (count: number, tookMs: number): Rate => ({ perSecond: (count * 1000) / tookMs });

/** The run in the middle by rate. */
export function medianOf(rates: readonly Rate[]): Rate {
  const sorted = rates.toSorted((a, b) => a.perSecond - b.perSecond);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
}
