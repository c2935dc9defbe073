import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'log.anchored' }>;

function projectRecord(tenantId: string, { seq, payload: { to_seq, anchors, anchors_sha256, heads } }: Event): Statement {
  return statement(
    `insert into recorded_anchors (tenant_id, to_seq, anchors, heads, anchors_sha256, seq) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id) do update set to_seq = excluded.to_seq, anchors = excluded.anchors, heads = excluded.heads,
       anchors_sha256 = excluded.anchors_sha256, seq = excluded.seq`,
    tenantId,
    to_seq,
    anchors,
    heads,
    anchors_sha256,
    seq,
  );
}

/** Tables, and what events do to them. Anchors themselves are about the log, and follow from no event. */
export const anchors = {
  tables: ['recorded_anchors'],
  project: {
    'log.anchored': projectRecord,
  },
} satisfies Feature;
