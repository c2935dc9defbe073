/** A measured rate; for calls over HTTP also how long one took. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
}

export const rateOf = (count: number, tookMs: number): Rate => ({ perSecond: (count * 1000) / tookMs });

/** The fastest run: what else a machine does only ever slows a run down. */
export function bestOf(rates: readonly Rate[]): Rate {
  const [best] = rates.toSorted((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error('nothing was measured');
  return best;
}
