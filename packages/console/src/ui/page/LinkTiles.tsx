import type { ReactNode } from 'react';
import classes from './LinkTile.module.css';

interface LinkTilesProps {
  /** Of few words each: more of them fit side by side. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

/** Tiles side by side, as many as there is room for. */
export function LinkTiles({ narrow = false, children }: LinkTilesProps) {
  return (
    <div className={classes['tiles']} data-narrow={narrow || undefined}>
      {children}
    </div>
  );
}
