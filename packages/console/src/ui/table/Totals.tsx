import { Money } from '../money/Money.tsx';
import classes from './Totals.module.css';

interface TotalsProps {
  readonly label: string;
  readonly sums: ReadonlyMap<string, bigint>;
  readonly minorUnitsOf: (currency: string) => number;
  /** Whether the sums are balances, which stand on a side. */
  readonly side?: boolean;
}

/** Sums per currency of what a list shows. */
export function Totals({ label, sums, minorUnitsOf, side = true }: TotalsProps) {
  return (
    <div className={classes['totals']}>
      <span className={classes['label']} aria-hidden>
        {label}
      </span>
      <ul className={classes['sums']} aria-label={label}>
        {[...sums].map(([currency, amountE8]) => (
          <li key={currency} className={classes['sum']}>
            <strong>{currency}</strong>
            <Money amountE8={amountE8} minorUnits={minorUnitsOf(currency)} currency={currency} side={side} />
          </li>
        ))}
      </ul>
    </div>
  );
}
