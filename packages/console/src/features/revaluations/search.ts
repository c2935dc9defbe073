import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `snapshot`: another than that of the period. */
export const RevaluationSearch = z.object({ q: urlText, snapshot: urlText, sort: urlText });
export type RevaluationSearch = z.output<typeof RevaluationSearch>;
