import { showCount } from '../../lib/values/numbers.ts';
import classes from './CountPill.module.css';

interface CountPillProps {
  readonly count: number;
  /** There may be more. */
  readonly isAtLeast?: boolean;
  /** `accent`: work that waits; `filled`: on what is chosen. */
  readonly tone?: 'quiet' | 'accent' | 'filled';
  readonly title?: string;
  /** What it stands on says the number itself, or it is none of its name. */
  readonly hidden?: boolean;
}

/** How many there are of what it stands on. */
export const CountPill = ({ count, isAtLeast = false, tone = 'quiet', title, hidden = false }: CountPillProps) => (
  <span
    className={classes['pill']}
    data-tone={tone}
    {...(title === undefined ? {} : { title })}
    {...(hidden ? { 'aria-hidden': true } : {})}
  >
    {showCount(count)}
    {isAtLeast ? '+' : ''}
  </span>
);
