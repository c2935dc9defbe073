import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCurrentInSight } from '../../ui/list/use-current-in-sight.ts';
import { CountPill } from '../../ui/value/CountPill.tsx';
import { statusQuery } from './queries.ts';
import classes from './Recon.module.css';
import type { View } from './search.ts';

const tabs = [
  ['match', 'Match'],
  ['rows', 'Rows'],
  ['matches', 'Matches'],
  ['statement', 'Bank reconciliation statement'],
  ['sources', 'Sources'],
] as const satisfies readonly (readonly [View, string])[];

/** From one part of the screen to the next; the account stays chosen. */
export function ReconTabs({ view, account }: { readonly view: View | null; readonly account: string | undefined }) {
  const unmatched = useQuery(statusQuery).data?.unmatched ?? 0;
  const row = useCurrentInSight(view ?? '');
  return (
    <nav ref={row} aria-label="Reconciliation" className={`${classes['tabs']} no-print`}>
      {tabs.map(([name, title]) => (
        <Link
          key={name}
          to="."
          search={{ view: name, account } as never}
          className={classes['tab'] ?? ''}
          {...(name === view ? { 'data-active': true, 'aria-current': 'page' as const } : {})}
        >
          {title}
          {name === 'match' && unmatched > 0 ? <CountPill count={unmatched} tone="accent" hidden /> : null}
        </Link>
      ))}
    </nav>
  );
}
