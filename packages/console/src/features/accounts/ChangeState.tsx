import { type AccountDetail, accounts, CLOSE_REASON_LENGTH_MAX } from '@countinghouse/contract/features/accounts';
import { Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface ChangeStateProps {
  readonly account: AccountDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks before an account is closed, with a reason for the log, or taken up again. Both can be undone. */
export function ChangeState({ account: { id, code, closed }, opened, onClose }: ChangeStateProps) {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const change = useMutation({
    mutationFn: () => (closed ? call(accounts.reopen, { params: { id } }) : call(accounts.close, { params: { id }, body: { reason } })),
    onSuccess: async () => {
      toastSuccess(closed ? 'Account re-opened' : 'Account closed');
      setReason('');
      onClose();
      await Promise.all([keys.accounts, keys.balances, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
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
