import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import type { statements } from '@countinghouse/contract/features/statements';
import type { RouteOk } from '@countinghouse/contract/wire';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { ReactNode } from 'react';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import classes from './StatementSums.module.css';

interface StatementSumsProps {
  readonly totals: { readonly data: RouteOk<typeof statements.totals> | undefined; readonly isError: boolean };
  readonly account: AccountDetail;
}

/** What the filtered lines come to; by date also what stood before and after. Over all lines, not only those of the page. */
export function StatementSums({ totals: { data, isError }, account: { currency, minorUnits } }: StatementSumsProps) {
  if (isError) return <span className="dimmed">Could not load the totals</span>;
  if (data === undefined) return <span className="dimmed">Adding up…</span>;
  const show = (amountE8: bigint, side: boolean): ReactNode => (
    <Money amountE8={amountE8} minorUnits={minorUnits} currency={currency} side={side} />
  );
  const balance = (minor: string | null): ReactNode => (minor === null ? null : show(readMinorE8(minor, minorUnits), true));
  const sums: readonly (readonly [string, ReactNode])[] = [
    ['Opening', balance(data.opening)],
    ['Debits', show(parseBalanceE8(data.debit), false)],
    ['Credits', show(parseBalanceE8(data.credit), false)],
    ['Closing', balance(data.closing)],
  ];
  return (
    <dl className={classes['sums']} aria-label={`Totals in ${currency}`}>
      {sums.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
