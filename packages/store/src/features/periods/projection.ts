import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'period.closing' | 'period.locked' | 'period.published' | 'period.reopened' }>;

function projectPeriods(tenantId: string, event: Event): readonly Statement[] {
  const { id, period_code, period_start, period_end, evidence_ref } = event.payload;
  switch (event.type) {
    case 'period.closing':
      return [
        statement(
          `insert into periods (tenant_id, id, period_code, period_start, period_end, status, valuation_snapshot_id, snapshot_kind,
             started_at, started_by, started_seq, start_evidence_ref)
           values ($1, $2, $3, $4, $5, 'closing', $6, $7, $8, $9, $10, $11)`,
          tenantId,
          id,
          period_code,
          period_start,
          period_end,
          event.payload.valuation_snapshot_id,
          event.payload.snapshot_kind,
          event.eventTs,
          event.actorId,
          event.seq,
          evidence_ref,
        ),
      ];
    case 'period.locked': {
      const { adjusting_event, trial_balance } = event.payload;
      return [
        statement(
          `update periods set status = 'locked', locked_at = $3, locked_by = $4, locked_seq = $5, lock_evidence_ref = $6,
             adjustments_snapshot_id = $7, adjustments_snapshot_kind = $8, adjusting_event_id = $9, adjusting_event_seq = $10,
             trial_balance_sha256 = $11, accounts_count = $12, accounts_sha256 = $13
           where tenant_id = $1 and id = $2`,
          tenantId,
          id,
          event.eventTs,
          event.actorId,
          event.seq,
          evidence_ref,
          event.payload.adjustments_snapshot_id,
          event.payload.adjustments_snapshot_kind,
          adjusting_event?.event_id ?? null,
          adjusting_event?.seq ?? null,
          trial_balance.sha256,
          trial_balance.accounts.count,
          trial_balance.accounts.sha256,
        ),
        statement(
          `insert into period_balances (tenant_id, period_id, gl_account_id, code, title, currency, balance)
           select $1::uuid, $2::uuid, t.gl_account_id, t.code, t.title, t.currency, t.balance
           from jsonb_to_recordset($3::jsonb) t (gl_account_id uuid, code text, title text, currency text, balance numeric)`,
          tenantId,
          id,
          canonicalize(trial_balance.lines),
        ),
      ];
    }
    case 'period.reopened':
      return [
        statement(
          `update periods set status = 'closing', locked_at = null, locked_by = null, locked_seq = null, lock_evidence_ref = null,
             adjustments_snapshot_id = null, adjustments_snapshot_kind = null, adjusting_event_id = null, adjusting_event_seq = null,
             trial_balance_sha256 = null, accounts_count = null, accounts_sha256 = null, published_at = null, published_by = null,
             published_seq = null, publish_evidence_ref = null, statement_uri = null, reopened_at = $3, reopened_by = $4, reopened_seq = $5
           where tenant_id = $1 and id = $2`,
          tenantId,
          id,
          event.eventTs,
          event.actorId,
          event.seq,
        ),
        ...['period_balances', 'period_files'].map((table) =>
          statement(`delete from ${table} where tenant_id = $1 and period_id = $2`, tenantId, id),
        ),
      ];
    case 'period.published':
      return [
        statement(
          `update periods set status = 'published', published_at = $3, published_by = $4, published_seq = $5, publish_evidence_ref = $6,
             statement_uri = $7
           where tenant_id = $1 and id = $2`,
          tenantId,
          id,
          event.eventTs,
          event.actorId,
          event.seq,
          evidence_ref,
          event.payload.statement_uri,
        ),
        ...event.payload.files.map((file) =>
          statement(
            'insert into period_files (tenant_id, period_id, format, sha256, size_bytes) values ($1, $2, $3, $4, $5)',
            tenantId,
            id,
            file.format,
            file.sha256,
            file.size_bytes,
          ),
        ),
      ];
  }
}

/** Tables, and what events do to them. */
export const periods = {
  tables: ['periods', 'period_balances', 'period_files'],
  project: {
    'period.closing': projectPeriods,
    'period.locked': projectPeriods,
    'period.published': projectPeriods,
    'period.reopened': projectPeriods,
  },
} satisfies Feature;
