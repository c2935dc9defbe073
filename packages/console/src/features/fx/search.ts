import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the form, the import, or the look-up beside the list with its pair, time and amount. */
export const FxSearch = z.object({
  q: urlText,
  sort: urlText,
  source: urlText,
  currency: urlText,
  before: urlText,
  open: z.enum(['new', 'import', 'lookup']).optional().catch(undefined),
  base: urlText,
  quote: urlText,
  at: urlText,
  amount: urlText,
});
export type FxSearch = z.output<typeof FxSearch>;
