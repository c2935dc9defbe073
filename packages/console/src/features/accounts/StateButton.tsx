import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';

/** Close or Re-open; where it may not be, it says why. */
export function StateButton({ account, onAsk }: { readonly account: AccountDetail; readonly onAsk: () => void }) {
  const { closed } = account;
  const may = usePostPermission(closed ? accounts.reopen : accounts.close, account.entityId);
  const empty = readMinorE8(account.balance, account.minorUnits) === 0n;
  const permission: Permission =
    may.allowed && !closed && !empty
      ? { allowed: false, reason: 'Only an account with a zero balance can be closed. Post its balance to another account first.' }
      : may;
  return (
    <GuardedButton
      permission={permission}
      variant="default"
      leftSection={closed ? <IconLockOpen size={14} /> : <IconLock size={14} />}
      onClick={onAsk}
    >
      {closed ? 'Re-open' : 'Close'}
    </GuardedButton>
  );
}
