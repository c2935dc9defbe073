import * as z from 'zod';
import { urlNumber, urlText } from '../lib/screen/url-state.ts';

export const OverviewSearch = z.object({ page: urlNumber, sort: urlText, open: z.literal('new').optional().catch(undefined) });
