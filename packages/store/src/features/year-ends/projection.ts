import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

function projectYearEnd(tenantId: string, event: Extract<ChainedEvent, { type: 'year.closed' | 'year.reopened' }>): Statement {
  const { year_start, year_end, run } = event.payload;
  const closed = event.type === 'year.closed';
  return statement(
    `insert into year_ends (tenant_id, seq, act, year_start, year_end, run, accounts, intents, done_at, done_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10)`,
    tenantId,
    event.seq,
    closed ? 'closed' : 'reopened',
    year_start,
    year_end,
    run,
    closed ? event.payload.accounts : 0,
    canonicalize(closed ? event.payload.intent_ids.map((intent_id) => ({ intent_id })) : event.payload.intents),
    event.eventTs,
    event.actorId,
  );
}

/** Tables, and what events do to them. */
export const yearEnds = {
  tables: ['year_ends'],
  project: {
    'year.closed': projectYearEnd,
    'year.reopened': projectYearEnd,
  },
} satisfies Feature;
