import { Paper } from '@mantine/core';
import { ApprovalPage } from '../features/approvals/ApprovalPage.tsx';
import { Comments } from '../features/comments/Comments.tsx';

/** The page of an approval, with what people say about it. */
export function ApprovalWithComments() {
  return (
    <ApprovalPage
      commentsOf={(id) => (
        <Paper p="sm" px="md">
          <Comments key={id} subject="approval" subjectId={id} />
        </Paper>
      )}
    />
  );
}
