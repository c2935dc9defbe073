// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
import { Skeleton } from '@mantine/core';
import type { GridColumn } from './column.ts';
import classes from './DataGrid.module.css';

const [ROWS_SHOWN, FEW_SHOWN] = [8, 2];
const widths = ['62%', '48%', '70%', '55%', '66%', '44%', '58%', '50%'] as const;

interface GridSkeletonProps<T> {
  /** Null: rows of two lines. */
  readonly columns: readonly GridColumn<T>[] | null;
  readonly few: boolean;
}

/** Rows that are still on their way, in the shape of the list. All of it is one surface to the browser, and breathes after a second alone. */
export function GridSkeleton<T>({ columns, few }: GridSkeletonProps<T>) {
  return (
    <div role="rowgroup" aria-hidden className={classes['waiting']}>
      {widths.slice(0, few ? FEW_SHOWN : ROWS_SHOWN).map((width, row) => (
        <div key={width} className={`${classes['row']} ${classes['bodyRow']}`}>
          {columns === null ? (
            <div className={classes['compactCell']}>
              <Skeleton animate={false} height={12} my={4} width={width} />
              <Skeleton animate={false} height={10} my={4} width={widths[(row + 2) % widths.length] ?? width} />
            </div>
          ) : (
            columns.map((column, index) => (
              <div key={column.id} className={`${classes['cell']} ${column.align === 'right' ? classes['right'] : ''}`}>
                <Skeleton
                  animate={false}
                  height={10}
                  width={widths[(row + index) % widths.length] ?? width}
                  ml={column.align === 'right' ? 'auto' : 0}
                />
              </div>
            ))
          )}
        </div>
      ))}
    </div>
  );
}
