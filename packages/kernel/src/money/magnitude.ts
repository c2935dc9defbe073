/** An amount without its sign. */
export const magnitudeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);
