import { PeriodStatus } from '@countinghouse/contract/features/periods';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the period beside the list; `act`: the form that is open; `other`: the period it is compared with. */
export const PeriodsSearch = z.object({
  q: urlText,
  status: PeriodStatus.optional().catch(undefined),
  open: urlText,
  act: z.enum(['start', 'lock', 'publish', 'reopen', 'compare']).optional().catch(undefined),
  other: urlText,
  sort: urlText,
});
export type PeriodsSearch = z.output<typeof PeriodsSearch>;
