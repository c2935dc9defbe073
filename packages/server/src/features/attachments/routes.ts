import { type Attachment, attachments as contract } from '@countinghouse/contract/features/attachments';
import { ERASED } from '@countinghouse/contract/features/privacy';
import { type AttachmentRow, findAccountsOfIntent, findAttachment, listAttachments } from '@countinghouse/store/features/attachments/reads';
import type { Words } from '@countinghouse/store/keys/pii';
import { ObjectDamaged } from '@countinghouse/store/objects/object-store';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { contentOf, receiveFile } from '../../http/upload.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { asNamed } from './kinds.ts';
import { dispositionOf } from './rules.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input }, services) => {
  const { intent_id } = input.params;
  await getAccounts(services, tenant_id, intent_id);
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listAttachments(tx, tenant_id, intent_id));
  const words = await services.pii.reveal(
    tenant_id,
    rows.map((r) => r.name_token),
  );
  return { attachments: await Promise.all(rows.map((row) => toWire(services, tenant_id, row, words))) };
});

export const add = handler(contract.add, async ({ tenant: { tenant_id }, caller, input, request }, services) => {
  const { objects, pii, ledger } = services;
  const { intent_id } = input.params;
  const accounts = await getAccounts(services, tenant_id, intent_id);
  const file = await receiveFile(request);
  // First the content, for good, then the event that names it. Content without an event is nobody's.
  const { sha256, sizeBytes } = await objects.put(tenant_id, asNamed(file.name, contentOf(file.part)));
  const words = await pii.tokenise(tenant_id, 'file-name', file.name);
  const outcome = await ledger.submit(
    tenant_id,
    {
      type: 'attachment.add',
      actor: caller.actor,
      intentId: intent_id,
      accounts,
      sha256,
      sizeBytes,
      contentType: file.contentType,
      nameToken: words.token,
    },
    [words.store],
  );
  done(outcome);
  const row = await get(services, tenant_id, intent_id, sha256);
  return { attachment: await toWire(services, tenant_id, row, await pii.reveal(tenant_id, [row.name_token])) };
});

export const download = handler(contract.download, async ({ tenant: { tenant_id }, input, reply }, services) => {
  const { intent_id, sha256 } = input.params;
  const row = await get(services, tenant_id, intent_id, sha256);
  const content = await services.objects.get(tenant_id, sha256).catch((error: unknown) => {
    if (error instanceof ObjectDamaged) throw new Refusal('ATTACHMENT_DAMAGED', { fault: error.fault, sha256 });
    throw error;
  });
  // Whoever attached it says what it is: it is never shown, run or guessed at, only saved.
  reply.header('content-type', row.content_type);
  const words = await services.pii.reveal(tenant_id, [row.name_token]);
  reply.header('content-disposition', dispositionOf(words.of(row.name_token) ?? ERASED));
  reply.header('x-content-type-options', 'nosniff');
  return content;
});

/** The accounts that the intent names. Throws NOT_FOUND for an intent that is not there. */
async function getAccounts(services: Services, tenantId: string, intentId: string): Promise<readonly string[]> {
  const accounts = await read(services.readerPool, { tenantId }, (tx) => findAccountsOfIntent(tx, tenantId, intentId));
  if (accounts === null) throw new Refusal('NOT_FOUND');
  return accounts;
}

async function get(services: Services, tenantId: string, intentId: string, sha256: string): Promise<AttachmentRow> {
  const row = await read(services.readerPool, { tenantId }, (tx) => findAttachment(tx, tenantId, intentId, sha256));
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

async function toWire(services: Services, tenantId: string, row: AttachmentRow, words: Words): Promise<Attachment> {
  return {
    sha256: row.sha256,
    size: row.size_bytes,
    content_type: row.content_type,
    name: words.of(row.name_token) ?? ERASED,
    added_at: row.added_at,
    added_by: row.added_by,
    seq: row.event_seq,
    stored: await services.objects.has(tenantId, row.sha256),
  };
}

export const attachmentsHandlers: readonly Handler[] = [list, add, download];
