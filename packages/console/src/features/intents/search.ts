import { IntentStatus } from '@countinghouse/contract/features/events';
import { HOLD_USE_CASE } from '@countinghouse/contract/features/intents';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the intent whose story is shown beside the log. `before`: the page of decisions before this seq. */
export const IntentsSearch = z.object({
  status: IntentStatus.optional().catch(undefined),
  q: urlText,
  open: urlText,
  sort: urlText,
  before: z.coerce.number().int().min(1).optional().catch(undefined),
});

/** `use=hold` opens the form set to a hold; `template` fills it from one; the others fill one row: accounts are ids, `on` is its value date. */
export const PostIntentSearch = z.object({
  use: z.enum([HOLD_USE_CASE]).optional().catch(undefined),
  template: urlText,
  debit: urlText,
  credit: urlText,
  amount: urlText,
  currency: urlText,
  on: z.iso.date().optional().catch(undefined),
  narrative: urlText,
});
export type IntentsSearch = z.output<typeof IntentsSearch>;
