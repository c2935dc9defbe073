import { UNMATCHED_WARN_MAX } from '@countinghouse/contract/features/recon';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { dayOf, showRelative, showTime } from '../../lib/values/time.ts';
import { statusQuery } from './queries.ts';
import classes from './Recon.module.css';

/** Good at 0, warn at 1 to 5, bad above. Source: specification §9. */
const standOf = (unmatched: number): 'good' | 'warn' | 'bad' =>
  unmatched === 0 ? 'good' : unmatched <= UNMATCHED_WARN_MAX ? 'warn' : 'bad';

/** In one line: how much is matched and how much is not, and since when that holds. A number leads to what it counts. */
export function Counters() {
  const status = useQuery(statusQuery).data;
  if (status === undefined) return <Skeleton height={18} width={380} maw="100%" aria-label="Loading" />;
  const { matched, unmatched, exceptions, aging, updated_at } = status;
  const stand = standOf(unmatched);
  const older = aging.days_8_30 + aging.days_31_90 + aging.days_over_90;
  return (
    <ul aria-label="Counters" className={classes['counters']}>
      <Counter search={{ view: 'matches' }}>
        Matched <b>{showCount(matched)}</b>
      </Counter>
      <Counter search={{ view: 'rows', state: 'unmatched' }}>
        Unmatched{' '}
        <b className={classes[stand]} data-stand={stand}>
          {showCount(unmatched)}
        </b>
      </Counter>
      {exceptions === 0 ? null : (
        <Counter search={{ view: 'rows', state: 'exception' }}>
          Exceptions <b>{showCount(exceptions)}</b>
        </Counter>
      )}
      {older === 0 ? null : (
        <Counter
          search={{ view: 'rows', state: 'unmatched' }}
          title={`8 to 30 days: ${showCount(aging.days_8_30)}, 31 to 90 days: ${showCount(aging.days_31_90)}, longer: ${showCount(aging.days_over_90)}`}
        >
          Open for over a week <b>{showCount(older)}</b>
        </Counter>
      )}
      <li>Last updated {updated_at === null ? 'never: no rows yet' : <Moment at={updated_at} />}</li>
    </ul>
  );
}

interface CounterProps {
  readonly search: Readonly<Record<string, string>>;
  readonly title?: string;
  readonly children: ReactNode;
}

const Counter = ({ search, title, children }: CounterProps) => (
  <li>
    <Link to="." search={search as never} title={title}>
      {children}
    </Link>
  </li>
);

/** `21:11, 2 min ago`; of another day with its date. */
function Moment({ at }: { readonly at: string }) {
  const [zone] = useTimeZone();
  const now = new Date();
  const { title, note } = dayOf(at, zone, now);
  const day = title === 'Today' ? '' : `${note ?? title}, `;
  return (
    <time dateTime={at} title={at}>
      {`${day}${showTime(at, zone)}${zone === 'utc' ? 'Z' : ''}, ${showRelative(at, now.getTime())}`}
    </time>
  );
}
