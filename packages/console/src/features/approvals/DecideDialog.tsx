import { type Approval, approvals, COMMENT_LENGTH_MAX } from '@countinghouse/contract/features/approvals';
import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { toastError } from '../../lib/calls/toast.tsx';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { Amounts } from './Amounts.tsx';
import { decidePermission } from './words.ts';

export type Act = 'approve' | 'reject' | 'withdraw';

interface DecideDialogProps {
  readonly approval: Approval;
  readonly act: Act | null;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

const titles = { approve: 'Approve', reject: 'Reject', withdraw: 'Withdraw' } as const;
const done = { approved: 'Approved and done', pending: 'Approved; more must', rejected: 'Rejected' } as const;

/** Asks for the words of a decision, and takes it. What was seen is named by its hash. */
export function DecideDialog({ approval, act, onClose, onDecided }: DecideDialogProps) {
  const general = useWritePermission(act === 'withdraw' ? approvals.withdraw : approvals.approve);
  const currencies = useCurrencies();
  const form = useForm({
    initialValues: { words: '' },
    validate: { words: (words) => (act === 'reject' && words.trim() === '' ? 'Say why, for the person who made it.' : null) },
  });
  const decide = useAct(
    async ({ words }: { readonly words: string }) => {
      const params = { id: approval.id };
      if (act === 'withdraw') return call(approvals.withdraw, { params });
      if (act === 'reject') return call(approvals.reject, { params, body: { reason: words } });
      return call(approvals.approve, { params, body: { comment: words, payload_hash: approval.payload_hash } });
    },
    {
      said: (answer) => ('code' in answer ? null : act === 'withdraw' ? 'Withdrawn' : done[answer.approval.status]),
      touches: 'everything',
      form,
      close: onClose,
      done: (answer) => {
        onDecided();
        if ('code' in answer)
          toastError(new ApiError({ ...answer, status: 422, payload: answer }), 'Not done: a guard does not hold any more');
      },
    },
  );
  return (
    <FormModal
      opened={act !== null}
      title={act === null ? '' : titles[act]}
      submitLabel={act === null ? '' : titles[act]}
      busy={decide.isPending}
      permission={act === 'withdraw' ? general : decidePermission(approval, general)}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => decide.mutate(values))}
    >
      <Text size="sm" fw={600}>
        {wordOfSubject(approval)}: {approval.summary}
      </Text>
      {approval.amounts.length === 0 ? null : (
        <Text component="div" size="lg" fw={600}>
          <Amounts amounts={approval.amounts} currencies={currencies} />
        </Text>
      )}
      <Text size="sm">
        {act === 'approve'
          ? approval.needed - approval.approved > 1
            ? `Your approval is one of ${approval.needed}; it is done with the last.`
            : 'All guards run again, then it is done at once.'
          : act === 'reject'
            ? 'Nothing happens of what was asked for, and its idempotency key is used. The person who made it reads your reason.'
            : 'Nothing happens of what you asked for, and its idempotency key is used. To make it again, use a new one.'}
      </Text>
      {act === 'withdraw' ? null : (
        <Textarea
          label={act === 'reject' ? 'Reason' : 'Comment'}
          description={act === 'reject' ? undefined : 'Optional. It stays in the log.'}
          autosize
          minRows={2}
          maxLength={COMMENT_LENGTH_MAX}
          data-autofocus
          {...form.getInputProps('words')}
        />
      )}
    </FormModal>
  );
}
