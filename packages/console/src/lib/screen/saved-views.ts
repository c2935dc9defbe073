// Views of a list that a person has named: filters and order as the address spells them, kept on this device per person.

import { auth } from '@countinghouse/contract/features/auth';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { q } from '../calls/query.ts';
import { useSearchChange } from './url-state.ts';

export interface SavedView {
  readonly name: string;
  /** What the address says, without what is open. */
  readonly search: Readonly<Record<string, string>>;
}

export const VIEW_NAME_LENGTH_MAX = 40;
const VIEWS_MAX = 12;
/** Where one is in a list, not how one looks at it. */
const passing = new Set(['open', 'delete', 'page', 'before']);

const viewOf = (search: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => !passing.has(name) && value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export function useSavedViews(listId: string) {
  const user = useQuery(q(auth.session)).data?.user?.id ?? '';
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `views:${user}:${listId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const change = useSearchChange();
  const present = viewOf(useSearch({ strict: false }));
  const current = views.find((view) => isSame(view.search, present));
  return {
    views,
    current,
    /** Whether there is anything to save that is not saved yet. */
    unsaved: Object.keys(present).length > 0 && current === undefined && views.length < VIEWS_MAX,
    save: (name: string) => setViews([...views.filter((view) => view.name !== name), { name, search: present }]),
    remove: (name: string) => setViews(views.filter((view) => view.name !== name)),
    show: (view: SavedView | null) => change(() => view?.search ?? {}),
  };
}
