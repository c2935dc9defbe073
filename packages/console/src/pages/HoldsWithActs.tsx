import { HoldsPage } from '../features/holds/HoldsPage.tsx';
import { HoldActs } from '../features/intents/read/IntentActs.tsx';

/** The list of holds; what is done with one is an intent. */
export function HoldsWithActs() {
  return <HoldsPage actsOf={(hold) => <HoldActs hold={hold} />} />;
}
