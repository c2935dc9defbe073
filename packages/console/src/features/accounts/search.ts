import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open=new`: the form. */
export const AccountsSearch = z.object({
  q: urlText,
  currency: urlText,
  party: urlText,
  sort: urlText,
  open: z.literal('new').optional().catch(undefined),
});
export type AccountsSearch = z.output<typeof AccountsSearch>;
