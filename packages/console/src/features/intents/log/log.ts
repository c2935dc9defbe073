// The log of intents: what it reads, and how it is filtered. It looks for a session first and refuses without one; whatever
// goes wrong, the next call makes sure of the organisation anew (specification §6, §8).

import { auth } from '@countinghouse/contract/features/auth';
import { events, INTENT_LOG_SIZE, type IntentStatus, type LedgerEvent } from '@countinghouse/contract/features/events';
import { queryOptions } from '@tanstack/react-query';
import { call, refuseUnauthenticated, tenantGuard } from '../../../lib/calls/client.ts';
import { given, q } from '../../../lib/calls/query.ts';
import { type IntentPayload, payloadOf, reasonOf, rowsOf } from '../payload.ts';
import { statusOfEvent } from '../status.ts';
import { type CodeOf, routeOf, titleOf } from './words.ts';

/** A page of the log: the newest decisions, or those before a seq. */
export function intentLogQuery(before: number | undefined) {
  const query = { limit: INTENT_LOG_SIZE, type: 'intent.', ...given({ before }) };
  return queryOptions({
    queryKey: q(events.list, { query }).queryKey,
    queryFn: async ({ signal, client }) => {
      try {
        const session = await client.ensureQueryData(q(auth.session));
        if (session.user === null) refuseUnauthenticated();
        return await call(events.list, { query }, { signal });
      } catch (error) {
        tenantGuard.reset();
        throw error;
      }
    },
  });
}

export interface LogRow {
  readonly event: LedgerEvent;
  readonly payload: IntentPayload;
  readonly intentId: string;
  readonly status: IntentStatus;
  readonly reason: string;
}

export function logRowOf(event: LedgerEvent): LogRow {
  const payload = payloadOf(event);
  return { event, payload, intentId: payload.intent_id ?? '', status: statusOfEvent(event), reason: reasonOf(payload) };
}

/** Whether a row says a word anywhere a person would look for it. */
export function mentions(row: LogRow, word: string, codeOf: CodeOf): boolean {
  const { event, payload } = row;
  const route = routeOf(payload, codeOf);
  const texts = [
    titleOf(payload, codeOf),
    route?.debit,
    route?.credit,
    row.intentId,
    row.status,
    row.reason,
    event.event_type,
    event.actor_id,
    event.event_hash,
    String(event.seq),
    payload.use_case,
    payload.value_date,
    ...rowsOf(payload).flatMap((r) => [r.narrative, r.currency, r.amount]),
  ];
  return texts.join(' ').toLowerCase().includes(word.trim().toLowerCase());
}
