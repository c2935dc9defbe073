import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import { type Statement, statement } from '../../sql/statement.ts';

/** That an intent took another back. */
export function projectReversal(tenantId: string, seq: number, intent: IntentExecuted): readonly Statement[] {
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
