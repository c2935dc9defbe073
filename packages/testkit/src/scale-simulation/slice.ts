// A large system of equal parts is simulated in part: one in so many of its servers, machines and organisations, and of the coordinator's
// processors. What is asked of each stays the same.

import type { Size } from './simulate.ts';

const PARTS = [1, 2, 4, 8];
/** As many intents tell enough of a size; they take a processor about two seconds. */
const INTENTS_ENOUGH = 400_000;
/** So long is simulated however many intents that are: queues need some time to fill up. */
const SECONDS_AT_LEAST = 8;

export interface Slice {
  readonly size: Size;
  /** One of so many equal parts. */
  readonly parts: number;
  readonly seconds: number;
}

/** What of a size is simulated, and for how long. */
export function sliceOf(size: Size, seconds: number): Slice {
  const possible = PARTS.filter((parts) => parts === 1 || isDivisible(size, parts));
  const perSecond = size.organisations * size.rate;
  const wanted = Math.min(seconds, SECONDS_AT_LEAST);
  const parts = possible.find((n) => (perSecond / n) * wanted <= INTENTS_ENOUGH) ?? (possible.at(-1) as number);
  return {
    size: {
      ...size,
      servers: size.servers / parts,
      shards: size.shards / parts,
      organisations: size.organisations / parts,
      coordinatorProcessors: size.coordinatorProcessors / parts,
    },
    parts,
    seconds: Math.min(seconds, Math.max(SECONDS_AT_LEAST, (INTENTS_ENOUGH * parts) / perSecond)),
  };
}

/** Not where one organisation is unlike the others, or one machine would be left, which needs no coordinator. */
const isDivisible = ({ servers, shards, organisations, coordinatorProcessors, hotPercent }: Size, parts: number): boolean =>
  hotPercent === 0 && shards / parts > 1 && [servers, shards, organisations, coordinatorProcessors].every((n) => n % parts === 0);
