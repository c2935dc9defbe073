import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Panel.module.css';

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** Lets the content reach the edges: lists and tables. */
  readonly flush?: boolean;
  /** Its content takes the height that the panel has: a foot may stand at the bottom. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** A titled box on a page. */
export function Panel({ title, aside, flush = false, fill = false, children }: PanelProps) {
  return (
    <Paper component="section" aria-label={title} className={classes['panel'] ?? ''}>
      <div className={classes['head']}>
        <Title order={2} size="h6" fz="sm">
          {title}
        </Title>
        {aside}
      </div>
      <div className={`${classes[flush ? 'flush' : 'body']} ${fill ? classes['fill'] : ''}`}>{children}</div>
    </Paper>
  );
}
