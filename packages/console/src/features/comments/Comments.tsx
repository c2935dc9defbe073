import { type CommentSubject, comments } from '@countinghouse/contract/features/comments';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { given, q } from '../../lib/calls/query.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { CommentForm } from './CommentForm.tsx';
import { CommentLine } from './CommentLine.tsx';
import classes from './Comments.module.css';

interface CommentsProps {
  readonly subject: CommentSubject;
  readonly subjectId: string;
}

/** What people say about a thing, oldest first, and where more is written. To be keyed by the thing. */
export function Comments({ subject, subjectId }: CommentsProps) {
  const [before, setBefore] = useState<number>();
  const source = useQuery(q(comments.list, { query: { subject, subject_id: subjectId, ...given({ before }) } }));
  const earlier = source.data?.before ?? null;
  return (
    <Stack gap={8} component="section" aria-label="Comments">
      <Group justify="space-between">
        <Title order={3} size="xs" c="dimmed">
          Comments
        </Title>
        {earlier === null ? null : (
          <Button variant="subtle" size="compact-xs" onClick={() => setBefore(earlier)}>
            Earlier comments
          </Button>
        )}
      </Group>
      {source.isError ? (
        <ErrorState title="Could not load the comments" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={44} />
      ) : source.data.comments.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody said anything yet.
        </Text>
      ) : (
        <ul className={classes['comments']}>
          {source.data.comments.map((comment) => (
            <CommentLine key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      {before === undefined ? (
        <CommentForm subject={subject} subjectId={subjectId} />
      ) : (
        <Group justify="flex-end">
          <Button variant="default" size="compact-xs" onClick={() => setBefore(undefined)}>
            Latest comments
          </Button>
        </Group>
      )}
    </Stack>
  );
}
