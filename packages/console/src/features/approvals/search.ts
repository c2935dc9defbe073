import { ApprovalStatus } from '@countinghouse/contract/features/approvals';
import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

/** What waits, unless another status is asked for; `before`: the page that begins below this event; `open`: what is shown beside it. */
export const ApprovalsSearch = z.object({
  status: z
    .enum([...ApprovalStatus.options, 'all'])
    .optional()
    .catch(undefined),
  q: urlText,
  before: urlNumber,
  open: urlText,
});
