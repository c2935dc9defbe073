import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { CountPill } from '../value/CountPill.tsx';
import { useCurrentInSight } from './use-current-in-sight.ts';
import classes from './Views.module.css';

export interface View {
  readonly name: string;
  /** How many there are, where that is known. */
  readonly count?: number | undefined;
  /** There may be more than were counted. */
  readonly isAtLeast?: boolean;
  readonly current: boolean;
  readonly show: () => void;
}

/** Ready views of a list, one of them shown. */
export function Views({
  label,
  views,
  children,
}: {
  readonly label: string;
  readonly views: readonly View[];
  readonly children?: ReactNode;
}) {
  const row = useCurrentInSight(views.find((view) => view.current)?.name ?? '');
  return (
    <nav ref={row} className={`${classes['views']} no-print`} aria-label={label}>
      {views.map(({ name, count, isAtLeast = false, current, show }) => (
        <UnstyledButton key={name} className={classes['view'] ?? ''} aria-current={current ? 'true' : undefined} onClick={show}>
          {name}
          {count === undefined ? null : <CountPill count={count} isAtLeast={isAtLeast} />}
        </UnstyledButton>
      ))}
      {children}
    </nav>
  );
}
