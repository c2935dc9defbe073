import { expect, test } from 'vitest';
import { troubleOf, witnessedBy } from './words.ts';

const three = ['a', 'b', 'c'].map((name) => ({ name }));
const anchorBy = (...names: readonly string[]) => ({
  to_seq: 1234,
  cosignatures: names.map((name) => ({ name, at: '2026-01-31T12:00:00Z' })),
});

test('only the witnesses there are count', () => {
  expect(witnessedBy(anchorBy('c', 'gone', 'a'), three)).toBe('The last anchor, over events 1 to 1,234, is witnessed by 2 of 3: a, c.');
  expect(witnessedBy(anchorBy('gone'), three)).toBe('The last anchor, over events 1 to 1,234, is witnessed by 0 of 3.');
});

test('a witness that refuses is told apart from one that is away', () => {
  expect(troubleOf({ state: 'refused', last_error: 'It has cosigned another log.' })).toBe(
    'It refuses this log. It has cosigned another log.',
  );
  expect(troubleOf({ state: 'silent', last_error: 'No answer came in time.' })).toBe('No answer came in time.');
  expect(troubleOf({ state: 'current', last_error: null })).toBeNull();
});
