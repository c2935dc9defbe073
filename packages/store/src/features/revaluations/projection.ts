import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

function projectRevaluation(tenantId: string, event: Extract<ChainedEvent, { type: 'period.revalued' }>): Statement {
  const { id, run, valuation_snapshot_id, snapshot_kind, known_at_seq, accounts } = event.payload;
  return statement(
    `insert into revaluations (tenant_id, period_id, run, seq, valuation_snapshot_id, snapshot_kind, known_at_seq, accounts, posted_at, posted_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    tenantId,
    id,
    run,
    event.seq,
    valuation_snapshot_id,
    snapshot_kind,
    known_at_seq,
    accounts,
    event.eventTs,
    event.actorId,
  );
}

/** The figures of an intent that revalues; none of any other. */
function projectRevaluationLines(tenantId: string, { intent_id, revaluation }: IntentExecuted): readonly Statement[] {
  if (revaluation === undefined || revaluation.lines.length === 0) return [];
  const { period_id, run, lines, rates } = revaluation;
  return [
    statement(
      `insert into revaluation_lines (tenant_id, period_id, account_id, run, intent_id, currency, base_currency, balance, carrying, valued,
         difference, posted, rate, derived, via, legs, adjustment_account_id, unrealised_account_id)
       select $1::uuid, $2::uuid, l.account_id, $3, $4, l.currency, l.base_currency, l.balance, l.carrying, l.valued, l.difference, l.posted,
         r.rate, r.derived, r.via, r.legs, l.adjustment_account_id, l.unrealised_account_id
       from jsonb_to_recordset($5::jsonb) l (account_id uuid, currency text, base_currency text, balance numeric, carrying numeric,
         valued numeric, difference numeric, posted numeric, adjustment_account_id uuid, unrealised_account_id uuid)
       join jsonb_to_recordset($6::jsonb) r (currency text, base_currency text, rate text, derived text, via text, legs jsonb)
         on r.currency = l.currency and r.base_currency = l.base_currency`,
      tenantId,
      period_id,
      run,
      intent_id,
      canonicalize(lines),
      canonicalize(rates),
    ),
  ];
}

/** Tables, and what events do to them. */
export const revaluations = {
  tables: ['revaluations', 'revaluation_lines'],
  project: {
    'intent.executed': (tenantId, event) => projectRevaluationLines(tenantId, event.payload),
    'period.revalued': projectRevaluation,
  },
} satisfies Feature;
