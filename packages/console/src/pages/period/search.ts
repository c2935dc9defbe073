import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/**
 * `in`: the currency of the trial balance, or nothing for all of them translated. `gl` and `figure`: the figure whose postings are
 * open beside it; `task`: the task whose comments are.
 */
export const PeriodSearch = z.object({
  in: urlText,
  gl: urlText,
  figure: z.enum(['opening', 'movement', 'closing']).optional().catch(undefined),
  task: urlText,
});
export type PeriodSearch = z.output<typeof PeriodSearch>;
