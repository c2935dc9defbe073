// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react';
import type { RowGroup } from './column.ts';
import classes from './DataGrid.module.css';
import { GridRow } from './GridRow.tsx';
import type { Grid } from './use-grid.ts';

const OVERSCAN_ROWS = 12;
const HEAD_PX = 33;
/** Short lists are drawn whole: they print, and the browser's own search finds every row. */
export const WHOLE_ROWS_MAX = 60;

interface GridBodyProps<T> {
  readonly grid: Grid<T>;
  readonly rows: readonly T[];
  readonly activeIndex: number;
  readonly openId: string | null;
  readonly rowDomId: (index: number) => string;
  readonly onPress?: ((row: T, event: MouseEvent) => void) | undefined;
  readonly compact?: ((row: T) => ReactNode) | undefined;
  /** What is said before a row. */
  readonly groupBefore: (index: number) => RowGroup | undefined;
}

interface VirtualBodyProps<T> extends GridBodyProps<T> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
  readonly revealer: RefObject<((index: number) => void) | null>;
}

export function WholeBody<T>({ grid, rows, activeIndex, openId, rowDomId, onPress, compact, groupBefore }: GridBodyProps<T>) {
  return (
    <div role="rowgroup">
      {rows.map((row, index) => {
        const id = grid.rowId(row);
        return (
          <GridRow
            key={id}
            id={rowDomId(index)}
            grid={grid}
            row={row}
            index={index}
            active={index === activeIndex}
            open={id === openId}
            onPress={onPress}
            compact={compact}
            group={groupBefore(index)}
          />
        );
      })}
    </div>
  );
}

export function VirtualBody<T>({
  grid,
  rows,
  activeIndex,
  openId,
  rowDomId,
  onPress,
  compact,
  groupBefore,
  scroller,
  rowHeight,
  revealer,
}: VirtualBodyProps<T>) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight + 1,
    overscan: OVERSCAN_ROWS,
    // The head sticks to the top: rows begin below it, and none may come to rest under it.
    scrollMargin: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : grid.rowId(row);
    },
  });
  useEffect(() => {
    revealer.current = (index) => virtualizer.scrollToIndex(index);
    return () => {
      revealer.current = null;
    };
  }, [virtualizer, revealer]);
  // Another density: every measured height is outdated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the reason, not an input
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  return (
    <div role="rowgroup" className={classes['virtualBody']} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        const id = grid.rowId(row);
        return (
          <GridRow
            key={id}
            id={rowDomId(item.index)}
            grid={grid}
            row={row}
            index={item.index}
            active={item.index === activeIndex}
            open={id === openId}
            onPress={onPress}
            compact={compact}
            group={groupBefore(item.index)}
            virtual={{ ref: virtualizer.measureElement, style: { transform: `translateY(${item.start - HEAD_PX}px)` } }}
          />
        );
      })}
    </div>
  );
}
