import type { PostedRow } from '@countinghouse/contract/features/holds';
import type { BalanceAfter } from '@countinghouse/contract/features/intents';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { minorUnitsIn } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import classes from './TAccounts.module.css';
import { tAccountsOf } from './t-accounts.ts';

interface TAccountsProps {
  readonly postings: readonly PostedRow[];
  /** What accounts held once they were posted. */
  readonly after?: readonly BalanceAfter[] | undefined;
  /** Stands below a table that reaches the edges. */
  readonly padded?: boolean;
}

/** Every account an intent touched, as a T: debits on the left, credits on the right. */
export function TAccounts({ postings, after, padded = false }: TAccountsProps) {
  const currencies = useCurrencies();
  return (
    <div className={`${classes['accounts']} ${padded ? classes['padded'] : ''}`}>
      {tAccountsOf(postings, after).map((account) => (
        <table key={account.id} className={classes['account']}>
          <caption>
            <TextLink to={paths.account} params={{ accountId: account.id }}>
              {account.code}
            </TextLink>
          </caption>
          <thead>
            <tr>
              <th scope="col">Debit</th>
              <th scope="col">Credit</th>
            </tr>
          </thead>
          <tbody>
            {account.entries.map((entry) => {
              const amount = (
                <Money
                  amountE8={entry.amountE8}
                  minorUnits={minorUnitsIn(currencies, entry.currency)}
                  currency={entry.currency}
                  showCurrency
                />
              );
              return (
                <tr key={`${entry.line} ${entry.side}`}>
                  <td>{entry.side === 'debit' ? amount : null}</td>
                  <td>{entry.side === 'credit' ? amount : null}</td>
                </tr>
              );
            })}
          </tbody>
          {account.balances === null ? null : (
            <tfoot>
              {(['before', 'after'] as const).map((when) => (
                <tr key={when}>
                  <td colSpan={2}>
                    <span>
                      <span className="dimmed">{when === 'before' ? 'Before' : 'After'}</span>
                      <Money
                        amountE8={when === 'before' ? (account.balances?.beforeE8 ?? 0n) : (account.balances?.afterE8 ?? 0n)}
                        minorUnits={minorUnitsIn(currencies, account.entries[0]?.currency ?? '')}
                        currency={account.entries[0]?.currency ?? ''}
                        side
                      />
                    </span>
                  </td>
                </tr>
              ))}
            </tfoot>
          )}
        </table>
      ))}
    </div>
  );
}
