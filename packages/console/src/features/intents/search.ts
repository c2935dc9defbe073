import { HOLD_USE_CASE, IntentState } from '@countinghouse/contract/features/intents';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

const day = z.iso.date().optional().catch(undefined);

/**
 * `open`: the intent whose story is shown beside the log. `before`: the page of intents before this seq. Days and amounts include both
 * ends; `actor` is an id; `account` a code; `party` an id; `meta` a key and a value of metadata, `key:value`.
 */
export const IntentsSearch = z.object({
  status: IntentState.optional().catch(undefined),
  q: urlText,
  actor: urlText,
  account: urlText,
  currency: urlText,
  min: urlText,
  max: urlText,
  from: day,
  to: day,
  valueFrom: day,
  valueTo: day,
  use: urlText,
  party: z.guid().optional().catch(undefined),
  meta: urlText,
  open: urlText,
  sort: urlText,
  before: z.coerce.number().int().min(1).optional().catch(undefined),
});

/** `use=hold` opens the form set to a hold; `template` fills it from one, `like` from the intent with this id; `row` is the statement row that it books; the others fill one row: accounts are ids, `on` is its value date. */
export const PostIntentSearch = z.object({
  use: z.enum([HOLD_USE_CASE]).optional().catch(undefined),
  template: urlText,
  like: urlText,
  debit: urlText,
  credit: urlText,
  amount: urlText,
  currency: urlText,
  on: z.iso.date().optional().catch(undefined),
  narrative: urlText,
  row: urlText,
});
export type IntentsSearch = z.output<typeof IntentsSearch>;
