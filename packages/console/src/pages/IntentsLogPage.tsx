import { DecideMany } from '../features/approvals/DecideMany.tsx';
import { Attachments } from '../features/attachments/Attachments.tsx';
import { Comments } from '../features/comments/Comments.tsx';
import { IntentsPage } from '../features/intents/log/IntentsPage.tsx';
import { MetadataSection } from '../features/metadata/MetadataSection.tsx';

/** The log of intents, the open one with its metadata, its files and what people say of it; those that wait can be decided together. */
export function IntentsLogPage() {
  return (
    <IntentsPage
      filesOf={(intentId) => (
        <>
          <MetadataSection key={`metadata ${intentId}`} of={{ is: 'intent', id: intentId }} />
          <Comments key={`comments ${intentId}`} subject="intent" subjectId={intentId} />
          <Attachments key={intentId} of={{ is: 'intent', id: intentId }} />
        </>
      )}
      actsOf={(chosen, clear) => <DecideMany ids={chosen.flatMap((i) => i.approval_id ?? [])} onDecided={clear} />}
    />
  );
}
