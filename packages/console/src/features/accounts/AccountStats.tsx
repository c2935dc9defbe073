import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { ActionIcon, Group } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { availableE8Of } from '../../lib/values/account/available.ts';
import { sayFloor } from '../../lib/values/account/floor.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { MinorUnits } from '../../ui/money/MinorUnits.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './AccountStats.module.css';

const sideWord = { DR: 'debit', CR: 'credit' } as const;

/** Balance, what of it may be taken, and since when the account is there. */
export function AccountStats({ account, onChangeFloor }: { readonly account: AccountDetail; readonly onChangeFloor: () => void }) {
  const mayChange = useWritePermission(accounts.setFloor);
  const { balance, held, minorUnits, currency, normalBalance, created_at } = account;
  const balanceE8 = readMinorE8(balance, minorUnits);
  const availableE8 = availableE8Of(account);
  const heldE8 = readMinorE8(held, minorUnits);
  return (
    <div className={classes['stats']}>
      <StatCard
        label="Balance"
        value={<Money amountE8={balanceE8} minorUnits={minorUnits} currency={currency} showCurrency side fit />}
        note={
          <>
            <MinorUnits minor={balance} /> minor units
          </>
        }
      />
      <StatCard
        label={`Available on the ${sideWord[normalBalance]} side`}
        value={<Money amountE8={availableE8} minorUnits={minorUnits} currency={currency} showCurrency side fit />}
        note={
          <Group gap={2}>
            <span data-amount>{sayFloor(account)}</span>
            {mayChange.allowed ? (
              <ActionIcon variant="subtle" size="sm" aria-label="Change floor" onClick={onChangeFloor} className="no-print">
                <IconPencil size={13} />
              </ActionIcon>
            ) : null}
          </Group>
        }
      />
      <StatCard
        label="Held"
        value={<Money amountE8={heldE8} minorUnits={minorUnits} currency={currency} showCurrency fit />}
        note={heldE8 === 0n ? 'Nothing is reserved' : 'Reserved by open holds'}
      />
      <StatCard label="Opened" value={created_at.slice(0, 10)} note={<Timestamp at={created_at} absolute />} />
    </div>
  );
}
