import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'schedule.created' | 'schedule.paused' | 'schedule.resumed' | 'schedule.ended' }>;

function projectSchedules(tenantId: string, event: Event): Statement {
  switch (event.type) {
    case 'schedule.created': {
      const { id, name, template_id, frequency, start_on, end_on, ...content } = event.payload;
      return statement(
        `insert into schedules (tenant_id, id, name, template_id, content, frequency, start_on, end_on, status, maker_id, next_on, created_at, created_seq)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $7, $10, $11)`,
        tenantId,
        id,
        name,
        template_id,
        canonicalize(content as unknown as JsonObject),
        frequency,
        start_on,
        end_on,
        event.actorId,
        event.eventTs,
        event.seq,
      );
    }
    case 'schedule.paused':
      return statement(
        "update schedules set status = 'paused', reason_code = $3 where tenant_id = $1 and id = $2",
        tenantId,
        event.payload.id,
        event.payload.reason_code,
      );
    case 'schedule.resumed':
      return statement(
        "update schedules set status = 'active', reason_code = null, maker_id = $3, next_on = $4 where tenant_id = $1 and id = $2",
        tenantId,
        event.payload.id,
        event.actorId,
        event.payload.next_on,
      );
    case 'schedule.ended':
      return statement(
        "update schedules set status = 'ended', next_on = null where tenant_id = $1 and id = $2",
        tenantId,
        event.payload.id,
      );
  }
}

/** That a schedule posted for one of its days, and what came of it. */
function projectScheduleRun(
  tenantId: string,
  event: Extract<ChainedEvent, { type: 'intent.executed' | 'intent.proposed' | 'intent.rejected' }>,
): readonly Statement[] {
  const { schedule, intent_id } = event.payload;
  const rejected = event.type === 'intent.rejected';
  // What was held back is decided now.
  if (schedule === undefined && event.payload.approval_id !== undefined)
    return [
      statement(
        'update schedule_runs set status = $3, error_code = $4, seq = $5 where tenant_id = $1 and intent_id = $2',
        tenantId,
        intent_id,
        rejected ? 'rejected' : 'executed',
        rejected ? event.payload.error_code : null,
        event.seq,
      ),
    ];
  if (schedule === undefined) return [];
  return [
    statement(
      'insert into schedule_runs (tenant_id, schedule_id, run_on, intent_id, status, error_code, seq) values ($1, $2, $3, $4, $5, $6, $7)',
      tenantId,
      schedule.id,
      schedule.on,
      intent_id,
      rejected ? 'rejected' : event.type === 'intent.proposed' ? 'proposed' : 'executed',
      rejected ? event.payload.error_code : null,
      event.seq,
    ),
    statement(
      `update schedules set next_on = $3::date, status = case when $3::date is null then 'ended' else status end where tenant_id = $1 and id = $2`,
      tenantId,
      schedule.id,
      schedule.next_on,
    ),
  ];
}

/** Tables, and what events do to them. */
export const schedules = {
  tables: ['schedules', 'schedule_runs'],
  project: {
    'intent.executed': projectScheduleRun,
    'intent.rejected': projectScheduleRun,
    'intent.proposed': projectScheduleRun,
    'schedule.created': projectSchedules,
    'schedule.paused': projectSchedules,
    'schedule.resumed': projectSchedules,
    'schedule.ended': projectSchedules,
  },
} satisfies Feature;
