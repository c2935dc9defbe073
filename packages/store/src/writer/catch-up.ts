// Brings a state that nobody decides on to where the log is now: another server may have gone on with it meanwhile.

import { hash } from 'node:crypto';
import { checkLink, type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import { evolve } from '@countinghouse/kernel/ledger';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { formatInstant } from '@countinghouse/kernel/time/instant';
import type pg from 'pg';
import { chainedEventOf, type LoggedEvent } from '../chained-event.ts';
import type { RecentDecisions } from './recent-decisions.ts';

/** Beyond this, loading is as fast. */
const EVENTS_MAX = 20_000;

/**
 * Applies the events after the state's head, and remembers what they decided. Answers false, and the state is to be thrown away, where the log is not the one it
 * stands on, or has gone on by more than 20,000 events.
 */
export async function catchUp(pool: pg.Pool, state: TenantState, priors: RecentDecisions): Promise<boolean> {
  const { tenantId, head } = state;
  const found = await pool.query<LoggedEvent>(
    `select tenant_id, seq, event_id, event_type, event_ts, actor_id, idem_key, intent_id, payload, payload_hash, prev_hash, event_hash, signature, hash_version
     from events where tenant_id = $1 and seq >= $2 order by seq limit $3`,
    [tenantId, head.seq, EVENTS_MAX + 2],
  );
  const events = [...found.rows];
  if (head.seq > 0 && events.shift()?.event_hash !== head.hash) return false;
  if (events.length > EVENTS_MAX) return false;
  let at: Position = head.seq === 0 ? startOfChain : { seq: head.seq, hash: head.hash, ts: formatInstant(head.tsUs) };
  for (const stored of events) {
    if (checkLink((text) => hash('sha256', text), at, stored) !== null) return false;
    const event = inIntent(chainedEventOf(stored), stored);
    evolve(state, event);
    priors.rememberEvent(event);
    at = { seq: stored.seq, hash: stored.event_hash, ts: stored.event_ts };
  }
  return true;
}

const inIntent = (event: ChainedEvent, { idem_key, intent_id }: LoggedEvent): ChainedEvent => ({
  ...event,
  ...(idem_key === null ? {} : { idemKey: idem_key }),
  ...(intent_id === null ? {} : { intentId: intent_id }),
});
