import { GlClass } from '@countinghouse/contract/features/gl-accounts';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open=new`: the form; `change` and `delete`: the account that is asked about. */
export const GlAccountsSearch = z.object({
  q: urlText,
  class: GlClass.optional().catch(undefined),
  open: z.literal('new').optional().catch(undefined),
  change: urlText,
  delete: urlText,
});
