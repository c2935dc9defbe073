// The story of an intent: its own events, and those of the intents it is linked with, in the order of the log.
import type { LedgerEvent } from '@countinghouse/contract/features/events';
import type { IntentView } from '@countinghouse/contract/features/intents';
import { payloadOf } from '../../../lib/values/intent/payload.ts';

export interface Step {
  readonly event: LedgerEvent;
  /** What happened, in one word or two. */
  readonly word: string;
  readonly intentId: string;
}

const words: ReadonlyMap<string, string> = new Map([
  ['hold', 'Hold placed'],
  ['capture', 'Captured'],
  ['void', 'Voided'],
  ['reversal', 'Reversed'],
]);

/** How what was held back ended without being posted. */
const ends: ReadonlyMap<string, string> = new Map([
  ['WITHDRAWN', 'Withdrawn'],
  ['EXPIRED', 'Not decided in time'],
]);

function wordOf(event: LedgerEvent): string {
  if (event.event_type === 'hold.expired') return 'Hold expired';
  if (event.event_type === 'intent.proposed') return 'Held for approval';
  if (event.event_type === 'intent.validated') return 'Approved';
  if (/rejected|failed/.test(event.event_type)) return ends.get(payloadOf(event).error_code ?? '') ?? 'Rejected';
  if (event.event_type === 'intent.executed') return words.get(payloadOf(event).use_case ?? '') ?? 'Posted';
  return event.event_type;
}

/** Of a hold that is captured in many parts, the last so many are told. */
const CAPTURES_TOLD_MAX = 20;

/** The intents that an intent names or is named by: its hold, what captured or voided that, what it takes back, what took it back. */
export const linkedIds = ({ intent_id, hold, reverses, reversed_by }: IntentView): readonly string[] =>
  [...new Set([hold?.intent_id, ...(hold?.captured_by ?? []).slice(-CAPTURES_TOLD_MAX), hold?.closed_by, reverses, reversed_by])].flatMap(
    (id) => (id === null || id === undefined || id === intent_id ? [] : [id]),
  );

/** Every event of these intents once, oldest first. */
export function storyOf(intents: readonly IntentView[]): readonly Step[] {
  const steps = new Map<number, Step>();
  for (const intent of intents)
    for (const event of intent.events) steps.set(event.seq, { event, word: wordOf(event), intentId: intent.intent_id });
  return [...steps.values()].sort((a, b) => a.event.seq - b.event.seq);
}
