import type { ReactNode } from 'react';
import classes from './Stacked.module.css';

interface StackedProps {
  readonly title: string;
  /** What else belongs to it; nothing where it is null. */
  readonly below: ReactNode;
}

/** A cell in two lines: what it is, and below it what else belongs to it. */
export const Stacked = ({ title, below }: StackedProps) => (
  <span className={classes['two']}>
    <strong title={title}>{title}</strong>
    {below}
  </span>
);
