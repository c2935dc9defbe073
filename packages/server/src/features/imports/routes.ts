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
import { isWaitedFor } from '../../files/turns.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { chooseFxSnapshot } from '../../wire/fx-snapshot.ts';
import { inKeptNames } from './kept-names.ts';
import { readIntentsAside } from './read-aside.ts';
import { checkIntents, tellCode } from './rules.ts';

export const check = handler(contract.check, ({ tenant: { tenant_id }, caller, input: { body }, reply }, services) => {
  const { kind, file_name, content } = body;
  const coming = { bytes: Buffer.byteLength(content), receive: async () => body, isWaitedFor: isWaitedFor(reply) };
  return services.fileTurns.take(tenant_id, coming, async (file) => {
    const told = await readIntentsAside(file, { tenantId: tenant_id, nowMs: services.clock.nowMs() });
    const found = await inKeptNames(services, tenant_id, told);
    const fxSnapshotId = await chooseFxSnapshot(services, tenant_id, 'Imports');
    const checked = await checkIntents(services.ledger, tenant_id, caller.actor, fxSnapshotId, found);
    const id = randomUUID();
    const { tokens, store } = await services.pii.tokeniseAll(tenant_id, file_name === '' ? [] : [{ kind: 'file-name', words: file_name }]);
    const made = { id, kind, file_name_token: tokens[0] ?? null, created_by: caller.session.userId };
    await services.pii.writeBeside(tenant_id, async (client, keep) => {
      await keep(store);
      await insertImport(client, tenant_id, made, checked);
    });
    return { import: await getImport(services, tenant_id, id) };
  });
});

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input }, { readerPool, pii }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listImports(tx, tenant_id, input.query.limit));
  const words = await pii.reveal(
    tenant_id,
    rows.map((r) => r.file_name_token),
  );
  return { imports: rows.map((row) => toWire(row, words)) };
});

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input }, services) => {
  const { fate, q, after, limit } = input.query;
  const filter = { fate: fate ?? null, q: q ?? null, afterLine: after, limit };
  const found = await getImport(services, tenant_id, input.params.id);
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listImportIntents(tx, tenant_id, input.params.id, filter));
  return { import: found, intents: rows.map(toWireIntent) };
});

export const post = handler(contract.post, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  await getImport(services, tenant_id, id);
  if (!(await startImport(services.writerPool, tenant_id, id, caller.session.userId, keyOf(caller.actor))))
    throw new Refusal('IMPORT_STATE');
  return { import: await getImport(services, tenant_id, id) };
});

function toWire(row: ImportRow, words: Words): Import {
  const { id, kind, file_name: _plain, file_name_token: _token, status, created_by, created_at, posted_by, finished_at, ...counts } = row;
  const file_name = fileNameOf(row, words);
  return { id, kind, file_name, status, created_by, created_at, posted_by, finished_at, counts };
}

function toWireIntent({ details, ...row }: ImportIntentRow): ImportIntent {
  return { ...row, message: tellCode(row.code, details) };
}

async function getImport({ readerPool, pii }: Services, tenantId: string, id: string): Promise<Import> {
  const row = await read(readerPool, { tenantId }, (tx) => findImport(tx, tenantId, id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return toWire(row, await pii.reveal(tenantId, [row.file_name_token]));
}

export const importsHandlers: readonly Handler[] = [check, list, get, post];
