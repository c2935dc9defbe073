import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `year`: the last day of the fiscal year; none means the last that is over. */
export const YearEndSearch = z.object({ q: urlText, year: urlText, sort: urlText });
export type YearEndSearch = z.output<typeof YearEndSearch>;
