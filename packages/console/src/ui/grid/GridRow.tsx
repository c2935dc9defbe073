// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row (aria-activedescendant)
import { type CSSProperties, type MouseEvent, memo, type ReactNode, type Ref } from 'react';
import type { GridColumn } from './column.ts';
import classes from './DataGrid.module.css';

/** Where a line of a long list stands. */
export interface VirtualPlace {
  readonly ref: Ref<HTMLDivElement>;
  readonly style: CSSProperties;
  readonly 'data-index': number;
}

interface GridRowProps<T> {
  readonly columns: readonly GridColumn<T>[];
  readonly row: T;
  readonly index: number;
  readonly id: string;
  readonly active: boolean;
  readonly open: boolean;
  readonly onPress?: ((row: T, event: MouseEvent) => void) | undefined;
  readonly compact?: ((row: T) => ReactNode) | undefined;
  readonly virtual?: VirtualPlace | undefined;
}

const MIDDLE_BUTTON = 1;

/** A press on a control inside a row belongs to the control. */
const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button, input, label') !== null;

export function GridRow<T>({ columns, row, index, id, active, open, onPress, compact, virtual }: GridRowProps<T>) {
  const names = [
    classes['row'],
    classes['bodyRow'],
    active && classes['active'],
    open && classes['open'],
    onPress && classes['clickable'],
    virtual && classes['virtual'],
  ];
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      className={names.filter(Boolean).join(' ')}
      {...virtual}
      {...(onPress === undefined
        ? {}
        : {
            onClick: (event: MouseEvent) => {
              if (!isControl(event.target)) onPress(row, event);
            },
            onAuxClick: (event: MouseEvent) => {
              if (event.button === MIDDLE_BUTTON && !isControl(event.target)) onPress(row, event);
            },
          })}
    >
      {compact === undefined ? (
        <Cells columns={columns} row={row} />
      ) : (
        <div role="gridcell" aria-colindex={1} aria-colspan={columns.length} className={classes['compactCell']}>
          {compact(row)}
        </div>
      )}
    </div>
  );
}

interface CellsProps<T> {
  readonly columns: readonly GridColumn<T>[];
  readonly row: T;
}

/** What a row says. It stays as it is where only its place changes, or which row is active: while a list is scrolled, or walked by keys. */
const Cells = memo(function Cells<T>({ columns, row }: CellsProps<T>) {
  return columns.map((column, index) => (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={index + 1}
      data-label={column.header}
      className={`${classes['cell']} ${column.align === 'right' ? classes['right'] : ''}`}
    >
      {column.cell(row)}
    </div>
  ));
}) as <T>(props: CellsProps<T>) => ReactNode;
