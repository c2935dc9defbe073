// What screens, files and paper call the source of an exchange rate.
import { ECB_SOURCE, FX_SOURCE } from './features/fx.ts';

const words: ReadonlyMap<string, string> = new Map([
  [FX_SOURCE, 'Own rate'],
  [ECB_SOURCE, 'ECB'],
]);

/** Where a rate comes from, for people; a source that somebody named is told as they named it. */
export const wordOfRateSource = (source: string): string => words.get(source) ?? source;
