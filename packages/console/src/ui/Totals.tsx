import { Money } from './Money.tsx';
import classes from './Totals.module.css';

interface TotalsProps {
  readonly label: string;
  readonly sums: ReadonlyMap<string, bigint>;
  readonly minorUnitsOf: (currency: string) => number;
}

/** Sums per currency of what a list shows. */
export function Totals({ label, sums, minorUnitsOf }: TotalsProps) {
  return (
    <dl className={classes['totals']} aria-label={label}>
      <dt className={classes['label']}>{label}</dt>
      {[...sums].map(([currency, amountE8]) => (
        <div key={currency} className={classes['sum']}>
          <dt>{currency}</dt>
          <dd>
            <Money amountE8={amountE8} minorUnits={minorUnitsOf(currency)} currency={currency} side />
          </dd>
        </div>
      ))}
    </dl>
  );
}
