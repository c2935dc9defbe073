// The state of an intent as the log shows it (specification §4): from the event's type, else what the event says of it.
import type { IntentStatus, LedgerEvent } from '@countinghouse/contract/features/events';

const byType: readonly (readonly [RegExp, IntentStatus])[] = [
  [/rejected|failed/i, 'rejected'],
  [/executed/i, 'executed'],
  [/validated/i, 'validated'],
  [/proposed/i, 'proposed'],
];

export const statusOfEvent = (event: Pick<LedgerEvent, 'event_type' | 'name' | 'intent_status'>): IntentStatus =>
  byType.find(([pattern]) => pattern.test(event.event_type || event.name))?.[1] ?? event.intent_status ?? 'unknown';
