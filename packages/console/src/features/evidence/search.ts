import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** `q`: words that a bundle must have; `status`: what became of it; `before`: the page that begins below this event; `open`: the bundle beside the list. */
export const EvidenceSearch = z.object({
  q: urlText,
  status: z.enum(['executed', 'rejected', 'published']).optional().catch(undefined),
  sort: urlText,
  before: urlNumber,
  open: urlText,
});
export type EvidenceSearch = z.output<typeof EvidenceSearch>;
