// The log says which anchors it has, so that none can be taken away. It changes nothing of the books: also a read-only organisation, and one
// that is archived, has its anchors recorded.

import { append, type Decision, refuse } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import type { RecordAnchors } from './commands.ts';

/** Refuses, first match wins: NOT_FOUND, FORBIDDEN (only the system records anchors). What is recorded already is not recorded again. */
export function decideRecordAnchors(state: TenantState, { actor, record }: RecordAnchors): Decision {
  if (state.name === null) return refuse('NOT_FOUND');
  if (actor.kind !== 'system') return refuse('FORBIDDEN');
  if (record.to_seq > state.head.seq) throw new Error('an anchor covers only what is in the log');
  return record.to_seq > state.anchorsRecordedTo ? append({ type: 'log.anchored', payload: record }) : append();
}
