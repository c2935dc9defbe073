// Views of a list that a person has named: filters and order as the address spells them. The server keeps them for the person, on every device.

import { type SavedView, savedViews, VIEWS_OF_A_LIST_MAX } from '@countinghouse/contract/features/saved-views';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { q } from '../calls/query.ts';
import { useWrite } from '../calls/use-write.ts';
import { useActiveTenant } from '../session/use-tenant.ts';
import { useSearchChange } from './url-state.ts';

/** Where one is in a list, not how one looks at it. */
const passing = new Set(['open', 'delete', 'page', 'before']);

type Parts = Readonly<Record<string, string>>;

/** In one order: the server keeps none. */
const inOrder = (parts: Readonly<Record<string, unknown>>): Parts =>
  Object.fromEntries(
    Object.keys(parts)
      .sort()
      .map((name) => [name, String(parts[name])]),
  );

const viewOf = (search: Readonly<Record<string, unknown>>): Parts =>
  inOrder(Object.fromEntries(Object.entries(search).filter(([name, value]) => !passing.has(name) && value !== undefined && value !== '')));

const isSame = (a: Parts, b: Parts): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

export function useSavedViews(listId: string) {
  const isInside = useActiveTenant() !== null;
  const source = useQuery({ ...q(savedViews.list), enabled: isInside });
  const views = (source.data?.views ?? []).filter(({ list }) => list === listId);
  const change = useSearchChange();
  const present = viewOf(useSearch({ strict: false }));
  const current = views.find((view) => isSame(view.search, present));
  const save = useWrite(savedViews.save, {
    input: (name: string) => ({ body: { list: listId, name, search: { ...present } } }),
    touches: [savedViews],
  });
  const remove = useWrite(savedViews.remove, { input: ({ id }: SavedView) => ({ params: { id } }), touches: [savedViews] });
  return {
    views,
    current,
    /** Whether there is anything to save that is not saved yet. */
    unsaved: source.isSuccess && Object.keys(present).length > 0 && current === undefined && views.length < VIEWS_OF_A_LIST_MAX,
    save: save.mutate,
    remove: remove.mutate,
    show: (view: SavedView | null) => change(() => view?.search ?? {}),
  };
}
