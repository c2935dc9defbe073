import { expect, test } from 'vitest';
import { statusOf } from './status.ts';

test('what waits for a person has the colour of what asks for one, and what is merely under way has not', () => {
  expect(new Set((['proposed', 'pending', 'held', 'due', 'unmatched'] as const).map((status) => statusOf(status).color))).toEqual(
    new Set(['orange']),
  );
  expect(new Set((['open', 'closing', 'fx', 'control'] as const).map((status) => statusOf(status).color))).toEqual(new Set(['blue']));
});
