import { type CommentSubject, comments } from '@countinghouse/contract/features/comments';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { Group } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf, formErrorsOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { newId } from '../../lib/values/text/ids.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { MentionInput } from './MentionInput.tsx';
import { toSent } from './mentions.ts';

/** Where a new comment is written. Its id is made before it is sent: sending it again writes nothing twice. */
export function CommentForm({ subject, subjectId }: { readonly subject: CommentSubject; readonly subjectId: string }) {
  const permission = useWritePermission(comments.add);
  const members = useQuery(q(people.members)).data?.members ?? [];
  const [typed, setTyped] = useState('');
  const [id, setId] = useState(newId);
  const add = useWrite(comments.add, {
    input: () => ({ body: { id, subject, subject_id: subjectId, text: toSent(typed, members) } }),
    touches: [comments, events],
    quiet: true,
    done: () => {
      setTyped('');
      setId(newId());
    },
  });
  const may = permission.allowed && typed.trim() === '' ? { allowed: false, reason: 'Write something first.' } : permission;
  const send = (): void => {
    if (may.allowed && !add.isPending) add.mutate();
  };
  return (
    <>
      <MentionInput
        label="New comment"
        people={members}
        value={typed}
        disabled={!permission.allowed}
        error={add.isError ? (formErrorsOf(add.error)['text'] ?? errorMessageOf(add.error)) : undefined}
        onChange={setTyped}
        onSend={send}
      />
      <Group justify="flex-end">
        <GuardedButton permission={may} loading={add.isPending} leftSection={<IconMessage size={14} />} onClick={send}>
          Comment
        </GuardedButton>
      </Group>
    </>
  );
}
