import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: `new` while one is added. */
export const WebhooksSearch = z.object({ q: urlText, sort: urlText, open: urlText });
export type WebhooksSearch = z.output<typeof WebhooksSearch>;

/** `open`: the delivery beside the list. `only`: those that were not taken. `before`: the page that is older than this delivery. */
export const WebhookSearch = z.object({
  open: urlText,
  sort: urlText,
  only: z.enum(['failed']).optional().catch(undefined),
  before: urlText,
});
export type WebhookSearch = z.output<typeof WebhookSearch>;
