import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `open`: the template beside the list. `remove`: the one whose removal is asked about. */
export const TemplatesSearch = z.object({ q: urlText, open: urlText, sort: urlText, remove: urlText });
export type TemplatesSearch = z.output<typeof TemplatesSearch>;
