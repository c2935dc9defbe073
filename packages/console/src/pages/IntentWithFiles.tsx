import { Paper } from '@mantine/core';
import { Attachments } from '../features/attachments/Attachments.tsx';
import { IntentPage } from '../features/intents/IntentPage.tsx';

/** The page of an intent, with its files. */
export function IntentWithFiles() {
  return (
    <IntentPage
      filesOf={(intentId) => (
        <Paper p="sm" px="md">
          <Attachments key={intentId} intentId={intentId} />
        </Paper>
      )}
    />
  );
}
