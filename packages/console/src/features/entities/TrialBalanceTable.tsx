import { Money } from '../../ui/money/Money.tsx';
import classes from './TrialBalanceTable.module.css';
import type { CurrencyGroup } from './trial-balance.ts';

/** One currency of a trial balance. It sums to zero. */
export function TrialBalanceTable({ group: { currency, minorUnits, lines, sumE8 } }: { readonly group: CurrencyGroup }) {
  return (
    <table className={classes['table']}>
      <caption>{currency}</caption>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" className={classes['amount']}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.kind} ${line.code}`} className={line.kind === 'due' ? classes['due'] : ''}>
            <td>
              {line.kind === 'due' ? (
                line.title
              ) : (
                <>
                  <strong>{line.code}</strong> <span className="dimmed">{line.title}</span>
                </>
              )}
            </td>
            <td className={classes['amount']}>
              <Money amountE8={line.balanceE8} minorUnits={minorUnits} currency={currency} side />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Sum</th>
          <td className={classes['amount']}>
            <Money amountE8={sumE8} minorUnits={minorUnits} currency={currency} side />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
