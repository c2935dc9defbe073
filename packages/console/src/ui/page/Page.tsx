import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** The frame of a screen. `fill`: it is one list, which scrolls inside the window. */
export function Page({ fill = false, children }: { readonly fill?: boolean; readonly children: ReactNode }) {
  return <div className={`${classes['page']} ${fill ? classes['fill'] : ''}`}>{children}</div>;
}

/** A list with the panel of its open row beside it. */
export function Split({ children }: { readonly children: ReactNode }) {
  return <div className={classes['split']}>{children}</div>;
}
