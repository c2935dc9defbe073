import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { minorToE8 } from '../../lib/money.ts';
import { Money } from '../../ui/Money.tsx';
import { StatCard } from '../../ui/StatCard.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import classes from './AccountStats.module.css';

const sideWord = { DR: 'debit', CR: 'credit' } as const;

/** Balance, what of it may be taken, and since when the account is there. */
export function AccountStats({ account }: { readonly account: AccountDetail }) {
  const { balance, minorUnits, currency, normalBalance, floor, created_at } = account;
  const balanceE8 = minorToE8(balance, minorUnits) ?? 0n;
  const onNormalSideE8 = normalBalance === 'DR' ? balanceE8 : -balanceE8;
  return (
    <div className={classes['stats']}>
      <StatCard
        label="Balance"
        value={<Money amountE8={balanceE8} minorUnits={minorUnits} currency={currency} showCurrency side />}
        note={`${balance} minor units`}
      />
      <StatCard
        label={`Available on the ${sideWord[normalBalance]} side`}
        value={<Money amountE8={onNormalSideE8} minorUnits={minorUnits} currency={currency} showCurrency />}
        note={floor === 'zero' ? 'Floor zero: it may not be overdrawn' : 'No floor: it may be overdrawn'}
      />
      <StatCard
        label="Normal side"
        value={normalBalance === 'DR' ? 'Debit' : 'Credit'}
        note={`It grows on the ${sideWord[normalBalance]} side`}
      />
      <StatCard label="Opened" value={created_at.slice(0, 10)} note={<Timestamp at={created_at} absolute />} />
    </div>
  );
}
