import { expect, test } from 'vitest';
import { statusOfEvent } from './status.ts';

test.each([
  ['intent.proposed', null, 'proposed'],
  ['intent.validated', null, 'validated'],
  ['intent.executed', 'rejected', 'executed'],
  ['intent.rejected', null, 'rejected'],
  ['intent.failed', 'executed', 'rejected'],
  ['intent.noted', 'executed', 'executed'],
  ['intent.noted', null, 'unknown'],
] as const)('%s with %s is %s', (event_type, intent_status, status) => {
  expect(statusOfEvent({ event_type, name: event_type, intent_status })).toBe(status);
});
