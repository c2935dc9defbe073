import type { ReactNode } from 'react';
import classes from './Columns.module.css';

interface ColumnsProps {
  readonly main: ReactNode;
  readonly side: ReactNode;
  /** The narrow one is as wide as what it holds needs, and no wider. */
  readonly rail?: boolean;
}

/** A wide column and a narrow one beside it; one below the other where there is no room. */
export function Columns({ main, side, rail = false }: ColumnsProps) {
  return (
    <div className={`${classes['columns']} ${rail ? classes['rail'] : ''}`}>
      <div className={classes['column']}>{main}</div>
      <div className={classes['column']}>{side}</div>
    </div>
  );
}
