import { expect, test } from 'vitest';
import { leavingTimes, nameOf } from './names.ts';

const removed = (user_id: string, event_ts: string) => ({
  seq: 1,
  event_type: 'member.removed' as const,
  event_ts,
  actor_id: 'o',
  payload: JSON.stringify({ user_id }),
});
const ann = { id: 'a', email: 'ann@example.test', name: 'Ann' };
const [MAY, JUNE, JULY] = ['2026-05-01T00:00:00.000000Z', '2026-06-01T00:00:00.000000Z', '2026-07-01T00:00:00.000000Z'];

test('who left and came back is a member; who left twice left at the later time', () => {
  const left = leavingTimes([removed('a', MAY), removed('b', MAY), removed('b', JULY)], new Set(['a']));
  expect([...left]).toEqual([['b', JULY]]);
});

test.each([
  ['a member', ann, null, JUNE, { name: 'Ann', state: 'member' }],
  ['who left', ann, MAY, null, { name: 'Ann', state: 'former' }],
  ['who left after the erasure', ann, JULY, JUNE, { name: 'Ann', state: 'former' }],
  ['who left before the erasure', ann, MAY, JUNE, { name: null, state: 'erased' }],
  ['whose account is gone', undefined, null, null, { name: null, state: 'erased' }],
  ['who has no name', { ...ann, name: '' }, null, null, { name: 'ann@example.test', state: 'member' }],
] as const)('%s', (_who, person, leftAt, erasedAt, expected) => {
  expect(nameOf('a', person, leftAt, erasedAt)).toEqual({ id: 'a', ...expected });
});
