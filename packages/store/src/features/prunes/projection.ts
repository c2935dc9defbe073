import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'log.pruned' }>;

function projectPrune(
  tenantId: string,
  { seq, payload: { from_seq, through_seq, before, archive_sha256, rows_sha256 } }: Event,
): Statement {
  return statement(
    `insert into prunes (tenant_id, seq, from_seq, through_seq, before_on, archive_sha256, rows_sha256) values ($1, $2, $3, $4, $5, $6, $7)`,
    tenantId,
    seq,
    from_seq,
    through_seq,
    before,
    archive_sha256,
    rows_sha256,
  );
}

/** Tables, and what events do to them. Which rows have left follows from no event. */
export const prunes = {
  tables: ['prunes'],
  project: {
    'log.pruned': projectPrune,
  },
} satisfies Feature;
