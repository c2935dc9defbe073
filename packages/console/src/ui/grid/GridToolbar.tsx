import type { ReactNode } from 'react';
import { SavedViews, SaveView } from '../list/SavedViews.tsx';
import classes from './DataGrid.module.css';
import { GridMenu } from './GridMenu.tsx';
import type { Grid } from './use-grid.ts';

interface GridToolbarProps<T> {
  readonly grid: Grid<T>;
  /** Not the list of the screen: only what it brings itself. */
  readonly plain: boolean;
  readonly toolbar: ReactNode;
  readonly end: ReactNode;
}

/** Filters on the left, counts and settings on the right, saved views below. */
export function GridToolbar<T>({ grid, plain, toolbar, end }: GridToolbarProps<T>) {
  if (plain && toolbar === undefined && end === undefined) return null;
  return (
    <div className={`${classes['toolbar']} no-print`}>
      {toolbar}
      {plain ? null : <SaveView listId={grid.id} />}
      <div className={classes['toolbarEnd']}>
        {end}
        {plain ? null : <GridMenu grid={grid} />}
      </div>
      {plain ? null : <SavedViews listId={grid.id} />}
    </div>
  );
}
