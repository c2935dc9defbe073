import { randomUUID } from 'node:crypto';
import { periods as contract } from '@countinghouse/contract/features/periods';
import {
  findPeriodById,
  findPeriodOf,
  findPeriodWork,
  hasEventAt,
  listPeriodBalances,
  listPeriods,
  type PeriodRow,
} from '@countinghouse/store/features/periods/reads';
import { ObjectDamaged } from '@countinghouse/store/objects/object-store';
import { read, type Tx } from '@countinghouse/store/reader';
import type { Outcome } from '@countinghouse/store/writer/batch';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { FileAnswer, register } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { periodToWire } from '../../wire/period-wire.ts';
import { isLocked, keepStatement } from './statement.ts';
import { compareBalances, csvOfComparison, toWireBalance } from './wire.ts';

const mediaTypes = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

export function registerPeriods(app: FastifyInstance, services: Services): void {
  const { readerPool, ledger, objects } = services;

  /** The period as it is after the command. Throws its refusal. */
  const changed = async (tenantId: string, { period_start, period_end }: Range, outcome: Outcome) => {
    done(outcome);
    const row = await read(readerPool, { tenantId }, (tx) => findPeriodOf(tx, tenantId, period_start, period_end));
    if (row === null) throw new Error('a period that was written is not there');
    return { period: periodToWire(row) };
  };

  register(app, services, contract.list, async ({ tenant: { tenant_id } }) => {
    const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listPeriods(tx, tenant_id));
    return { periods: rows.map(periodToWire) };
  });

  register(app, services, contract.start, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }) => {
    const outcome = await ledger.submit(tenant_id, {
      type: 'period.start',
      actor,
      id: randomUUID(),
      ...rangeOf(body),
      valuationSnapshotId: body.valuation_snapshot_id,
      snapshotKind: body.snapshot_kind ?? null,
    });
    return changed(tenant_id, body, outcome);
  });

  register(app, services, contract.lock, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }) => {
    const [eventId, seq] = [body.adjusting_event_id ?? null, body.adjusting_event_seq ?? null];
    // The log is never rewritten: what is there now is there when the lock is decided.
    const adjustingEvent =
      eventId === null || seq === null
        ? null
        : { eventId, seq, there: await read(readerPool, { tenantId: tenant_id }, (tx) => hasEventAt(tx, tenant_id, eventId, seq)) };
    const outcome = await ledger.submit(tenant_id, {
      type: 'period.lock',
      actor,
      ...rangeOf(body),
      adjustmentsSnapshotId: body.adjustments_snapshot_id ?? null,
      adjustmentsSnapshotKind: body.adjustments_snapshot_kind ?? null,
      adjustingEvent,
    });
    return changed(tenant_id, body, outcome);
  });

  register(app, services, contract.publish, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }) => {
    const row = await read(readerPool, { tenantId: tenant_id }, (tx) => findPeriodOf(tx, tenant_id, body.period_start, body.period_end));
    // The files first, for good, then the event that names them. The kernel refuses what is not locked.
    const files =
      row?.status === 'locked' && isLocked(row) && body.statement_uri === null ? await keepStatement(services, tenant_id, row) : [];
    const outcome = await ledger.submit(tenant_id, {
      type: 'period.publish',
      actor,
      ...rangeOf(body),
      statementUri: body.statement_uri ?? `/api/internal/periods/${row?.id ?? ''}/statement/pdf`,
      files,
    });
    return changed(tenant_id, body, outcome);
  });

  register(app, services, contract.reopen, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }) =>
    done(await ledger.submit(tenant_id, { type: 'period.reopen', actor, ...rangeOf(body), reason: body.reason })),
  );

  register(app, services, contract.get, async ({ tenant: { tenant_id }, input: { params } }) => {
    const { row, balances, work } = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const row = await get(tx, tenant_id, params.id);
      return { row, balances: await listPeriodBalances(tx, tenant_id, row.id), work: await findPeriodWork(tx, tenant_id, row) };
    });
    const { open_holds, pending_approvals, adjustments, schedules, imports, adjustment_count, revaluation, bank_rows } = work;
    const words = await services.pii.reveal(
      tenant_id,
      imports.map((i) => i.file_name_token),
    );
    return {
      period: periodToWire(row),
      balances: balances.map(toWireBalance),
      work: {
        open_holds: [...open_holds],
        pending_approvals: [...pending_approvals],
        adjustments: [...adjustments],
        adjustment_count,
        schedules: [...schedules],
        bank_rows: [...bank_rows],
        imports: imports.map((i) => ({ id: i.id, file_name: fileNameOf(i, words), waiting: i.waiting })),
        revaluation,
      },
    };
  });

  register(app, services, contract.compare, async ({ tenant: { tenant_id }, input: { params, query } }) => {
    const comparison = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
      const [a, b] = [await getLocked(tx, tenant_id, params.id), await getLocked(tx, tenant_id, params.other)];
      const lines = compareBalances(await listPeriodBalances(tx, tenant_id, a.id), await listPeriodBalances(tx, tenant_id, b.id));
      return { a: periodToWire(a), b: periodToWire(b), lines };
    });
    if (query.format === 'json') return comparison;
    const name = `trial-balances-${comparison.a.period_code}-${comparison.b.period_code}.csv`;
    return new FileAnswer(name, mediaTypes.csv, csvOfComparison(comparison));
  });

  register(app, services, contract.statement, async ({ tenant: { tenant_id }, input: { params }, reply }) => {
    const row = await read(readerPool, { tenantId: tenant_id }, (tx) => get(tx, tenant_id, params.id));
    const file = row.files.find((f) => f.format === params.format);
    if (file === undefined) throw new Refusal('NOT_FOUND');
    const content = await objects.get(tenant_id, file.sha256).catch((error: unknown) => {
      if (error instanceof ObjectDamaged) throw new Refusal('STATEMENT_DAMAGED', { fault: error.fault, sha256: file.sha256 });
      throw error;
    });
    reply.header('content-type', mediaTypes[params.format]);
    reply.header('content-disposition', `attachment; filename="statement-${row.period_code}.${params.format}"`);
    reply.header('x-content-type-options', 'nosniff');
    return content;
  });
}

interface Range {
  readonly period_start: string;
  readonly period_end: string;
}

const rangeOf = ({ period_start, period_end, evidence_ref }: Range & { readonly evidence_ref: string | null }) => ({
  start: period_start,
  end: period_end,
  evidenceRef: evidence_ref,
});

async function get(tx: Tx, tenantId: string, id: string): Promise<PeriodRow> {
  const row = await findPeriodById(tx, tenantId, id);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

async function getLocked(tx: Tx, tenantId: string, id: string): Promise<PeriodRow> {
  const row = await get(tx, tenantId, id);
  if (!isLocked(row)) throw new Refusal('PERIOD_STATE', { status: row.status, needs: 'locked', period_code: row.period_code });
  return row;
}
