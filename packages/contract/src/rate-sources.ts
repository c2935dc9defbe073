// What screens, files and paper call the source of an exchange rate, and the way from one currency to another.
import { ECB_SOURCE, FX_SOURCE } from './features/fx.ts';
import type { Translation } from './features/reports.ts';

const words: ReadonlyMap<string, string> = new Map([
  [FX_SOURCE, 'Own rate'],
  [ECB_SOURCE, 'ECB'],
]);

/** Where a rate comes from, for people; a source that somebody named is told as they named it. */
export const wordOfRateSource = (source: string): string => words.get(source) ?? source;

/** What follows the rates of a conversion where they do not lead there as they are. */
export function wordOfDerivation({
  from,
  how,
  rates: [first],
}: Pick<Translation['conversions'][number], 'from' | 'how' | 'rates'>): string {
  if (how === 'direct') return '';
  if (how === 'inverse') return ', inverted';
  return `, across ${first?.base_currency === from ? first.quote_currency : (first?.base_currency ?? '')}`;
}
