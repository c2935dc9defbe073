import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `act`: the form that is open; `open`: the bucket beside the list; `account`: the one that is put into a bucket. */
export const InterestSearch = z.object({
  q: urlText,
  act: z.enum(['bucket', 'rate', 'put']).optional().catch(undefined),
  open: urlText,
  account: urlText,
  sort: urlText,
});

/** `month`: whose days are shown, the latest unless named; `open`: the day beside the list, by the seq it was posted at. */
export const AccountInterestSearch = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .optional()
    .catch(undefined),
  open: urlText,
  act: z.enum(['put']).optional().catch(undefined),
  sort: urlText,
});
export type InterestSearch = z.output<typeof InterestSearch>;
