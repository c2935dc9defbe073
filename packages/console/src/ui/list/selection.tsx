// Rows of a list that somebody chose, to do one thing with all of them: a column of boxes, and the bar that says how many there are.
import { Button, Checkbox, CloseButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { GridColumn } from '../grid/column.ts';
import classes from './Selection.module.css';

export interface Selection<T> {
  /** Those chosen of the rows that are shown, in their order. */
  readonly of: (shown: readonly T[]) => readonly T[];
  readonly has: (row: T) => boolean;
  readonly toggle: (row: T) => void;
  readonly choose: (rows: readonly T[]) => void;
  readonly clear: () => void;
}

export function useSelection<T>(rowId: (row: T) => string): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set());
  const has = (row: T): boolean => ids.has(rowId(row));
  return {
    of: (shown) => shown.filter(has),
    has,
    toggle: (row) => {
      const next = new Set(ids);
      if (!next.delete(rowId(row))) next.add(rowId(row));
      setIds(next);
    },
    choose: (rows) => setIds(new Set(rows.map(rowId))),
    clear: () => setIds(new Set()),
  };
}

/** The boxes. `nameOf`: what a screen reader calls a row. */
export function selectColumn<T>(selection: Selection<T>, shown: readonly T[], nameOf: (row: T) => string): GridColumn<T> {
  const chosen = selection.of(shown).length;
  const all = shown.length > 0 && chosen === shown.length;
  return {
    id: 'select',
    header: 'Select',
    width: '40px',
    fixed: true,
    head: (
      <Checkbox
        size="xs"
        aria-label={all ? 'Clear the selection' : 'Select all rows shown'}
        checked={all}
        indeterminate={chosen > 0 && !all}
        disabled={shown.length === 0}
        onChange={() => (chosen === 0 ? selection.choose(shown) : selection.clear())}
      />
    ),
    cell: (row) => (
      <Checkbox size="xs" aria-label={`Select ${nameOf(row)}`} checked={selection.has(row)} onChange={() => selection.toggle(row)} />
    ),
  };
}

interface SelectionBarProps {
  readonly count: number;
  /** In place of `3 selected`. */
  readonly said?: string;
  /** At the foot of a panel that grows with what it lists, as wide as it is, rather than above the foot of a list. */
  readonly sticks?: boolean;
  /** What of the chosen is worth saying: sums. */
  readonly note?: ReactNode;
  readonly onClear: () => void;
  /** What can be done with them, the most important first. */
  readonly children: ReactNode;
}

/** Floats above the foot of a list, or at that of a window, while something is chosen. */
export function SelectionBar({ count, said = `${count} selected`, sticks = false, note, onClear, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <section className={`${classes['bar']} ${sticks ? classes['sticks'] : ''} no-print`} aria-label="Selection">
      <strong role="status">{said}</strong>
      {note}
      <span className={classes['acts']}>
        {sticks ? (
          <Button variant="subtle" onClick={onClear}>
            Clear
          </Button>
        ) : null}
        {children}
      </span>
      {sticks ? null : <CloseButton size="sm" aria-label="Clear the selection" onClick={onClear} />}
    </section>
  );
}
