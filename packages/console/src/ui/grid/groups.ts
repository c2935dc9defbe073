// Rows in groups: the groups in an order of their own, rows within one in the order of the columns, and folded ones as their head alone.
import type { ReactNode } from 'react';

/** The group a row stands in. */
export interface RowGroup {
  readonly key: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** How many there are. */
  readonly count?: string | undefined;
  /** What they come to. */
  readonly sum?: ReactNode;
}

/** How rows stand in groups. */
export interface Grouping<T> {
  readonly keyOf: (row: T) => string;
  /** The groups of the rows that are shown, in their order. A row whose group is not among them stands last, without a head. */
  readonly groupsOf: (rows: readonly T[]) => readonly RowGroup[];
  /** The id of the column that their sums stand below. */
  readonly sumUnder?: string;
  /** A person can fold them; the address says which are, as `folded`. */
  readonly folds?: boolean;
}

/** Rows and the groups that they stand in. */
export interface Grouped<T> {
  readonly groups: readonly RowGroup[];
  readonly keyOf: (row: T) => string;
  readonly sumUnder: string | undefined;
}

/** Which groups are folded, and how one is folded or unfolded. */
export interface Folding {
  readonly folded: ReadonlySet<string>;
  readonly fold: (key: string) => void;
}

/** What a list draws, from top to bottom. `index`: the place of a row among those that are drawn. */
export type Line<T> =
  | { readonly kind: 'group'; readonly group: RowGroup }
  | { readonly kind: 'row'; readonly row: T; readonly index: number };

/** The rows group by group; within a group as they came. */
export function arrange<T>(rows: readonly T[], grouped: Grouped<T> | undefined): readonly T[] {
  if (grouped === undefined) return rows;
  const places = new Map(grouped.groups.map(({ key }, place) => [key, place]));
  const placeOf = (row: T): number => places.get(grouped.keyOf(row)) ?? places.size;
  return rows
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

/** The lines of rows that are arranged: a head before the first of each group, and no row of a folded one. */
export function linesOf<T>(rows: readonly T[], grouped: Grouped<T> | undefined, folded: ReadonlySet<string>): readonly Line<T>[] {
  const groups = new Map(grouped?.groups.map((group) => [group.key, group]));
  const lines: Line<T>[] = [];
  let [present, index] = [undefined as string | undefined, 0];
  for (const row of rows) {
    const key = grouped?.keyOf(row);
    const group = key === undefined || key === present ? undefined : groups.get(key);
    present = key;
    if (group !== undefined) lines.push({ kind: 'group', group });
    if (key === undefined || !folded.has(key)) lines.push({ kind: 'row', row, index: index++ });
  }
  return lines;
}
