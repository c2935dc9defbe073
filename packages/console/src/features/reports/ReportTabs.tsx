import { Link, useLocation } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { useCurrentInSight } from '../../ui/list/use-current-in-sight.ts';
import classes from './ReportTabs.module.css';

const tabs = [
  ['Trial balance', paths.trialBalance],
  ['Balance sheet', paths.balanceSheet],
  ['Income statement', paths.incomeStatement],
  ['Cash position', paths.cashPosition],
  ['Ageing', paths.ageing],
  ['Balances by GL', paths.balancesByGl],
] as const;

/** From one report to the next. */
export function ReportTabs() {
  const row = useCurrentInSight(useLocation({ select: (at) => at.pathname }));
  return (
    <nav ref={row} aria-label="Reports" className={`${classes['tabs']} no-print`}>
      {tabs.map(([title, path]) => (
        <Link
          key={path}
          to={path}
          className={classes['tab'] ?? ''}
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'data-active': true, 'aria-current': 'page' }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
