import { APPROVALS_LIST_MAX, type Approval, approvals, COMMENT_LENGTH_MAX } from '@countinghouse/contract/features/approvals';
import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import classes from './DecideMany.module.css';

type Act = 'approve' | 'reject';

interface DecideManyProps {
  /** Approvals that were chosen; those that are not pending, or not for the person to decide, are left out. */
  readonly ids: readonly string[];
  readonly onDecided: () => void;
}

const counted = (n: number): string => `${n} ${n === 1 ? 'approval' : 'approvals'}`;

/** Approves or rejects several at once, each by the hash of what was seen; one that is refused does not stop the rest. */
export function DecideMany({ ids, onDecided }: DecideManyProps) {
  const [act, setAct] = useState<Act | null>(null);
  const general = useWritePermission(approvals.approve);
  const pending = useQuery({
    ...q(approvals.list, { query: { status: 'pending', limit: APPROVALS_LIST_MAX } }),
    enabled: ids.length > 0,
  }).data?.approvals;
  const mine = (pending ?? []).filter((a) => ids.includes(a.id) && a.barred === null);
  const permission =
    !general.allowed || mine.length > 0 ? general : { allowed: false, reason: 'None of the chosen waits for you to decide it.' };
  return (
    <>
      <GuardedButton permission={permission} leftSection={<IconCheck size={14} />} onClick={() => setAct('approve')}>
        {mine.length === 0 ? 'Approve' : `Approve ${mine.length}`}
      </GuardedButton>
      <GuardedButton variant="default" permission={permission} onClick={() => setAct('reject')}>
        Reject…
      </GuardedButton>
      {act === null ? null : <DecideManyDialog act={act} chosen={mine} onClose={() => setAct(null)} onDecided={onDecided} />}
    </>
  );
}

interface DialogProps {
  readonly act: Act;
  readonly chosen: readonly Approval[];
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

function DecideManyDialog({ act, chosen, onClose, onDecided }: DialogProps) {
  const [refused, setRefused] = useState<readonly { readonly approval: Approval; readonly why: string }[]>([]);
  const form = useForm({
    initialValues: { words: '' },
    validate: { words: (words) => (act === 'reject' && words.trim() === '' ? 'Say why, for the people who made them.' : null) },
  });
  const decide = useAct(
    async ({ words }: { readonly words: string }) => {
      const faults: { approval: Approval; why: string }[] = [];
      // One after the other: a limit that the first uses up refuses the second.
      for (const approval of chosen) {
        const params = { id: approval.id };
        try {
          const answer =
            act === 'reject'
              ? await call(approvals.reject, { params, body: { reason: words } })
              : await call(approvals.approve, { params, body: { comment: words, payload_hash: approval.payload_hash } });
          if ('code' in answer) faults.push({ approval, why: answer.message });
        } catch (error) {
          faults.push({ approval, why: errorMessageOf(error) });
        }
      }
      return faults;
    },
    {
      said: (faults) =>
        faults.length === chosen.length ? null : `${counted(chosen.length - faults.length)} ${act === 'reject' ? 'rejected' : 'given'}`,
      touches: 'everything',
      done: (faults) => {
        setRefused(faults);
        onDecided();
        if (faults.length === 0) onClose();
      },
    },
  );
  return (
    <FormModal
      opened
      title={act === 'approve' ? `Approve ${chosen.length}` : `Reject ${chosen.length}`}
      submitLabel={act === 'approve' ? `Approve ${chosen.length}` : `Reject ${chosen.length}`}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => decide.mutate(values))}
    >
      <ul className={classes['chosen']} aria-label="What is decided">
        {chosen.map((a) => (
          <li key={a.id}>
            {wordOfSubject(a)}: {a.summary}
          </li>
        ))}
      </ul>
      <Text size="sm">
        {act === 'approve'
          ? 'All guards run again for each, then it is done at once, or with the last approval it needs.'
          : 'Nothing happens of what was asked for. The people who made it read your reason.'}
      </Text>
      <Textarea
        label={act === 'reject' ? 'Reason' : 'Comment'}
        description={act === 'reject' ? undefined : 'Optional. It stays in the log.'}
        autosize
        minRows={2}
        maxLength={COMMENT_LENGTH_MAX}
        data-autofocus
        {...form.getInputProps('words')}
      />
      {refused.length === 0 ? null : (
        <ul className={classes['refused']} role="alert">
          {refused.map(({ approval, why }) => (
            <li key={approval.id}>
              {approval.summary}: {why}
            </li>
          ))}
        </ul>
      )}
    </FormModal>
  );
}
