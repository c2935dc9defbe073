import { Comments } from '../features/comments/Comments.tsx';
import { RiskReconPage } from '../features/recon/RiskReconPage.tsx';

/** The reconciliation, an exception with what people say about it. */
export function ReconWithComments() {
  return <RiskReconPage commentsOf={(rowId) => <Comments key={rowId} subject="exception" subjectId={rowId} />} />;
}
