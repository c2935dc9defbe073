import { type Approval, approvals } from '@countinghouse/contract/features/approvals';
import { Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { type Act, DecideDialog } from './DecideDialog.tsx';
import { decidePermission } from './words.ts';

interface DecideActsProps {
  readonly approval: Approval;
  readonly onDecided?: () => void;
}

/** What can be done with what waits: decided by others, withdrawn by its maker. Nothing once it is decided. */
export function DecideActs({ approval, onDecided = () => undefined }: DecideActsProps) {
  const [act, setAct] = useState<Act | null>(null);
  const general = useWritePermission(approvals.approve);
  const withdraw = useWritePermission(approvals.withdraw);
  if (approval.status !== 'pending') return null;
  const permission = decidePermission(approval, general);
  return (
    <>
      <Group gap="xs">
        <GuardedButton permission={permission} leftSection={<IconCheck size={14} />} onClick={() => setAct('approve')}>
          Approve
        </GuardedButton>
        <GuardedButton
          permission={permission}
          variant="light"
          color="red"
          leftSection={<IconX size={14} />}
          onClick={() => setAct('reject')}
        >
          Reject
        </GuardedButton>
        {approval.barred === 'SELF_APPROVAL' ? (
          <GuardedButton permission={withdraw} variant="default" onClick={() => setAct('withdraw')}>
            Withdraw
          </GuardedButton>
        ) : null}
      </Group>
      <DecideDialog key={act ?? ''} approval={approval} act={act} onClose={() => setAct(null)} onDecided={onDecided} />
    </>
  );
}
