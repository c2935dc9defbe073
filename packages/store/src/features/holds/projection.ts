import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

/** A hold placed or closed by an intent. */
function projectHold(tenantId: string, { seq, eventTs }: ChainedEvent, intent: IntentExecuted): readonly Statement[] {
  const { hold, intent_id } = intent;
  if (hold === undefined) return [];
  if (hold.action !== 'place') return [close(tenantId, hold.intent_id, hold.action === 'capture' ? 'captured' : 'voided', seq, intent_id)];
  const rows = hold.rows.map((r) =>
    statement(
      `insert into hold_rows (tenant_id, intent_id, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      tenantId,
      intent_id,
      r.line,
      r.debit_account_id,
      r.credit_account_id,
      r.amount,
      r.currency,
      r.value_date,
      r.narrative,
    ),
  );
  return [
    statement(
      `insert into holds (tenant_id, intent_id, status, value_date, expires_at, placed_seq, booked_on, reporting_amount)
       values ($1, $2, 'open', $3, $4, $5, $6, $7::jsonb)`,
      tenantId,
      intent_id,
      intent.value_date,
      hold.expires_at,
      seq,
      eventTs.slice(0, 10),
      intent.reporting_amount === undefined ? null : canonicalize(intent.reporting_amount),
    ),
    ...rows,
  ];
}

const projectHoldExpired = (tenantId: string, event: Extract<ChainedEvent, { type: 'hold.expired' }>): Statement =>
  close(tenantId, event.payload.intent_id, 'expired', event.seq, null);

function close(tenantId: string, intentId: string, status: 'captured' | 'voided' | 'expired', seq: number, by: string | null): Statement {
  return statement(
    'update holds set status = $3, closed_seq = $4, closed_by = $5 where tenant_id = $1 and intent_id = $2',
    tenantId,
    intentId,
    status,
    seq,
    by,
  );
}

/** Tables, and what events do to them. */
export const holds = {
  tables: ['holds', 'hold_rows'],
  project: {
    'intent.executed': (tenantId, event) => projectHold(tenantId, event, event.payload),
    'hold.expired': projectHoldExpired,
  },
} satisfies Feature;
