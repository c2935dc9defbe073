import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { IconLock, IconLockOpen, IconPercentage } from '@tabler/icons-react';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { RowMenu } from '../../ui/list/RowMenu.tsx';

const anybody: Permission = { allowed: true, reason: '' };

interface AccountActsProps {
  readonly account: AccountDetail;
  readonly onInterest: () => void;
  readonly onChangeState: () => void;
}

/** Its interest, and closing it or taking it up again; where it may not be, it says why. */
export function AccountActs({ account, onInterest, onChangeState }: AccountActsProps) {
  const { code, closed, entityId, balance, minorUnits } = account;
  const may = usePostPermission(closed ? accounts.reopen : accounts.close, entityId);
  const isEmpty = readMinorE8(balance, minorUnits) === 0n;
  const permission: Permission =
    may.allowed && !closed && !isEmpty
      ? { allowed: false, reason: 'Only an account with a zero balance can be closed. Post its balance to another account first.' }
      : may;
  return (
    <RowMenu
      of={code}
      acts={[
        { label: 'Interest', icon: IconPercentage, permission: anybody, run: onInterest },
        {
          label: closed ? 'Re-open account' : 'Close account',
          icon: closed ? IconLockOpen : IconLock,
          permission,
          ends: !closed,
          run: onChangeState,
        },
      ]}
    />
  );
}
