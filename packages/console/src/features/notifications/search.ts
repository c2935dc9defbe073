import * as z from 'zod';
import { urlNumber } from '../../lib/screen/url-state.ts';

export const NotificationsSearch = z.object({
  view: z.enum(['mine', 'everything']).optional().catch(undefined),
  before: urlNumber,
});
