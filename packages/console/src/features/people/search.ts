import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

export const PEOPLE_PAGE_SIZE = 25;

/** `remove` and `revoke`: whose confirmation is open; `ask=invite`: the dialog that invites. */
export const PeopleSearch = z.object({
  q: urlText,
  show: z.enum(['members', 'invited']).optional().catch(undefined),
  sort: urlText,
  page: urlNumber,
  ask: z.enum(['invite']).optional().catch(undefined),
  remove: urlText,
  revoke: urlText,
});
export type PeopleSearch = z.output<typeof PeopleSearch>;
