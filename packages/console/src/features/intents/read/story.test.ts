import type { LedgerEvent } from '@countinghouse/contract/features/events';
import type { IntentView } from '@countinghouse/contract/features/intents';
import { expect, test } from 'vitest';
import { linkedIds, storyOf } from './story.ts';

const event = (seq: number, event_type: string, use_case = '') => ({ seq, event_type, payload: { use_case } }) as unknown as LedgerEvent;
const intent = (intent_id: string, more: Partial<IntentView>): IntentView =>
  ({ intent_id, hold: null, reverses: null, reversed_by: null, events: [], ...more }) as unknown as IntentView;

test('a captured hold tells its own events and the capture’s, oldest first, each once', () => {
  const hold = { intent_id: 'h', closed_by: 'c', captured_by: ['c'] as string[] } as IntentView['hold'];
  const placed = intent('h', { hold, events: [event(3, 'intent.executed', 'hold')] });
  const capture = intent('c', { hold, reversed_by: 'r', events: [event(7, 'intent.executed', 'capture')] });
  expect(linkedIds(placed)).toEqual(['c']);
  expect(linkedIds(capture)).toEqual(['h', 'r']);
  expect(storyOf([capture, placed, capture]).map((s) => [s.event.seq, s.word, s.intentId])).toEqual([
    [3, 'Hold placed', 'h'],
    [7, 'Captured', 'c'],
  ]);
});

test('a hold that is captured in parts tells each capture, of many the last twenty', () => {
  const captured_by = Array.from({ length: 25 }, (_, i) => `c${i}`);
  const hold = { intent_id: 'h', closed_by: 'v', captured_by } as IntentView['hold'];
  expect(linkedIds(intent('h', { hold }))).toEqual([...captured_by.slice(5), 'v']);
});

test.each([
  ['intent.executed', 'manual_post', 'Posted'],
  ['intent.executed', 'reversal', 'Reversed'],
  ['intent.executed', 'void', 'Voided'],
  ['intent.rejected', 'hold', 'Rejected'],
  ['hold.expired', '', 'Hold expired'],
  ['intent.proposed', 'manual_post', 'Held for approval'],
  ['intent.validated', 'manual_post', 'Approved'],
  ['intent.other', 'manual_post', 'intent.other'],
])('%s of %s is told as %s', (type, useCase, word) => {
  expect(storyOf([intent('i', { events: [event(1, type, useCase)] })]).map((s) => s.word)).toEqual([word]);
});
