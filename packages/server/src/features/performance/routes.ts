import { performance as contract, REPLAY_EVENTS_MIN } from '@countinghouse/contract/features/performance';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import { listAnchors } from '@countinghouse/store/features/anchors/reads';
import {
  findBacklog,
  listBacklogHours,
  listEvidenceWriteHours,
  listMeasuredHours,
  listReplayRuns,
} from '@countinghouse/store/features/performance/reads';
import { read } from '@countinghouse/store/reader';
import { type Handler, handler } from '../../route/route.ts';
import { hoursUpTo, metricsOf, violationsOf } from './summary.ts';

const ANCHORS_SHOWN = 20;
const REPLAYS_SHOWN = 24;

export const summary = handler(contract.summary, async ({ tenant: { tenant_id } }, { readerPool, recorder, reads }) => {
  // What this process measured up to now is in it, where it can be.
  if (reads.mode === 'writing') await recorder.flush();
  const nowMs = Date.now();
  const [since = ''] = hoursUpTo(nowMs);
  return read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const metrics = metricsOf({
      nowMs,
      hours: await listMeasuredHours(tx, tenant_id, since),
      backlog: await findBacklog(tx, tenant_id),
      backlogHours: await listBacklogHours(tx, tenant_id, since),
      replays: await listReplayRuns(tx, tenant_id, REPLAY_EVENTS_MIN, REPLAYS_SHOWN),
      shortReplay: (await listReplayRuns(tx, tenant_id, 1, 1))[0] ?? null,
      evidence: await listEvidenceWriteHours(tx, since),
    });
    const anchors = await listAnchors(tx, tenant_id, ANCHORS_SHOWN, null);
    const violations = violationsOf(metrics);
    return {
      ok: violations.length === 0,
      updated_at: new Date(nowMs).toISOString(),
      metrics: [...metrics],
      anchors: anchors.map((a) => ({
        id: a.id,
        root_hash: toHex(a.root),
        from_seq: a.from_seq,
        to_seq: a.to_seq,
        anchored: a.anchored_at !== null,
        anchor_ref: a.anchor_ref,
        created_at: a.created_at,
      })),
      slo_violations: [...violations],
    };
  });
});

export const performanceHandlers: readonly Handler[] = [summary];
