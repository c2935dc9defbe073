import { IconArrowRight } from '@tabler/icons-react';
import classes from './RouteLine.module.css';

export interface Route {
  readonly debit: string;
  readonly credit: string;
  /** Rows beside the first. */
  readonly more: number;
}

/** From the debited to the credited account, and how many rows more. */
export function RouteLine({ route }: { readonly route: Route | null }) {
  if (route === null) return <span className="dimmed">—</span>;
  const { debit, credit, more } = route;
  return (
    <span className={classes['route']} title={`Debit ${debit}, credit ${credit}`}>
      <span>{debit}</span>
      <IconArrowRight size={12} role="img" aria-label="to" />
      <span>{credit}</span>
      {more === 0 ? null : <span className={classes['more']}>+{more === 1 ? '1 row' : `${more} rows`}</span>}
    </span>
  );
}
