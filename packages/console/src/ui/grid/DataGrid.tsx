// The one list of the console: a grid of divs with roles, a sticky head, virtual rows, keyboard, density, column chooser and
// the states of loading, failed, empty and no match. Rows, order and columns come from `useGrid`; it fetches nothing.
// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, type ReactNode, useDeferredValue, useId, useMemo, useRef } from 'react';
import { rowHeights, useDensity } from '../../lib/screen/preferences.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { ErrorState } from '../page/ErrorState.tsx';
import classes from './DataGrid.module.css';
import { VirtualBody, WHOLE_ROWS_MAX, WholeBody } from './GridBody.tsx';
import { GridFooter, type Paging, pageOf } from './GridFooter.tsx';
import { GridHead } from './GridHead.tsx';
import { GridSkeleton } from './GridSkeleton.tsx';
import { GridToolbar } from './GridToolbar.tsx';
import { linesOf } from './groups.ts';
import { useGridKeys } from './keys/use-grid-keys.ts';
import { NARROW_PX, NarrowRow } from './NarrowRow.tsx';
import type { Grid } from './use-grid.ts';
import { fitColumns } from './width/fit.ts';
import { useWidth } from './width/use-width.ts';

/** What a query tells a list about itself. */
interface GridSource {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface Compact<T> {
  readonly belowPx: number;
  readonly row: (row: T) => ReactNode;
}

export interface DataGridProps<T> {
  readonly label: string;
  readonly grid: Grid<T>;
  readonly source: GridSource;
  /** What is said when loading failed. */
  readonly failed: string;
  /** Nothing there yet, with the first thing to do. */
  readonly empty: ReactNode;
  /** Undoes the filters; given while any is set. */
  readonly onClearFilters?: (() => void) | undefined;
  readonly toolbar?: ReactNode;
  /** Right end of the toolbar: counts, refresh. */
  readonly toolbarEnd?: ReactNode;
  readonly footer?: ReactNode;
  /** Floats above the foot. */
  readonly bar?: ReactNode;
  readonly openId?: string | null;
  /** `follow`: the panel follows the arrow keys; the history keeps its present entry. */
  readonly onOpen?: (row: T, options: { follow: boolean }) => void;
  /** The address of a row, for Ctrl and middle click. */
  readonly hrefOf?: (row: T) => string;
  readonly paging?: Paging;
  /** The width below which the list scrolls sideways; else the least that its columns take. */
  readonly minWidth?: number;
  /** How a row is drawn where the list itself is narrower than so many px: two lines in place of cells. Else its columns say so. */
  readonly compact?: Compact<T> | undefined;
  /** Space, on the active row. */
  readonly onChoose?: ((row: T) => void) | undefined;
  /** Not the list of the screen: no J and K, no settings. */
  readonly plain?: boolean;
  /** It has few rows mostly, and more of the screen stands below: it takes little room until they are there. */
  readonly few?: boolean;
}

const noneFolded: ReadonlySet<string> = new Set();

export function DataGrid<T>(props: DataGridProps<T>) {
  const {
    label,
    grid,
    source,
    failed,
    empty,
    onClearFilters,
    toolbar,
    toolbarEnd,
    footer,
    bar,
    openId = null,
    onOpen,
    hrefOf,
    paging,
    minWidth,
    compact: ownCompact,
    onChoose,
    plain = false,
    few = false,
  } = props;
  const [density] = useDensity();
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sized, width } = useWidth<HTMLElement>();
  const revealer = useRef<((index: number) => void) | null>(null);
  const rowDomId = (index: number): string => `${base}-${index}`;
  const fitted = useMemo(() => fitColumns(grid, width, minWidth), [grid, width, minWidth]);
  const { leastPx } = fitted;
  const compact = ownCompact ?? {
    belowPx: Math.min(NARROW_PX, leastPx),
    row: (row: T) => <NarrowRow columns={grid.columns} row={row} />,
  };
  const isCompact = width > 0 && width < compact.belowPx;
  const page = pageOf(grid.rows, paging);
  // The first rows are drawn between other work: many of them at once would hold up whoever types or clicks.
  const wasPending = useDeferredValue(source.isPending);
  const isPending = source.isPending || wasPending;
  const { grouped, folding } = grid;
  const lines = useMemo(() => linesOf(page, grouped, folding?.folded ?? noneFolded), [page, grouped, folding]);
  const rows = useMemo(() => lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])), [lines]);

  const { active, setActive, onKeyDown } = useGridKeys({
    count: rows.length,
    openIndex: openId === null ? -1 : rows.findIndex((row) => grid.rowId(row) === openId),
    main: !plain,
    open: onOpen === undefined ? undefined : (index, options) => rows[index] !== undefined && onOpen(rows[index], options),
    choose: (index) => rows[index] !== undefined && onChoose?.(rows[index]),
    list: scroller,
    reveal: (index) => {
      if (revealer.current !== null) revealer.current(index);
      else document.getElementById(rowDomId(index))?.scrollIntoView?.({ block: 'nearest' });
    },
  });
  const onPress =
    onOpen === undefined
      ? undefined
      : (row: T, event: MouseEvent): void => {
          if (event.ctrlKey || event.metaKey || event.type === 'auxclick') {
            if (hrefOf !== undefined) window.open(hrefOf(row), '_blank', 'noopener');
            return;
          }
          setActive(rows.indexOf(row));
          onOpen(row, { follow: false });
        };
  const virtual = lines.length > WHOLE_ROWS_MAX;
  const { columns } = fitted;
  const drawnCompact = isCompact ? compact.row : undefined;
  const body = { grid, columns, lines, activeIndex: active, openId, rowDomId, onPress, compact: drawnCompact };
  const style = {
    '--columns': fitted.tracks,
    '--row-height': `${rowHeights[density]}px`,
    '--columns-min': `${leastPx}px`,
  };

  return (
    <section
      ref={sized}
      data-compact={isCompact}
      className={`${classes['panel']} ${plain ? classes['bare'] : ''}`}
      aria-label={`${label}, list`}
      style={style as CSSProperties}
    >
      <GridToolbar grid={grid} plain={plain} toolbar={toolbar} end={toolbarEnd} />
      {source.isError ? (
        <ErrorState title={failed} error={source.error} onRetry={() => void source.refetch()} />
      ) : (
        <div
          ref={scroller}
          role="grid"
          aria-label={label}
          aria-busy={isPending}
          data-virtual={virtual}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          tabIndex={0}
          className={classes['scroller']}
          onKeyDown={onKeyDown}
          {...(active >= 0 ? { 'aria-activedescendant': rowDomId(active) } : {})}
        >
          <GridHead grid={grid} columns={columns} />
          {isPending ? (
            <GridSkeleton columns={isCompact ? null : columns} few={few} />
          ) : virtual ? (
            <VirtualBody {...body} scroller={scroller} revealer={revealer} rowHeight={rowHeights[density]} />
          ) : (
            <WholeBody {...body} />
          )}
        </div>
      )}
      {!isPending && !source.isError && rows.length === 0 ? (
        onClearFilters === undefined ? (
          empty
        ) : (
          <EmptyState
            icon={IconFilterOff}
            title="Nothing matches the filters"
            action={
              <Button variant="default" onClick={onClearFilters}>
                Clear filters
              </Button>
            }
          />
        )
      ) : null}
      {bar}
      {/* What stands below rows that are still on their way would jump. */}
      {isPending ? null : <GridFooter label={label} footer={footer} total={grid.rows.length} paging={paging} />}
    </section>
  );
}
