import { Attachments } from '../features/attachments/Attachments.tsx';
import { IntentPage } from '../features/intents/IntentPage.tsx';
import { Panel } from '../ui/Panel.tsx';

/** The page of an intent, with its files. */
export function IntentWithFiles() {
  return (
    <IntentPage
      filesOf={(intentId) => (
        <Panel title="Attachments">
          <Attachments key={intentId} intentId={intentId} />
        </Panel>
      )}
    />
  );
}
