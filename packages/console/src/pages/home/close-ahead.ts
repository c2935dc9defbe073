import type { Period } from '@countinghouse/contract/features/periods';

/** The close to go on with: the earliest that is under way, else the latest period. `all`: the latest first. */
export const closeAhead = (all: readonly Period[]): Period | undefined => all.findLast((p) => p.status === 'closing') ?? all[0];
