import { Paper } from '@mantine/core';
import { WaitingBox } from '../features/approvals/WaitingBox.tsx';
import { Attachments } from '../features/attachments/Attachments.tsx';
import { IntentPage } from '../features/intents/IntentPage.tsx';

/** The page of an intent, with its files, and with what it waits for. */
export function IntentWithFiles() {
  return (
    <IntentPage
      waitsOf={(id) => <WaitingBox key={id} id={id} />}
      filesOf={(intentId) => (
        <Paper p="sm" px="md">
          <Attachments key={intentId} intentId={intentId} />
        </Paper>
      )}
    />
  );
}
