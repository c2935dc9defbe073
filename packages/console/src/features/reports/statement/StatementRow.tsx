import type { StatementLine } from '@countinghouse/contract/features/reports';
import type { Side } from '@countinghouse/contract/statement-sides';
import { IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import type { Leads, StatementColumn } from './columns.tsx';
import classes from './StatementTable.module.css';

const INDENT_PX = 18;
const ICON_SIZE = 14;

/** What opens and folds a line. */
export interface Fold {
  /** What a screen reader calls it. */
  readonly name: string;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

interface StatementRowProps {
  readonly line: StatementLine;
  readonly on: Side;
  readonly columns: readonly StatementColumn[];
  /** How it is drawn: as its own kind, or as an account of a line. */
  readonly kind: StatementLine['kind'] | 'of-line';
  readonly isLast?: boolean;
  readonly fold?: Fold | undefined;
  /** Makes a figure lead somewhere. */
  readonly leads?: Leads;
  /** Its name. */
  readonly children: ReactNode;
}

/** A line of a statement. A section has a name only, totals have no code. */
export function StatementRow({ line, on, columns, kind, isLast = false, fold, leads, children }: StatementRowProps) {
  return (
    <tr className={`${classes['row']} ${classes[kind] ?? ''} ${isLast ? classes['last'] : ''}`}>
      <th
        scope="row"
        style={{ '--indent': `${Math.max(0, line.depth - 1) * INDENT_PX}px` } as CSSProperties}
        colSpan={kind === 'section' ? columns.length + 1 : 1}
      >
        {kind === 'section' || kind === 'total' ? (
          children
        ) : (
          <span className={classes['entry']}>
            {fold === undefined ? (
              <span className={classes['fold']} />
            ) : (
              <button
                type="button"
                className={`${classes['fold']} no-print`}
                aria-label={fold.name}
                aria-expanded={fold.isOpen}
                onClick={fold.toggle}
              >
                <IconChevronRight size={ICON_SIZE} aria-hidden />
              </button>
            )}
            <span className={classes['name']}>
              <span className={classes['code']}>{kind === 'due' ? '' : line.code}</span>
              {children}
            </span>
          </span>
        )}
      </th>
      {kind === 'section'
        ? null
        : columns.map((c) => (
            <td key={c.id} className={classes['figure']} data-quiet={c.quiet} data-phone={c.onPhone} data-mark={c.mark}>
              {c.of(line, on, leads)}
            </td>
          ))}
    </tr>
  );
}
