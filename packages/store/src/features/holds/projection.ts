import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { RestOfRow } from '@countinghouse/kernel/holds/state';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

/** A hold placed, captured or voided by an intent. */
function projectHold(tenantId: string, { seq, eventTs }: ChainedEvent, intent: IntentExecuted): readonly Statement[] {
  const { hold, intent_id } = intent;
  if (hold === undefined) return [];
  if (hold.action === 'void') return [close(tenantId, hold.intent_id, 'voided', seq, intent_id)];
  if (hold.action === 'capture')
    return [
      statement(
        'insert into hold_captures (tenant_id, seq, intent_id, captured_by) values ($1, $2, $3, $4)',
        tenantId,
        seq,
        hold.intent_id,
        intent_id,
      ),
      hold.rest === undefined ? close(tenantId, hold.intent_id, 'captured', seq, intent_id) : keepRest(tenantId, hold.intent_id, hold.rest),
    ];
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

const keepRest = (tenantId: string, intentId: string, rest: readonly RestOfRow[]): Statement =>
  statement(
    `update hold_rows r set captured = r.amount - coalesce(
       (select left_over.amount from jsonb_to_recordset($3::jsonb) as left_over(line smallint, amount numeric) where left_over.line = r.line), 0)
     where tenant_id = $1 and intent_id = $2`,
    tenantId,
    intentId,
    canonicalize(rest),
  );

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
  tables: ['holds', 'hold_rows', 'hold_captures'],
  project: {
    'intent.executed': (tenantId, event) => projectHold(tenantId, event, event.payload),
    'hold.expired': projectHoldExpired,
  },
} satisfies Feature;
