import { Attachments } from '../features/attachments/Attachments.tsx';
import { IntentsPage } from '../features/intents/log/IntentsPage.tsx';

/** The log of intents, the open one with its files. */
export function IntentsLogPage() {
  return <IntentsPage filesOf={(intentId) => <Attachments key={intentId} intentId={intentId} />} />;
}
