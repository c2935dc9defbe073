import { ScheduleStatus } from '@countinghouse/contract/features/schedules';
import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the recurring intent beside the list, or `new` for the form; `template`: what the form begins with. `end`: whose end is asked about. */
export const SchedulesSearch = z.object({
  q: urlText,
  status: ScheduleStatus.optional().catch(undefined),
  open: urlText,
  template: urlText,
  end: urlText,
  sort: urlText,
});
export type SchedulesSearch = z.output<typeof SchedulesSearch>;
