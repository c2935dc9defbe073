import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { REPLICA_AGE_HEADER } from '@countinghouse/contract/headers';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noteAnswer, useReplicaAge } from './replica-age.ts';

const from = (age: string | null) => ({ headers: new Headers(age === null ? {} : { [REPLICA_AGE_HEADER]: age }) });

test('what a replica shows is called old from five seconds on, until an answer says otherwise', () => {
  const { result } = renderHook(() => useReplicaAge());
  const note = (...answer: Parameters<typeof noteAnswer>): number | null => {
    act(() => noteAnswer(...answer));
    return result.current;
  };
  expect(note(events.list, from('0.2'))).toBe(null);
  expect(note(events.list, from('12.4'))).toBe(12);
  // What never comes from a replica says nothing of it.
  expect(note(balances.get, from(null))).toBe(12);
  expect(note(events.list, from(null))).toBe(null);
  expect(note(events.list, from('7'))).toBe(7);
  expect(note(balances.get, from('1'))).toBe(null);
});
