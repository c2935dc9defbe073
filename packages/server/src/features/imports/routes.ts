import { randomUUID } from 'node:crypto';
import { imports as contract, type Import, type ImportIntent } from '@countinghouse/contract/features/imports';
import {
  findImport,
  type ImportIntentRow,
  type ImportRow,
  listImportIntents,
  listImports,
} from '@countinghouse/store/features/imports/reads';
import { insertImport, startImport } from '@countinghouse/store/features/imports/writes';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { chooseFxSnapshot } from '../../fx-snapshot.ts';
import { Refusal } from '../../refusal.ts';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';
import { intentsOf } from './intents-of.ts';
import { readCsv } from './read-csv.ts';
import { checkIntents, tellCode } from './rules.ts';

export function registerImports(app: FastifyInstance, services: Services): void {
  const { readerPool, writerPool, ledger } = services;
  const get = async (tenantId: string, id: string): Promise<Import> => {
    const row = await read(readerPool, { tenantId }, (tx) => findImport(tx, tenantId, id));
    if (row === null) throw new Refusal('NOT_FOUND');
    return toWire(row);
  };

  register(app, services, contract.check, async ({ tenant: { tenant_id }, caller, input }) => {
    const { kind, file_name, content } = input.body;
    const records = readCsv(content, kind);
    const fxSnapshotId = await chooseFxSnapshot(services, tenant_id, 'Imports');
    const found = intentsOf(input.body, records, { tenantId: tenant_id, fxSnapshotId, nowMs: Date.now() });
    const checked = await checkIntents(ledger, tenant_id, caller.actor, found);
    const id = randomUUID();
    await insertImport(writerPool, tenant_id, { id, kind, file_name, created_by: caller.session.userId }, checked);
    return { import: await get(tenant_id, id) };
  });

  register(app, services, contract.list, async ({ tenant: { tenant_id }, input }) => {
    const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listImports(tx, tenant_id, input.query.limit));
    return { imports: rows.map(toWire) };
  });

  register(app, services, contract.get, async ({ tenant: { tenant_id }, input }) => {
    const { fate, q, after, limit } = input.query;
    const filter = { fate: fate ?? null, q: q ?? null, afterLine: after, limit };
    const found = await get(tenant_id, input.params.id);
    const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listImportIntents(tx, tenant_id, input.params.id, filter));
    return { import: found, intents: rows.map(toWireIntent) };
  });

  register(app, services, contract.post, async ({ tenant: { tenant_id }, caller, input }) => {
    const { id } = input.params;
    await get(tenant_id, id);
    if (!(await startImport(writerPool, tenant_id, id, caller.session.userId))) throw new Refusal('IMPORT_STATE');
    return { import: await get(tenant_id, id) };
  });
}

function toWire(row: ImportRow): Import {
  const { id, kind, file_name, status, created_by, created_at, posted_by, finished_at, ...counts } = row;
  return { id, kind, file_name, status, created_by, created_at, posted_by, finished_at, counts };
}

function toWireIntent({ details, ...row }: ImportIntentRow): ImportIntent {
  return { ...row, message: tellCode(row.code, details) };
}
