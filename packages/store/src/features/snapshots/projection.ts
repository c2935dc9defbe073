import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'snapshot.taken' }>;

function projectSnapshots(tenantId: string, event: Event): Statement {
  const { id, kind, label, seq, event_hash, root_hash, effective_at, source, uri, metadata } = event.payload;
  return statement(
    `insert into snapshots (tenant_id, id, kind, label, seq, event_hash, root_hash, taken_at, effective_at, source, uri, metadata, event_seq)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    tenantId,
    id,
    kind,
    label,
    seq,
    event_hash,
    root_hash ?? null,
    event.eventTs,
    effective_at,
    source,
    uri,
    canonicalize(metadata),
    event.seq,
  );
}

/** Tables, and what events do to them. */
export const snapshots = {
  tables: ['snapshots'],
  project: {
    'snapshot.taken': projectSnapshots,
  },
} satisfies Feature;
