// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row (aria-activedescendant)
import type { CSSProperties, MouseEvent, ReactNode, Ref } from 'react';
import type { RowGroup } from './column.ts';
import classes from './DataGrid.module.css';
import type { Grid } from './use-grid.ts';

interface GridRowProps<T> {
  readonly grid: Grid<T>;
  readonly row: T;
  readonly index: number;
  readonly id: string;
  readonly active: boolean;
  readonly open: boolean;
  readonly onPress?: ((row: T, event: MouseEvent) => void) | undefined;
  readonly compact?: ((row: T) => ReactNode) | undefined;
  /** Is said before it. */
  readonly group?: RowGroup | undefined;
  readonly virtual?: { readonly ref: Ref<HTMLDivElement>; readonly style: CSSProperties } | undefined;
}

const MIDDLE_BUTTON = 1;

/** A press on a control inside a row belongs to the control. */
const isControl = (target: EventTarget): boolean => target instanceof Element && target.closest('a, button, input, label') !== null;

export function GridRow<T>({ grid, row, index, id, active, open, onPress, compact, group, virtual }: GridRowProps<T>) {
  const names = [
    classes['row'],
    classes['bodyRow'],
    active && classes['active'],
    open && classes['open'],
    onPress && classes['clickable'],
    virtual && group === undefined && classes['virtual'],
  ];
  const placed = virtual === undefined ? {} : { 'data-index': index, ref: virtual.ref, style: virtual.style };
  const drawn = (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={open}
      className={names.filter(Boolean).join(' ')}
      {...(group === undefined ? placed : {})}
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
      {compact !== undefined ? (
        <div role="gridcell" aria-colindex={1} aria-colspan={grid.columns.length} className={classes['compactCell']}>
          {compact(row)}
        </div>
      ) : null}
      {(compact === undefined ? grid.columns : []).map((column, columnIndex) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={columnIndex + 1}
          data-label={column.header}
          className={`${classes['cell']} ${column.align === 'right' ? classes['right'] : ''}`}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
  if (group === undefined) return drawn;
  return (
    <div role="presentation" className={virtual === undefined ? '' : classes['virtual']} {...placed}>
      <div role="row" className={classes['group']}>
        <span role="gridcell" aria-colindex={1} aria-colspan={grid.columns.length}>
          <strong>{group.title}</strong>
          {group.note === undefined ? null : <span className="dimmed">{group.note}</span>}
          {group.count === undefined ? null : <span className={`dimmed ${classes['groupCount']}`}>{group.count}</span>}
        </span>
      </div>
      {drawn}
    </div>
  );
}
