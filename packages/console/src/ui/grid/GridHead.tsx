// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row (aria-activedescendant)
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { GridColumn } from './column.ts';
import classes from './DataGrid.module.css';
import type { Grid } from './use-grid.ts';

const ICON_SIZE = 13;

function HeadCell<T>({ column, grid, index }: { readonly column: GridColumn<T>; readonly grid: Grid<T>; readonly index: number }) {
  const sorted = grid.sort?.columnId === column.id ? (grid.sort.descending ? 'descending' : 'ascending') : 'none';
  const sortable = column.compare !== undefined;
  return (
    <div
      role="columnheader"
      aria-colindex={index + 1}
      {...(sortable ? { 'aria-sort': sorted } : {})}
      className={`${classes['headCell']} ${column.align === 'right' ? classes['right'] : ''} ${column.sided === true ? classes['sided'] : ''}`}
    >
      {sortable ? (
        <button type="button" className={classes['sortButton']} onClick={() => grid.sortBy(column)}>
          {column.header}
          {sorted === 'descending' ? <IconArrowDown size={ICON_SIZE} aria-hidden /> : null}
          {sorted === 'ascending' ? <IconArrowUp size={ICON_SIZE} aria-hidden /> : null}
        </button>
      ) : (
        (column.head ?? column.header)
      )}
    </div>
  );
}

export function GridHead<T>({ grid, columns }: { readonly grid: Grid<T>; readonly columns: readonly GridColumn<T>[] }) {
  return (
    <div role="rowgroup" className={`${classes['head']}`}>
      <div role="row" aria-rowindex={1} className={classes['row']}>
        {columns.map((column, index) => (
          <HeadCell key={column.id} column={column} grid={grid} index={index} />
        ))}
      </div>
    </div>
  );
}
