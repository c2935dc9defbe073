import { Link } from '@tanstack/react-router';
import classes from './Recon.module.css';
import { VIEWS } from './search.ts';

const titles = {
  import: 'Import',
  rows: 'Rows',
  match: 'Match',
  matches: 'Matches',
  statement: 'Bank reconciliation statement',
  sources: 'Sources',
} as const satisfies Record<(typeof VIEWS)[number], string>;

/** From one part of the screen to the next; the account stays chosen. */
export function ReconTabs({ view, account }: { readonly view: (typeof VIEWS)[number]; readonly account: string | undefined }) {
  return (
    <nav aria-label="Reconciliation" className={`${classes['tabs']} no-print`}>
      {VIEWS.map((name) => (
        <Link
          key={name}
          to="."
          search={{ view: name, account } as never}
          className={classes['tab'] ?? ''}
          {...(name === view ? { 'data-active': true, 'aria-current': 'page' as const } : {})}
        >
          {titles[name]}
        </Link>
      ))}
    </nav>
  );
}
