// A list and the address that says how it is shown: which rows are kept, in which order, which one is open.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Path } from '../../lib/screen/paths.ts';
import { stringifySearch, type UrlStateOptions } from '../../lib/screen/url-state.ts';
import type { GridColumn } from '../grid/column.ts';
import type { Folding, Grouping } from '../grid/groups.ts';
import { type Grid, useGrid } from '../grid/use-grid.ts';

/** What a query tells a list of itself. */
export interface ListSource {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching?: boolean;
  readonly error: unknown;
  readonly dataUpdatedAt?: number;
  readonly refetch: () => unknown;
}

/** Where a row leads. */
export interface Target {
  readonly to: Path;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
}

interface ListOptions<T extends object, S extends object> {
  /** Under which the chosen columns are kept on this device, and the saved views by the server. */
  readonly id: string;
  readonly columns: readonly GridColumn<T>[];
  readonly source: ListSource;
  /** Undefined until they are there. */
  readonly rows: readonly T[] | undefined;
  readonly rowId: (row: T) => string;
  readonly search: S;
  readonly setSearch: (patch: Partial<S>, options?: UrlStateOptions) => void;
  /** Whether a row is shown. Outside of the component: it decides anew only when rows or address change. */
  readonly keep?: (row: T, search: S) => boolean;
  /** What of the address narrows the list; `q` unless said otherwise. */
  readonly filters?: readonly (keyof S & string)[];
  /** Groups that rows stand in, whatever column they are sorted by. Memoised, as the columns are. */
  readonly grouping?: Grouping<T> | undefined;
}

export interface List<T> {
  readonly grid: Grid<T>;
  readonly source: ListSource;
  readonly all: readonly T[];
  readonly shown: readonly T[];
  /** What the address says, by name. */
  readonly said: Readonly<Record<string, unknown>>;
  /** Changes the address; a list that is narrowed otherwise begins at its first page. */
  readonly narrow: (patch: Readonly<Record<string, unknown>>, options?: UrlStateOptions) => void;
  readonly set: (patch: Readonly<Record<string, unknown>>, options?: UrlStateOptions) => void;
  readonly isNarrowed: boolean;
  readonly widen: () => void;
  readonly go: (target: Target) => void;
  /** An address; without a path that of this screen, with the patch in it. */
  readonly hrefOf: (target: Target | Pick<Target, 'search'>) => string;
}

const firstPage = { before: undefined, after: undefined, page: undefined } as const;

export function useList<T extends object, S extends object>(options: ListOptions<T, S>): List<T> {
  const { id, columns, source, rows, rowId, search, setSearch, keep, filters = ['q' as keyof S & string], grouping } = options;
  const router = useRouter();
  const navigate = useNavigate();
  const said = search as Readonly<Record<string, unknown>>;
  const set = setSearch as List<T>['set'];
  const all = useMemo(() => rows ?? [], [rows]);
  const shown = useMemo(() => (keep === undefined ? all : all.filter((row) => keep(row, search))), [all, keep, search]);
  const sort = typeof said['sort'] === 'string' ? said['sort'] : undefined;
  const folding = foldingOf(said['folded'], (folded) => set({ folded }, { replace: true }));
  const onSort = (next: string | undefined): void => set({ sort: next }, { replace: true });
  const grid = useGrid({ id, columns, rows: shown, rowId, sort, onSort, grouping, folding });
  const narrow: List<T>['narrow'] = (patch, how) => set({ ...firstPage, ...patch }, how);
  return {
    grid,
    source,
    all,
    shown,
    said,
    set,
    narrow,
    isNarrowed: filters.some((name) => said[name] !== undefined && said[name] !== ''),
    widen: () => narrow(Object.fromEntries(filters.map((name) => [name, undefined]))),
    go: (target) => void navigate(target as unknown as Parameters<typeof navigate>[0]),
    hrefOf: (target) =>
      'to' in target
        ? router.buildLocation(target as unknown as Parameters<typeof router.buildLocation>[0]).href
        : `${router.state.location.pathname}${stringifySearch({ ...search, ...target.search })}`,
  };
}

/** Folded groups as an address says them: their keys, with commas between. */
function foldingOf(said: unknown, say: (folded: string | undefined) => void): Folding {
  const folded = new Set(typeof said === 'string' && said !== '' ? said.split(',') : []);
  const fold = (key: string): void => {
    const next = folded.has(key) ? [...folded].filter((other) => other !== key) : [...folded, key];
    say(next.join(',') || undefined);
  };
  return { folded, fold };
}

/** Whether texts say a word that was typed as a filter, wherever. */
export const says = (typed: string | undefined, ...texts: readonly (string | null | undefined)[]): boolean =>
  texts
    .join(' ')
    .toLowerCase()
    .includes((typed ?? '').trim().toLowerCase());
