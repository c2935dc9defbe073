import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

function projectLimits(tenantId: string, event: Extract<ChainedEvent, { type: 'limit.set' }>): Statement {
  const { key, value } = event.payload;
  return statement(
    `insert into limits (tenant_id, key, value, set_at, set_by, set_seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, key) do update set value = excluded.value, set_at = excluded.set_at, set_by = excluded.set_by,
       set_seq = excluded.set_seq`,
    tenantId,
    key,
    value,
    event.eventTs,
    event.actorId,
    event.seq,
  );
}

/** Tables, and what events do to them. */
export const limits = {
  tables: ['limits'],
  project: {
    'limit.set': projectLimits,
  },
} satisfies Feature;
