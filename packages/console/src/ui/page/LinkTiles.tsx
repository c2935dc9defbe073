import type { ReactNode } from 'react';
import classes from './LinkTile.module.css';

/** Tiles side by side, as many as there is room for. */
export function LinkTiles({ children }: { readonly children: ReactNode }) {
  return <div className={classes['tiles']}>{children}</div>;
}
