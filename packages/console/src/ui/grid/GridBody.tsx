// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect } from 'react';
import classes from './DataGrid.module.css';
import { GridGroup } from './GridGroup.tsx';
import { GridRow, type VirtualPlace } from './GridRow.tsx';
import type { Line } from './groups.ts';
import type { Grid } from './use-grid.ts';
import type { FittedColumns } from './width/fit.ts';

const OVERSCAN_ROWS = 2;
const HEAD_PX = 33;
/** Short lists are drawn whole: they print, and the browser's own search finds every row. */
export const WHOLE_ROWS_MAX = 60;

interface GridBodyProps<T> {
  readonly grid: Grid<T>;
  readonly columns: FittedColumns<T>['columns'];
  readonly lines: readonly Line<T>[];
  readonly activeIndex: number;
  readonly openId: string | null;
  readonly rowDomId: (index: number) => string;
  readonly onPress?: ((row: T, event: MouseEvent) => void) | undefined;
  readonly compact?: ((row: T) => ReactNode) | undefined;
}

interface VirtualBodyProps<T> extends GridBodyProps<T> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
  readonly revealer: RefObject<((index: number) => void) | null>;
}

const keyOf = <T,>(line: Line<T>, grid: Grid<T>): string => (line.kind === 'group' ? `group ${line.group.key}` : grid.rowId(line.row));

interface BodyLineProps<T> extends GridBodyProps<T> {
  readonly line: Line<T>;
  readonly virtual?: VirtualPlace;
}

function BodyLine<T>({ line, virtual, grid, columns, activeIndex, openId, rowDomId, onPress, compact }: BodyLineProps<T>) {
  if (line.kind === 'group') {
    const under = columns.findIndex(({ id }) => id === grid.grouped?.sumUnder);
    const reach = under === -1 ? columns.length : under + 1;
    return <GridGroup group={line.group} columns={columns.length} reach={reach} folding={grid.folding} virtual={virtual} />;
  }
  const { row, index } = line;
  return (
    <GridRow
      id={rowDomId(index)}
      columns={columns}
      row={row}
      index={index}
      active={index === activeIndex}
      open={grid.rowId(row) === openId}
      onPress={onPress}
      compact={compact}
      virtual={virtual}
    />
  );
}

export function WholeBody<T>(props: GridBodyProps<T>) {
  return (
    <div role="rowgroup">
      {props.lines.map((line) => (
        <BodyLine key={keyOf(line, props.grid)} {...props} line={line} />
      ))}
    </div>
  );
}

export function VirtualBody<T>({ scroller, rowHeight, revealer, ...props }: VirtualBodyProps<T>) {
  const { grid, lines } = props;
  // The same one for as long as the lines are: with another, the places of all lines are reckoned anew, at each turn of the wheel.
  const getItemKey = useCallback(
    (at: number): string | number => {
      const line = lines[at];
      return line === undefined ? at : keyOf(line, grid);
    },
    [lines, grid],
  );
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight + 1,
    overscan: OVERSCAN_ROWS,
    // Until the list is measured: a window full of rows is drawn with all else, rather than at once when its height is known.
    initialRect: { width: 0, height: document.documentElement.clientHeight },
    // The head sticks to the top: rows begin below it, and none may come to rest under it.
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    getItemKey,
    // Rows are drawn after the wheel's event, not within it.
    useFlushSync: false,
  });
  useEffect(() => {
    revealer.current = (index) => virtualizer.scrollToIndex(lines.findIndex((line) => line.kind === 'row' && line.index === index));
    return () => {
      revealer.current = null;
    };
  }, [virtualizer, revealer, lines]);
  // Another density: every measured height is outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the reason, not an input
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  return (
    <div role="rowgroup" className={classes['virtualBody']} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const line = lines[item.index];
        if (line === undefined) return null;
        const virtual = {
          ref: virtualizer.measureElement,
          style: { transform: `translateY(${item.start - HEAD_PX}px)` },
          'data-index': item.index,
        };
        return <BodyLine key={keyOf(line, grid)} {...props} line={line} virtual={virtual} />;
      })}
    </div>
  );
}
