import type { ReactNode } from 'react';
import classes from './TwoLines.module.css';

interface TwoLinesProps {
  readonly title: ReactNode;
  /** What it comes to. */
  readonly amount?: ReactNode;
  readonly below: ReactNode;
  /** How it stands, or when. */
  readonly state?: ReactNode;
}

/** A row where a list is narrow: what it is and what it comes to; below them what else belongs to it, and how it stands. */
export const TwoLines = ({ title, amount, below, state }: TwoLinesProps) => (
  <div className={classes['row']}>
    <strong>{title}</strong>
    <strong>{amount}</strong>
    <small>{below}</small>
    <small>{state}</small>
  </div>
);
