import { type AccountDetail, accounts, CLOSE_REASON_LENGTH_MAX } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../lib/calls/client.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface ChangeStateProps {
  readonly account: AccountDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before an account is closed, with a reason for the log, or taken up again. Both can be undone. */
export function ChangeState({ account: { id, code, closed }, opened, onClose }: ChangeStateProps) {
  const [reason, setReason] = useState('');
  const change = useAct(
    () => (closed ? call(accounts.reopen, { params: { id } }) : call(accounts.close, { params: { id }, body: { reason } })),
    {
      said: () => (closed ? 'Account re-opened' : 'Account closed'),
      touches: [accounts, balances, events],
      close: onClose,
      done: () => setReason(''),
    },
  );
  return (
    <FormModal
      opened={opened}
      title={`${closed ? 'Re-open' : 'Close'} ${code}?`}
      submitLabel={closed ? 'Re-open account' : 'Close account'}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Text size="sm">
        {closed
          ? 'It takes postings again. Its statement goes on where it stood.'
          : 'It takes no postings until it is re-opened. Its statement stays readable. You can undo this.'}
      </Text>
      {closed ? null : (
        <Textarea
          label="Reason"
          description="Optional; it stays in the log"
          data-autofocus
          autosize
          minRows={2}
          maxLength={CLOSE_REASON_LENGTH_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </FormModal>
  );
}
