// How an event stands to the one before it, as far as this page of the log can tell.
import type { LedgerEvent } from '@countinghouse/contract/features/events';

export type Link = 'first' | 'linked' | 'broken' | 'unseen';

/** Compares `prev_hash` with the hash of the event before, if that is among the given ones. */
export function linkOf(event: LedgerEvent, bySeq: ReadonlyMap<number, LedgerEvent>): Link {
  if (event.seq === 1) return /^0{64}$/.test(event.prev_hash) ? 'first' : 'broken';
  const before = bySeq.get(event.seq - 1);
  if (before === undefined) return 'unseen';
  return before.event_hash === event.prev_hash ? 'linked' : 'broken';
}
