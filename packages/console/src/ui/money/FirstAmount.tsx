import type { CurrencyInfo } from '@countinghouse/contract/features/currencies';
import { minorUnitsIn } from '../../lib/values/money.ts';
import classes from './FirstAmount.module.css';
import { Money } from './Money.tsx';

interface FirstAmountProps {
  readonly amounts: readonly { readonly currency: string; readonly amountE8: bigint }[];
  readonly currencies: readonly CurrencyInfo[];
  /** The currency on the left of the column, the figures on its right. */
  readonly apart?: boolean;
}

/** The first of several amounts in its currency, and how many more there are. */
export function FirstAmount({ amounts, currencies, apart = false }: FirstAmountProps) {
  const [first, ...more] = amounts;
  if (first === undefined) return <span className="dimmed">—</span>;
  if (apart)
    return (
      <span className={classes['apart']}>
        <span className={classes['currency']}>
          {first.currency}
          {more.length === 0 ? null : ` +${more.length}`}
        </span>
        <Money amountE8={first.amountE8} minorUnits={minorUnitsIn(currencies, first.currency)} currency={first.currency} />
      </span>
    );
  return (
    <>
      <Money amountE8={first.amountE8} minorUnits={minorUnitsIn(currencies, first.currency)} currency={first.currency} showCurrency />
      {more.length === 0 ? null : <span className="dimmed"> +{more.length}</span>}
    </>
  );
}
