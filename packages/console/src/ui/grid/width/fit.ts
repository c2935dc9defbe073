// Which columns a list has room for. What may leave does so before the list scrolls sideways, the first to leave first.
import type { GridColumn } from '../column.ts';
import type { Grid } from '../use-grid.ts';

/** A scrollbar down the side takes of the width. */
const SCROLLBAR_PX = 16;

/** The columns that are shown in a list so wide, and the least that they take. */
export interface FittedColumns<T> {
  readonly columns: readonly GridColumn<T>[];
  readonly tracks: string;
  readonly leastPx: number;
}

/**
 * While a width is not known, zero, all of them. A column that a person has asked for stays. `minWidthPx`: below what the list scrolls
 * sideways while all are there; those that stay when some have left need no more than their own.
 */
export function fitColumns<T>(
  grid: Pick<Grid<T>, 'columns' | 'trackOf' | 'isAskedFor'>,
  widthPx: number,
  minWidthPx?: number,
): FittedColumns<T> {
  const { columns, trackOf, isAskedFor } = grid;
  const leastOf = (of: readonly GridColumn<T>[]): number => of.reduce((sum, { id }) => sum + trackOf(id).leastPx, 0);
  const leaving = columns.filter((c) => c.leaves !== undefined && !isAskedFor(c.id)).sort((a, b) => (a.leaves ?? 0) - (b.leaves ?? 0));
  let kept = columns;
  for (const column of leaving) {
    if (widthPx === 0 || leastOf(kept) <= widthPx - SCROLLBAR_PX) break;
    kept = kept.filter((c) => c !== column);
  }
  const leastPx = kept.length === columns.length ? (minWidthPx ?? leastOf(kept)) : leastOf(kept);
  return { columns: kept, tracks: kept.map(({ id }) => trackOf(id).css).join(' '), leastPx };
}
