import type { ReactNode } from 'react';

/** Where a column stands in the two lines of a row where the list is narrow. Of several for one place the first that says something stands there, below the title two. */
export type NarrowPlace = 'title' | 'end' | 'below' | 'state' | 'acts';

/** One column of a list. Defined once per screen, outside of the component or memoised. */
export interface GridColumn<T> {
  readonly id: string;
  readonly header: string;
  /** What stands in the head in place of its name: a box for all rows. Such a column is a control, and no choice of the reader. */
  readonly head?: ReactNode;
  /** A track of CSS grid: `minmax(120px, 1fr)`. */
  readonly width: string;
  /** How wide a row's amount is, in px, at the type size of a list: the widest one is never cut. */
  readonly amountPx?: (row: T) => number;
  readonly align?: 'left' | 'right';
  /** Its figures have the slot of a side behind them: its name ends where their digits do. */
  readonly sided?: boolean;
  readonly cell: (row: T) => ReactNode;
  /** What a file gets. Columns without it are left out of files. */
  readonly text?: (row: T) => string;
  /** Ascending order; a column without it cannot be sorted. */
  readonly compare?: (a: T, b: T) => number;
  /** The first press sorts downwards: amounts and times. */
  readonly descendingFirst?: boolean;
  /** Hidden until a person asks for it in the column chooser. */
  readonly hidden?: boolean;
  /** May not be hidden: what names the row. */
  readonly fixed?: boolean;
  /** Leaves where a list has no room for all of its columns, the lowest number first. It stays in files. */
  readonly leaves?: number;
  /** Its place in a narrow list; without one it is left out there. */
  readonly narrow?: NarrowPlace;
  /** How it is drawn there, where that is otherwise. */
  readonly narrowCell?: (row: T) => ReactNode;
}

/** The track of a column with an instant, absolute and relative. */
export const TIME_WIDTH = '226px';

const CELL_PADDING_PX = 24;

/** The track of a column as CSS grid spells it, and the least that it takes. */
export interface Track {
  readonly css: string;
  readonly leastPx: number;
}

const pxIn = (length: string): number => (length.endsWith('px') ? Number.parseFloat(length) : 0);

/** The track of a column: never narrower than the widest amount in it. */
export function trackOf<T>({ width, amountPx }: Pick<GridColumn<T>, 'width' | 'amountPx'>, rows: readonly T[]): Track {
  const [, min = width, max] = /^minmax\((\S+), (\S+)\)$/.exec(width) ?? [];
  if (amountPx === undefined) return { css: width, leastPx: pxIn(min) };
  let widest = 0;
  for (const row of rows) widest = Math.max(widest, amountPx(row));
  const least = `${widest + CELL_PADDING_PX}px`;
  const leastPx = Math.max(pxIn(min), widest + CELL_PADDING_PX);
  if (max !== undefined) return { css: `minmax(max(${min}, ${least}), ${max})`, leastPx };
  return { css: width.endsWith('fr') ? `minmax(${least}, ${width})` : `max(${width}, ${least})`, leastPx };
}

/** The order of a list as its address spells it: `code` upwards, `-balance` downwards. */
export interface Sort {
  readonly columnId: string;
  readonly descending: boolean;
}

export const sortOf = (text: string | undefined): Sort | null =>
  text === undefined || text === ''
    ? null
    : text.startsWith('-')
      ? { columnId: text.slice(1), descending: true }
      : { columnId: text, descending: false };

export const textOfSort = (sort: Sort | null): string | undefined =>
  sort === null ? undefined : `${sort.descending ? '-' : ''}${sort.columnId}`;

export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
