import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { expect, test } from 'vitest';
import { linkOf } from './chain.ts';

const event = (seq: number, prev_hash: string, event_hash: string) => ({ seq, prev_hash, event_hash }) as LedgerEvent;
const bySeq = (...events: LedgerEvent[]) => new Map(events.map((e) => [e.seq, e]));
const genesis = '0'.repeat(64);

test('an event is linked when its prev_hash is the hash of the one before', () => {
  expect(linkOf(event(2, 'h1', 'h2'), bySeq(event(1, genesis, 'h1')))).toBe('linked');
  expect(linkOf(event(2, 'other', 'h2'), bySeq(event(1, genesis, 'h1')))).toBe('broken');
});

test('an event whose predecessor is not on the page is not judged', () => {
  expect(linkOf(event(7, 'h', 'x'), bySeq(event(5, 'a', 'b')))).toBe('unseen');
});

test('the first event hangs on 64 zeros', () => {
  expect(linkOf(event(1, genesis, 'h1'), bySeq())).toBe('first');
  expect(linkOf(event(1, 'h0', 'h1'), bySeq())).toBe('broken');
});
