/** A measured rate; for calls over HTTP also how long one took. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
}

/** Throws where nothing was counted: that is no rate. */
export function rateOf(count: number, tookMs: number): Rate {
  if (!(count > 0)) throw new Error('nothing was counted');
  return { perSecond: (count * 1000) / tookMs };
}

/** The fastest run: what else a machine does only ever slows a run down. */
export function bestOf(rates: readonly Rate[]): Rate {
  const [best] = rates.toSorted((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error('nothing was measured');
  return best;
}
