import { Paper } from '@mantine/core';
import { EventProof } from '../features/anchors/EventProof.tsx';
import { WaitingBox } from '../features/approvals/WaitingBox.tsx';
import { Attachments } from '../features/attachments/Attachments.tsx';
import { Comments } from '../features/comments/Comments.tsx';
import { IntentEvidence } from '../features/evidence/IntentEvidence.tsx';
import { IntentPage } from '../features/intents/read/IntentPage.tsx';
import { MetadataSection } from '../features/metadata/MetadataSection.tsx';

/** The page of an intent, with its metadata, its files, what people say about it, its evidence, its proof, and with what it waits for. */
export function IntentWithFiles() {
  return (
    <IntentPage
      proofOf={(seq, intentId) => <EventProof key={seq} seq={seq} intentId={intentId} />}
      waitsOf={(id) => <WaitingBox key={id} id={id} />}
      filesOf={(intentId) => (
        <>
          <Paper p="sm" px="md">
            <MetadataSection key={`metadata ${intentId}`} of={{ is: 'intent', id: intentId }} />
          </Paper>
          <Paper p="sm" px="md">
            <Attachments key={intentId} of={{ is: 'intent', id: intentId }} />
          </Paper>
          <Paper p="sm" px="md">
            <Comments key={`comments ${intentId}`} subject="intent" subjectId={intentId} />
          </Paper>
          <IntentEvidence key={`evidence ${intentId}`} intentId={intentId} />
        </>
      )}
    />
  );
}
