// Sums by key. What nothing was added to is zero: that is said here, and nowhere by a fallback.

/** What was added under a key; zero where nothing was. */
export const sumAt = <K>(sums: ReadonlyMap<K, bigint>, key: K): bigint => sums.get(key) ?? 0n;

/** Adds to what stands under a key. */
export function addTo<K>(sums: Map<K, bigint>, key: K, amountE8: bigint): void {
  sums.set(key, sumAt(sums, key) + amountE8);
}

/** The amount in a place of a list. Throws RangeError where the list does not reach so far: what is not there is not zero. */
export function amountAt(amountsE8: readonly bigint[], place: number): bigint {
  const amountE8 = amountsE8[place];
  if (amountE8 === undefined) throw new RangeError(`no amount in place ${place} of ${amountsE8.length}`);
  return amountE8;
}
