import * as z from 'zod';
import { urlNumber, urlText } from '../../lib/screen/url-state.ts';

export const PEOPLE_PAGE_SIZE = 12;

/** `remove` and `revoke`: whose confirmation is open. `invites`: the page of the pending invitations. */
export const PeopleSearch = z.object({ q: urlText, sort: urlText, page: urlNumber, invites: urlNumber, remove: urlText, revoke: urlText });
export type PeopleSearch = z.output<typeof PeopleSearch>;
