import type { ReactNode } from 'react';
import classes from './Lines.module.css';

/** A short list within a panel. */
export const Lines = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <ul className={classes['lines']} aria-label={label}>
    {children}
  </ul>
);

interface LineProps {
  /** When it was, or which way it goes. */
  readonly before?: ReactNode;
  readonly title: ReactNode;
  readonly below: ReactNode;
  /** What it comes to. */
  readonly children: ReactNode;
}

/** A line of it: what it is, below it what belongs to that, and behind both what it comes to. */
export const Line = ({ before, title, below, children }: LineProps) => (
  <li className={classes['line']}>
    {before}
    <span className={classes['two']}>
      {title}
      <small>{below}</small>
    </span>
    {children}
  </li>
);
