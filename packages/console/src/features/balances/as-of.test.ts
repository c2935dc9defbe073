import { expect, test } from 'vitest';
import { askedOf, describeAsOf, modeOf } from './as-of.ts';

test.each([
  [{}, 'now', null],
  [{ asOf: 's' }, 'snapshot', { snapshot_id: 's' }],
  [{ seq: 7 }, 'seq', { seq: 7 }],
  [{ day: '2026-01-31' }, 'day', { value_date: '2026-01-31' }],
  [{ knownAt: '2026-02-01T00:00:00Z' }, 'day', { known_at: '2026-02-01T00:00:00Z' }],
  [{ day: '2026-01-31', knownAt: '2026-02-01T00:00:00Z' }, 'day', { value_date: '2026-01-31', known_at: '2026-02-01T00:00:00Z' }],
  // An address that says too much: one position only.
  [{ asOf: 's', seq: 7, day: '2026-01-31' }, 'snapshot', { snapshot_id: 's' }],
] as const)('%j is asked as of %s', (choice, mode, asked) => {
  expect([modeOf(choice), askedOf(choice)]).toEqual([mode, asked]);
});

test('what is shown is said in a sentence', () => {
  expect(describeAsOf({}, null, 'utc')).toContain('latest events');
  expect(describeAsOf({ day: '2026-01-31', knownAt: '2026-02-01T00:00:00Z' }, { seq: 9 }, 'utc')).toBe(
    'Value dates up to 31 Jan 2026, as known at 1 Feb 2026 00:00, seq 9. Debit is positive.',
  );
  expect(describeAsOf({ knownAt: 'then' }, null, 'utc')).toBe('Every value date, as known at then. Debit is positive.');
});
