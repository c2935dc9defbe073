import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

/** That an intent took another back. */
function projectReversal(tenantId: string, seq: number, intent: IntentExecuted): readonly Statement[] {
  if (intent.reverses === undefined) return [];
  return [
    statement(
      'insert into reversals (tenant_id, intent_id, reversed_by, seq) values ($1, $2, $3, $4)',
      tenantId,
      intent.reverses.intent_id,
      intent.intent_id,
      seq,
    ),
  ];
}

/** Tables, and what events do to them. */
export const intents = {
  tables: ['reversals'],
  project: {
    'intent.executed': (tenantId, event) => projectReversal(tenantId, event.seq, event.payload),
  },
} satisfies Feature;
