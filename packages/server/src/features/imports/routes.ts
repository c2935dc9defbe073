import { randomUUID } from 'node:crypto';
import { imports as contract, type Import, type ImportIntent } from '@countinghouse/contract/features/imports';
import { keyOf } from '@countinghouse/kernel/api-keys/mark';
import {
  findImport,
  type ImportIntentRow,
  type ImportRow,
  listImportIntents,
  listImports,
} from '@countinghouse/store/features/imports/reads';
import { insertImport, startImport } from '@countinghouse/store/features/imports/writes';
import type { Words } from '@countinghouse/store/keys/pii';
import { read } from '@countinghouse/store/reader';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { register } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { chooseFxSnapshot } from '../../wire/fx-snapshot.ts';
import { intentsOf } from './intents-of.ts';
import { readCsv } from './read-csv.ts';
import { checkIntents, tellCode } from './rules.ts';

export function registerImports(app: FastifyInstance, services: Services): void {
  const { readerPool, writerPool, ledger, pii } = services;
  const get = async (tenantId: string, id: string): Promise<Import> => {
    const row = await read(readerPool, { tenantId }, (tx) => findImport(tx, tenantId, id));
    if (row === null) throw new Refusal('NOT_FOUND');
    return toWire(row, await pii.reveal(tenantId, [row.file_name_token]));
  };

  register(app, services, contract.check, async ({ tenant: { tenant_id }, caller, input }) => {
    const { kind, file_name, content } = input.body;
    const records = readCsv(content, kind);
    const fxSnapshotId = await chooseFxSnapshot(services, tenant_id, 'Imports');
    const found = intentsOf(input.body, records, { tenantId: tenant_id, fxSnapshotId, nowMs: Date.now() });
    const checked = await checkIntents(ledger, tenant_id, caller.actor, found);
    const id = randomUUID();
    const { tokens, store } = await pii.tokeniseAll(tenant_id, file_name === '' ? [] : [{ kind: 'file-name', words: file_name }]);
    const made = { id, kind, file_name_token: tokens[0] ?? null, created_by: caller.session.userId };
    await pii.writeBeside(tenant_id, async (client, keep) => {
      await keep(store);
      await insertImport(client, tenant_id, made, checked);
    });
    return { import: await get(tenant_id, id) };
  });

  register(app, services, contract.list, async ({ tenant: { tenant_id }, input }) => {
    const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listImports(tx, tenant_id, input.query.limit));
    const words = await pii.reveal(
      tenant_id,
      rows.map((r) => r.file_name_token),
    );
    return { imports: rows.map((row) => toWire(row, words)) };
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
    if (!(await startImport(writerPool, tenant_id, id, caller.session.userId, keyOf(caller.actor)))) throw new Refusal('IMPORT_STATE');
    return { import: await get(tenant_id, id) };
  });
}

function toWire(row: ImportRow, words: Words): Import {
  const { id, kind, file_name: _plain, file_name_token: _token, status, created_by, created_at, posted_by, finished_at, ...counts } = row;
  const file_name = fileNameOf(row, words);
  return { id, kind, file_name, status, created_by, created_at, posted_by, finished_at, counts };
}

function toWireIntent({ details, ...row }: ImportIntentRow): ImportIntent {
  return { ...row, message: tellCode(row.code, details) };
}
