import { formatMinor } from '@countinghouse/kernel/money/amount';
import { showAmountE8, sideOf } from '../../lib/values/money.ts';
import classes from './Money.module.css';

interface MoneyProps {
  /** Units of 10⁻⁸. Balances are debit-positive. */
  readonly amountE8: bigint;
  readonly minorUnits: number;
  readonly currency?: string;
  /** Says Dr or Cr behind the amount. */
  readonly side?: boolean;
  /** Leaves the minus sign to the side: in statements, where every figure has one. */
  readonly unsigned?: boolean;
  /** A plus sign before what is above zero: in steps from one balance to another. */
  readonly plus?: boolean;
  readonly showCurrency?: boolean;
}

/** An exact amount: tabular figures, the currency's own decimals, a real minus sign; raw minor units on hover. */
export function Money({ amountE8, minorUnits, currency, side = false, unsigned = false, plus = false, showCurrency = false }: MoneyProps) {
  const raw = `${formatMinor(amountE8, minorUnits)} minor units${currency === undefined ? '' : ` ${currency}`}`;
  return (
    <span className={classes['money']} title={raw}>
      {showCurrency && currency !== undefined ? <span className={classes['currency']}>{currency}</span> : null}
      <span>
        {plus && amountE8 > 0n ? '+' : ''}
        {showAmountE8(unsigned && amountE8 < 0n ? -amountE8 : amountE8, minorUnits)}
      </span>
      {side ? <span className={classes['side']}>{sideOf(amountE8)}</span> : null}
    </span>
  );
}
