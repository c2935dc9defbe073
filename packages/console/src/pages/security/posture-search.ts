import * as z from 'zod';
import { urlText } from '../../lib/screen/url-state.ts';

/** `tab`: which list is shown below; the other members are that list's. `on`: the day of the access review. */
export const PostureSearch = z.object({
  tab: z.enum(['api-keys', 'access']).optional().catch(undefined),
  q: urlText,
  sort: urlText,
  status: urlText,
  on: z.iso.date().optional().catch(undefined),
  open: urlText,
});
export type PostureSearch = z.output<typeof PostureSearch>;
