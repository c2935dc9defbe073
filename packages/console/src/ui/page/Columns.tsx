import type { ReactNode } from 'react';
import classes from './Columns.module.css';

/** A wide column and a narrow one beside it; one below the other where there is no room. */
export function Columns({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <div className={classes['columns']}>
      <div className={classes['column']}>{main}</div>
      <div className={classes['column']}>{side}</div>
    </div>
  );
}
