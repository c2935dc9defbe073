// The model of a list: which columns are shown and in which order the rows stand. A screen holds it, so that its file, its
// totals and its panel see the same rows as the person does.
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useColumnChoice } from '../../lib/screen/preferences.ts';
import { csvOf, download } from '../../lib/values/csv.ts';
import { type GridColumn, type Sort, sortOf, type Track, textOfSort, trackOf } from './column.ts';
import { arrange, type Folding, type Grouped, type Grouping } from './groups.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

export interface Grid<T> {
  readonly id: string;
  readonly columns: readonly GridColumn<T>[];
  readonly trackOf: (columnId: string) => Track;
  readonly allColumns: readonly GridColumn<T>[];
  /** In the order shown. */
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  readonly sort: Sort | null;
  readonly sortBy: (column: GridColumn<T>) => void;
  readonly grouped: Grouped<T> | undefined;
  readonly folding: Folding | undefined;
  readonly isShown: (columnId: string) => boolean;
  /** Whether a person chose it: then it stays whatever room there is. */
  readonly isAskedFor: (columnId: string) => boolean;
  readonly show: (columnId: string, shown: boolean) => void;
  readonly showDefault: () => void;
}

interface GridOptions<T> {
  /** Under which the chosen columns are kept on this device. */
  readonly id: string;
  readonly columns: readonly GridColumn<T>[];
  readonly rows: readonly T[];
  readonly rowId: (row: T) => string;
  /** The order as the address spells it. */
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  readonly grouping?: Grouping<T> | undefined;
  readonly folding?: Folding | undefined;
}

/** First press, second press, off. */
function nextSort<T>(column: GridColumn<T>, present: Sort | null): Sort | null {
  const first = { columnId: column.id, descending: column.descendingFirst === true };
  if (present?.columnId !== column.id) return first;
  return present.descending === first.descending ? { ...first, descending: !first.descending } : null;
}

const noTrack: Track = { css: 'auto', leastPx: 0 };

export function useGrid<T extends object>(options: GridOptions<T>): Grid<T> {
  const { id, columns, rows, rowId, sort, onSort, grouping, folding } = options;
  const [choice, setChoice, clearChoice] = useColumnChoice(id);
  const order = sortOf(sort);
  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<Features, T> => ({
          id: column.id,
          accessorFn: (row) => row,
          header: column.header,
          enableSorting: column.compare !== undefined,
          sortFn: (a, b) => column.compare?.(a.original, b.original) ?? 0,
        }),
      ),
    [columns],
  );
  const visibility = useMemo(
    () => Object.fromEntries(columns.map((c) => [c.id, c.fixed === true || (choice[c.id] ?? c.hidden !== true)])),
    [columns, choice],
  );
  const sorting = useMemo(() => {
    const known = sortOf(sort);
    return known !== null && columns.some((c) => c.id === known.columnId && c.compare !== undefined)
      ? [{ id: known.columnId, desc: known.descending }]
      : [];
  }, [columns, sort]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows as T[],
    getRowId: rowId,
    state: { sorting, columnVisibility: visibility },
  });
  const byId = useMemo(() => new Map(columns.map((c) => [c.id, c])), [columns]);
  const trackById = useMemo(() => new Map(columns.map((c) => [c.id, trackOf(c, rows)])), [columns, rows]);
  const shown = table.getVisibleLeafColumns().flatMap((c) => byId.get(c.id) ?? []);
  const model = table.getRowModel();
  const grouped = useMemo(
    () => (grouping === undefined ? undefined : { groups: grouping.groupsOf(rows), keyOf: grouping.keyOf, sumUnder: grouping.sumUnder }),
    [grouping, rows],
  );
  const inOrder = useMemo(() => model.rows.map((r) => r.original), [model]);
  const arranged = useMemo(() => arrange(inOrder, grouped), [inOrder, grouped]);
  return {
    id,
    columns: shown,
    trackOf: (columnId) => trackById.get(columnId) ?? noTrack,
    allColumns: columns,
    rows: arranged,
    rowId,
    sort: order,
    sortBy: (column) => onSort?.(textOfSort(nextSort(column, order))),
    grouped,
    folding: grouping?.folds === true ? folding : undefined,
    isShown: (columnId) => visibility[columnId] === true,
    isAskedFor: (columnId) => choice[columnId] === true,
    show: (columnId, isShown) => setChoice({ ...choice, [columnId]: isShown }),
    showDefault: clearChoice,
  };
}

/** Hands what is shown to the browser as a file: the rows in their order, the visible columns that have a text. */
export function exportCsv<T>(grid: Grid<T>, fileName: string): void {
  const columns = grid.columns.filter((c) => c.text !== undefined);
  download(
    fileName,
    'text/csv;charset=utf-8',
    csvOf([columns.map((c) => c.header), ...grid.rows.map((row) => columns.map((c) => c.text?.(row) ?? ''))]),
  );
}
