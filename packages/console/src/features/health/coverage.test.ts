import { expect, test } from 'vitest';
import { seenBy, wholeOf } from './Coverage.tsx';

const of = (through: number, first_contradiction: number | null, events: number): string =>
  wholeOf({ coverage: { through, first_contradiction }, counts: { events, postings: 0, accounts: 0 } });

test('the log as a whole is told with both numbers', () => {
  expect(of(1234, null, 1234)).toBe('All 1,234 events agree with each other and with what was signed when they were written.');
  expect(of(9, null, 12)).toBe('Events 1 to 9 of 12 agree with each other and with what was signed; the others are not signed yet.');
  expect(of(8, 9, 12)).toBe('Events 1 to 8 agree with what was signed; the first contradiction is at event 9.');
  expect(of(0, null, 3)).toBe('Nothing of the log is signed yet.');
});

test('witnesses are named where they have seen the last anchor', () => {
  const witness = (name: string, state: 'current' | 'silent') =>
    ({ name, state, cosigned_to: 1, failing_since: null, refused_at: null, last_error: null }) as const;
  expect(seenBy([])).toBe('Nobody outside has seen it.');
  expect(seenBy([witness('a', 'silent')])).toBe('None of its witnesses has seen its last anchor.');
  expect(seenBy([witness('a', 'current'), witness('b', 'silent')])).toBe('Its last anchor was seen by a.');
});
