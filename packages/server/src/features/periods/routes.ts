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
import { Refusal } from '../../http/refusal.ts';
import { FileAnswer } from '../../route/answers.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, reading } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { periodToWire } from '../../wire/period-wire.ts';
import { isLocked, keepStatement } from './statement.ts';
import { compareBalances, csvOfComparison, toWireBalance } from './wire.ts';

const mediaTypes = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const;

export const list = reading(contract.list, async ({ tenant: { tenant_id } }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listPeriods(tx, tenant_id));
  return { periods: rows.map(periodToWire) };
});

export const start = handler(contract.start, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const outcome = await services.ledger.submit(tenant_id, {
    type: 'period.start',
    actor,
    id: randomUUID(),
    ...rangeOf(body),
    valuationSnapshotId: body.valuation_snapshot_id,
    snapshotKind: body.snapshot_kind ?? null,
  });
  return changed(services, tenant_id, body, outcome);
});

export const lock = handler(contract.lock, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const [eventId, seq] = [body.adjusting_event_id ?? null, body.adjusting_event_seq ?? null];
  // The log is never rewritten: what is there now is there when the lock is decided.
  const adjustingEvent =
    eventId === null || seq === null
      ? null
      : { eventId, seq, there: await read(services.readerPool, { tenantId: tenant_id }, (tx) => hasEventAt(tx, tenant_id, eventId, seq)) };
  const outcome = await services.ledger.submit(tenant_id, {
    type: 'period.lock',
    actor,
    ...rangeOf(body),
    adjustmentsSnapshotId: body.adjustments_snapshot_id ?? null,
    adjustmentsSnapshotKind: body.adjustments_snapshot_kind ?? null,
    adjustingEvent,
  });
  return changed(services, tenant_id, body, outcome);
});

export const publish = handler(contract.publish, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const row = await read(services.readerPool, { tenantId: tenant_id }, (tx) =>
    findPeriodOf(tx, tenant_id, body.period_start, body.period_end),
  );
  // The files first, for good, then the event that names them. The kernel refuses what is not locked, or not by the lock that they tell of.
  const isOwn = body.statement_uri === null;
  const files = row?.status === 'locked' && isLocked(row) && isOwn ? await keepStatement(services, tenant_id, row) : [];
  const outcome = await services.ledger.submit(tenant_id, {
    type: 'period.publish',
    actor,
    ...rangeOf(body),
    statementUri: body.statement_uri ?? `/api/internal/periods/${row?.id ?? ''}/statement/pdf`,
    files,
    ...(isOwn && { lockedSeq: row?.locked_seq ?? null }),
  });
  return changed(services, tenant_id, body, outcome);
});

export const reopen = handler(contract.reopen, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, { ledger }) =>
  done(await ledger.submit(tenant_id, { type: 'period.reopen', actor, ...rangeOf(body), reason: body.reason })),
);

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input: { params } }, services) => {
  const { row, balances, work } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    const row = await getPeriod(tx, tenant_id, params.id);
    return {
      row,
      balances: await listPeriodBalances(tx, tenant_id, row.id),
      work: await findPeriodWork(tx, tenant_id, services.clock.now(), row),
    };
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

export const compare = reading(contract.compare, async ({ tenant: { tenant_id }, input: { params, query } }, { readerPool }) => {
  const comparison = await read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const [a, b] = [await getLocked(tx, tenant_id, params.id), await getLocked(tx, tenant_id, params.other)];
    const lines = compareBalances(await listPeriodBalances(tx, tenant_id, a.id), await listPeriodBalances(tx, tenant_id, b.id));
    return { a: periodToWire(a), b: periodToWire(b), lines };
  });
  if (query.format === 'json') return comparison;
  const name = `trial-balances-${comparison.a.period_code}-${comparison.b.period_code}.csv`;
  return new FileAnswer(name, mediaTypes.csv, csvOfComparison(comparison));
});

export const statement = handler(
  contract.statement,
  async ({ tenant: { tenant_id }, input: { params }, reply }, { readerPool, objects }) => {
    const row = await read(readerPool, { tenantId: tenant_id }, (tx) => getPeriod(tx, tenant_id, params.id));
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
  },
);

interface Range {
  readonly period_start: string;
  readonly period_end: string;
}

const rangeOf = ({ period_start, period_end, evidence_ref }: Range & { readonly evidence_ref: string | null }) => ({
  start: period_start,
  end: period_end,
  evidenceRef: evidence_ref,
});

async function getPeriod(tx: Tx, tenantId: string, id: string): Promise<PeriodRow> {
  const row = await findPeriodById(tx, tenantId, id);
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

async function getLocked(tx: Tx, tenantId: string, id: string): Promise<PeriodRow> {
  const row = await getPeriod(tx, tenantId, id);
  if (!isLocked(row)) throw new Refusal('PERIOD_STATE', { status: row.status, needs: 'locked', period_code: row.period_code });
  return row;
}

/** The period as it is after the command. Throws its refusal. */
async function changed({ readerPool }: Services, tenantId: string, { period_start, period_end }: Range, outcome: Outcome) {
  done(outcome);
  const row = await read(readerPool, { tenantId }, (tx) => findPeriodOf(tx, tenantId, period_start, period_end));
  if (row === null) throw new Error('a period that was written is not there');
  return { period: periodToWire(row) };
}

export const periodsHandlers: readonly Handler[] = [list, start, lock, publish, reopen, get, compare, statement];
