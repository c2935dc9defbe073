import { revaluations as contract, type Revaluation } from '@countinghouse/contract/features/revaluations';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { figuresOfRevaluation } from '@countinghouse/kernel/revaluations/figures';
import { findPeriodById, findPeriodOf, type PeriodRow } from '@countinghouse/store/features/periods/reads';
import { listRevaluationLines, listRevaluations } from '@countinghouse/store/features/revaluations/reads';
import { findSnapshot } from '@countinghouse/store/features/snapshots/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { type Barred, barredBy } from '../../wire/barred.ts';
import { periodToWire } from '../../wire/period-wire.ts';
import { figureToWire, rowToWire, runToWire } from './wire.ts';

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input: { params, query } }, services) => {
  const period = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findPeriodById(tx, tenant_id, params.id));
  if (period === null) throw new Refusal('NOT_FOUND');
  return { revaluation: await load(services, tenant_id, period, query.valuation_snapshot_id ?? null) };
});

export const post = handler(contract.post, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const valuationSnapshotId = body.valuation_snapshot_id ?? null;
  const range = { start: body.period_start, end: body.period_end };
  done(await services.ledger.submit(tenant_id, { type: 'period.revalue', actor, ...range, valuationSnapshotId }));
  const period = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findPeriodOf(tx, tenant_id, range.start, range.end));
  if (period === null) throw new Error('a period that was revalued is not there');
  return { revaluation: await load(services, tenant_id, period, valuationSnapshotId) };
});

/** While it is closing what would be posted now, by the kernel itself; afterwards what was. */
async function load(services: Services, tenantId: string, period: PeriodRow, snapshotId: string | null): Promise<Revaluation> {
  const stored = await read(services.readerPool, { tenantId }, async (tx) => {
    const runs = await listRevaluations(tx, tenantId, period.id);
    const chosen = snapshotId ?? runs[0]?.valuation_snapshot_id ?? period.valuation_snapshot_id;
    return {
      runs,
      snapshot: await findSnapshot(tx, tenantId, chosen),
      lines: period.status === 'closing' ? [] : await listRevaluationLines(tx, tenantId, period.id),
    };
  });
  const { runs, snapshot } = stored;
  if (snapshotId !== null && snapshot === null) throw new Refusal('SNAPSHOT_NOT_FOUND', { snapshot_id: snapshotId });
  const now =
    period.status === 'closing'
      ? await rehearseLines(services, tenantId, period, snapshot?.id ?? snapshotId)
      : { lines: stored.lines.map(rowToWire), barred: lockedBarred(period) };
  return {
    period: periodToWire(period),
    snapshot:
      snapshot === null ? null : { id: snapshot.id, kind: snapshot.kind, label: snapshot.label, effective_at: snapshot.effective_at },
    runs: runs.map(runToWire),
    ...now,
  };
}

const lockedBarred = ({ status, period_code }: PeriodRow): Barred | null =>
  barredBy({ kind: 'refused', code: 'PERIOD_STATE', details: { status, needs: 'closing', period_code } });

async function rehearseLines(
  { ledger }: Services,
  tenantId: string,
  { period_start, period_end }: PeriodRow,
  valuationSnapshotId: string | null,
): Promise<Pick<Revaluation, 'lines' | 'barred'>> {
  // As the system: who may press it is the caller's right, not what it comes to.
  const command = { type: 'period.revalue', actor: systemActor, start: period_start, end: period_end, valuationSnapshotId } as const;
  return ledger.rehearse(tenantId, command, ({ state, facts, decision }) => {
    const figures = facts.foreign === undefined ? [] : figuresOfRevaluation(state, facts.foreign);
    return { lines: figures.map((f) => figureToWire(state, f)), barred: barredBy(decision) };
  });
}

export const revaluationsHandlers: readonly Handler[] = [get, post];
