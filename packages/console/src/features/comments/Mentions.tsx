import { type Comment, type CommentSubject, comments } from '@countinghouse/contract/features/comments';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './Comments.module.css';
import { CommentText } from './CommentText.tsx';

const words: Readonly<Record<CommentSubject, string>> = {
  intent: 'an intent',
  approval: 'an approval',
  exception: 'an exception',
  period: 'a period',
  task: 'a close task',
};

/** The latest comments that mention whoever is signed in, as a tile. */
export function Mentions() {
  const source = useQuery(q(comments.mentions, { query: {} }));
  return (
    <Panel title="Mentions of you">
      {source.isError ? (
        <ErrorState title="Could not load the mentions" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={44} />
      ) : source.data.comments.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nobody mentions you in a comment.
        </Text>
      ) : (
        <ul className={classes['comments']}>
          {source.data.comments.map((comment) => (
            <li key={comment.id} className={classes['comment']}>
              <div className={classes['head']}>
                <span>
                  <span className={classes['author']}>{comment.author.name}</span> on <SubjectLink comment={comment} />
                </span>
                <span className={classes['facts']}>
                  <Timestamp at={comment.written_at} />
                </span>
              </div>
              <CommentText comment={comment} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SubjectLink({ comment: { subject, subject_id: id, period_id } }: { readonly comment: Comment }) {
  const says = words[subject];
  switch (subject) {
    case 'intent':
      return (
        <TextLink inText to={paths.intent} params={{ intentId: id }}>
          {says}
        </TextLink>
      );
    case 'approval':
      return (
        <TextLink inText to={paths.approval} params={{ approvalId: id }}>
          {says}
        </TextLink>
      );
    case 'exception':
      return (
        <TextLink inText to={paths.riskRecon} search={{ view: 'rows', open: id }}>
          {says}
        </TextLink>
      );
    case 'period':
      return (
        <TextLink inText to={paths.periodClose} search={{ open: id }}>
          {says}
        </TextLink>
      );
    case 'task':
      return (
        <TextLink inText to={paths.period} params={{ periodId: period_id ?? '' }} search={{ task: id }}>
          {says}
        </TextLink>
      );
  }
}
