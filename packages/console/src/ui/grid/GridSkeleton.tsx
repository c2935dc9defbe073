// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
import { Skeleton } from '@mantine/core';
import type { GridColumn } from './column.ts';
import classes from './DataGrid.module.css';

const ROWS_SHOWN = 8;
const widths = ['62%', '48%', '70%', '55%', '66%', '44%', '58%', '50%'] as const;

/** Rows that are still on their way, in the shape of the list. */
export function GridSkeleton<T>({ columns }: { readonly columns: readonly GridColumn<T>[] }) {
  return (
    <div role="rowgroup" aria-hidden>
      {widths.slice(0, ROWS_SHOWN).map((width, row) => (
        <div key={width} className={`${classes['row']} ${classes['bodyRow']}`}>
          {columns.map((column, index) => (
            <div key={column.id} className={`${classes['cell']} ${column.align === 'right' ? classes['right'] : ''}`}>
              <Skeleton height={10} width={widths[(row + index) % widths.length] ?? width} ml={column.align === 'right' ? 'auto' : 0} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
