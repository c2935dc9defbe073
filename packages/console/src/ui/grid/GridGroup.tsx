// biome-ignore-all lint/a11y/useSemanticElements: a table element can hold neither virtual rows nor cards; roles say what the divs are
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row (aria-activedescendant)
import { IconChevronRight } from '@tabler/icons-react';
import classes from './DataGrid.module.css';
import type { VirtualPlace } from './GridRow.tsx';
import type { Folding, RowGroup } from './groups.ts';

const ICON_SIZE = 14;

interface GridGroupProps {
  readonly group: RowGroup;
  /** How many columns there are, and how many of them it reaches over: up to the one that its sum stands below. */
  readonly columns: number;
  readonly reach: number;
  readonly folding: Folding | undefined;
  readonly virtual?: VirtualPlace | undefined;
}

/** The head of a group: its name, how many stand in it, and what they come to, below the column of which it is the sum. */
export function GridGroup({ group, columns, reach, folding, virtual }: GridGroupProps) {
  const { key, title, note, count, sum } = group;
  const name = <strong>{title}</strong>;
  return (
    <div role="row" className={`${classes['group']} ${virtual === undefined ? '' : classes['virtual']}`} {...virtual}>
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={columns}
        className={classes['groupCell']}
        style={{ gridColumn: `1 / span ${reach}` }}
      >
        <span className={classes['groupName']}>
          {folding === undefined ? (
            name
          ) : (
            <button type="button" className={classes['fold']} aria-expanded={!folding.folded.has(key)} onClick={() => folding.fold(key)}>
              <IconChevronRight size={ICON_SIZE} aria-hidden />
              {name}
            </button>
          )}
          {note === undefined ? null : <span className="dimmed">{note}</span>}
          {count === undefined || sum === undefined ? null : <span className="dimmed numbers">{count}</span>}
        </span>
        {sum === undefined ? (
          count === undefined ? null : (
            <span className={`dimmed ${classes['groupEnd']}`}>{count}</span>
          )
        ) : (
          <span className={classes['groupEnd']}>{sum}</span>
        )}
      </div>
    </div>
  );
}
