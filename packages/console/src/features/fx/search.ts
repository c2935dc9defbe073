import * as z from 'zod';
import { urlText } from '../../lib/url-state.ts';

/** `open=new`: the form. */
export const FxSearch = z.object({ q: urlText, sort: urlText, open: z.literal('new').optional().catch(undefined) });
