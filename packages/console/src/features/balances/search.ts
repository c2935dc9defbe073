import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/**
 * `asOf`: the snapshot whose balances are shown; `seq`, `day`, `knownAt`: other points that they may be of; `gl`: the code of a GL
 * account; `group`: what the rows are grouped by, `class` unless said otherwise; `folded`: the keys of folded groups; `open`: the
 * account beside the list.
 */
export const BalancesSearch = z.object({
  q: urlText,
  currency: urlText,
  gl: urlText,
  sort: urlText,
  asOf: urlText,
  seq: urlNumber,
  day: z.iso.date().optional().catch(undefined),
  knownAt: z.iso.datetime({ offset: true }).optional().catch(undefined),
  group: z.enum(['currency', 'entity', 'none']).optional().catch(undefined),
  folded: urlText,
  open: urlText,
});
export type BalancesSearch = z.output<typeof BalancesSearch>;
