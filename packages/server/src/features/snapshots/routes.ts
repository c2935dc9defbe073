import { randomUUID } from 'node:crypto';
import { snapshots as contract, type Snapshot } from '@countinghouse/contract/features/snapshots';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { readInstant } from '@countinghouse/kernel/time/instant';
import { listSnapshots, type SnapshotRow } from '@countinghouse/store/features/snapshots/reads';
import { read } from '@countinghouse/store/reader';
import { writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler, type RequestContext } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input }, services) => {
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) =>
    listSnapshots(tx, tenant_id, input.query.kind ?? null, input.query.limit),
  );
  return { snapshots: rows.map(toWire) };
});

export const take = handler(contract.take, takeSnapshot);

export const takeV1 = handler(contract.takeV1, takeSnapshot);

function toWire(row: SnapshotRow): Snapshot {
  return {
    id: row.id,
    snapshot_id: row.id,
    kind: row.kind,
    label: row.label,
    seq: row.seq,
    event_hash: row.event_hash,
    root_hash: row.root_hash,
    takenAt: row.taken_at,
    taken_at: row.taken_at,
    effective_at: row.effective_at,
    source: row.source,
    uri: row.uri,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  };
}

async function takeSnapshot(
  { tenant, caller, input }: RequestContext<typeof contract.take | typeof contract.takeV1>,
  { ledger }: Services,
) {
  const { kind, label, source, effective_at } = input.body;
  const outcome = await ledger.submit(tenant.tenant_id, {
    type: 'snapshot.take',
    actor: caller.actor,
    id: randomUUID(),
    kind,
    label,
    source,
    effectiveUs: typeof effective_at === 'string' ? readInstant(effective_at) : null,
  });
  const event = writtenEvent(outcome, 'snapshot.taken');
  return {
    snapshot: toWire({
      ...event.payload,
      root_hash: event.payload.root_hash ?? null,
      taken_at: event.eventTs,
      metadata: canonicalize(event.payload.metadata),
    }),
  };
}

export const snapshotsHandlers: readonly Handler[] = [list, take, takeV1];
