import { PolicyHook } from '@countinghouse/contract/features/policies';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the policy beside the list, or `new` for the form. `edit`: the one that gets a version. `retire`: the one that is asked about. */
export const PoliciesSearch = z.object({
  q: urlText,
  hook: PolicyHook.optional().catch(undefined),
  state: z.enum(['retired', 'all']).optional().catch(undefined),
  open: urlText,
  edit: urlText,
  retire: urlText,
  sort: urlText,
});
export type PoliciesSearch = z.output<typeof PoliciesSearch>;
