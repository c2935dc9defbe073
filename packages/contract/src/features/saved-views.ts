// Views of lists that a person has named: filters and order, as the address of the list spells them. They are kept for that person in that
// organisation, on every device, and nobody else sees them.
import * as z from 'zod';
import { Done, requiredText, text, Uuid } from '../fields.ts';
import { route } from '../wire.ts';

export const VIEW_NAME_LENGTH_MAX = 40;
/** Views that a person may have of one list. */
export const VIEWS_OF_A_LIST_MAX = 12;
const PARTS_MAX = 20;
const PART_NAME_LENGTH_MAX = 60;
const PART_LENGTH_MAX = 500;

const View = z.strictObject({
  /** The list, by its id: `accounts`. */
  list: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'Use the id of a list.'),
  name: requiredText(VIEW_NAME_LENGTH_MAX, 'Name'),
  search: z
    .record(z.string().min(1).max(PART_NAME_LENGTH_MAX), text(PART_LENGTH_MAX))
    .refine((parts) => Object.keys(parts).length <= PARTS_MAX, `At most ${PARTS_MAX} parts of an address are kept.`),
});
export const SavedView = View.extend({ id: Uuid });
export type SavedView = z.output<typeof SavedView>;

export const savedViews = {
  list: route({
    method: 'GET',
    path: '/api/v1/saved-views',
    summary: 'The views of lists that the caller has saved, by list and name',
    needs: 'member',
    ok: z.object({ views: z.array(SavedView) }),
  }),
  save: route({
    method: 'POST',
    path: '/api/v1/saved-views',
    summary: 'Save a view of a list for oneself; one of the same name is replaced',
    needs: 'member',
    evenReadOnly: true,
    ownView: true,
    body: View,
    ok: z.object({ view: SavedView }),
    codes: ['SAVED_VIEWS_FULL'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/saved-views/:id',
    summary: 'Remove a view that one has saved',
    needs: 'member',
    evenReadOnly: true,
    ownView: true,
    params: z.object({ id: Uuid }),
    ok: Done,
    codes: ['NOT_FOUND'],
  }),
} as const;
