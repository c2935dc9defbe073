import { auth } from '@countinghouse/contract/features/auth';
import { type Comment, comments } from '@countinghouse/contract/features/comments';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessageOf, formErrorsOf } from '../../lib/calls/api-error.ts';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './Comments.module.css';
import { CommentText } from './CommentText.tsx';
import { MentionInput } from './MentionInput.tsx';
import { toSent, toTyped } from './mentions.ts';

/** One comment; its author may change or remove it for a while. */
export function CommentLine({ comment }: { readonly comment: Comment }) {
  const me = useQuery(q(auth.session)).data?.user;
  const [editing, setEditing] = useState(false);
  const own = me?.id === comment.author.id && comment.text !== null && Date.parse(comment.fixed_at) > Date.now();
  return (
    <li className={classes['comment']} aria-label={`Comment of ${comment.author.name}`}>
      <div className={classes['head']}>
        <span className={classes['author']}>{comment.author.name}</span>
        <span className={classes['facts']}>
          <Timestamp at={comment.written_at} />
          {comment.edited_at === null || comment.text === null ? null : (
            <>
              {' '}
              · edited <Timestamp at={comment.edited_at} absolute />
            </>
          )}
        </span>
      </div>
      {editing && own ? <EditForm comment={comment} onClose={() => setEditing(false)} /> : <CommentText comment={comment} />}
      {own && !editing ? <OwnActs comment={comment} onEdit={() => setEditing(true)} /> : null}
    </li>
  );
}

function OwnActs({ comment, onEdit }: { readonly comment: Comment; readonly onEdit: () => void }) {
  const mayEdit = useWritePermission(comments.edit);
  const mayRemove = useWritePermission(comments.remove);
  const [asking, setAsking] = useState(false);
  const remove = useWrite(comments.remove, {
    input: () => ({ params: { id: comment.id } }),
    said: 'Comment removed',
    touches: [comments, events],
    close: () => setAsking(false),
  });
  return (
    <Group gap={4}>
      <GuardedButton variant="subtle" size="compact-xs" permission={mayEdit} onClick={onEdit}>
        Edit
      </GuardedButton>
      <GuardedButton variant="subtle" size="compact-xs" color="red" permission={mayRemove} onClick={() => setAsking(true)}>
        Remove
      </GuardedButton>
      <ConfirmModal
        opened={asking}
        title="Remove this comment"
        confirmLabel="Remove"
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        Its words are shown to nobody any more. That you wrote and removed a comment stays in the log.
      </ConfirmModal>
    </Group>
  );
}

function EditForm({ comment, onClose }: { readonly comment: Comment; readonly onClose: () => void }) {
  const members = useQuery(q(people.members)).data?.members ?? [];
  // What was said is put into words once: who is offered may be loaded later, and what was typed stays.
  const [typed, setTyped] = useState(() => toTyped(comment.text ?? '', members));
  const edit = useWrite(comments.edit, {
    input: () => ({ params: { id: comment.id }, body: { text: toSent(typed, members) } }),
    said: 'Comment changed',
    touches: [comments, events],
    quiet: true,
    close: onClose,
  });
  const may = typed.trim() === '' ? { allowed: false, reason: 'Write something first.' } : { allowed: true, reason: '' };
  const send = (): void => {
    if (may.allowed && !edit.isPending) edit.mutate();
  };
  return (
    <>
      <MentionInput
        label="Change the comment"
        people={members}
        value={typed}
        error={edit.isError ? (formErrorsOf(edit.error)['text'] ?? errorMessageOf(edit.error)) : undefined}
        onChange={setTyped}
        onSend={send}
      />
      <Group gap="xs" justify="flex-end">
        <Text size="xs" c="dimmed" mr="auto">
          Until <Timestamp at={comment.fixed_at} absolute />
        </Text>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <GuardedButton permission={may} loading={edit.isPending} onClick={send}>
          Save
        </GuardedButton>
      </Group>
    </>
  );
}
