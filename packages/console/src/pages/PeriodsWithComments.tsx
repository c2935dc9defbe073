import { Comments } from '../features/comments/Comments.tsx';
import { PeriodsPage } from '../features/periods/PeriodsPage.tsx';

/** The periods, the open one with what people say about it. */
export function PeriodsWithComments() {
  return <PeriodsPage commentsOf={(id) => <Comments key={id} subject="period" subjectId={id} />} />;
}
