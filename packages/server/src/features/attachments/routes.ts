import { type Attachment, attachments as contract } from '@countinghouse/contract/features/attachments';
import { ERASED } from '@countinghouse/contract/features/privacy';
import type { AttachmentCommand, FileAttachment } from '@countinghouse/kernel/attachments/commands';
import type { FiledOn } from '@countinghouse/kernel/attachments/events';
import {
  type AttachmentRow,
  findAccountsOfIntent,
  findAttachment,
  findFiled,
  listAttachments,
  listFiled,
  type Thing,
} from '@countinghouse/store/features/attachments/reads';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import { ObjectDamaged } from '@countinghouse/store/objects/object-store';
import { read } from '@countinghouse/store/reader';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { receiveFile } from '../../http/upload.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, type RequestContext } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { asNamed } from './kinds.ts';
import { dispositionOf } from './rules.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input }, services) => {
  const { intent_id } = input.params;
  await getAccounts(services, tenant_id, intent_id);
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listAttachments(tx, tenant_id, intent_id));
  return { attachments: await allShown(services, tenant_id, rows) };
});

export const add = handler(contract.add, async ({ tenant: { tenant_id }, caller, input, request }, services) => {
  const { intent_id } = input.params;
  const accounts = await getAccounts(services, tenant_id, intent_id);
  const sha256 = await keep(services, tenant_id, request, (file) => ({
    type: 'attachment.add',
    actor: caller.actor,
    intentId: intent_id,
    accounts,
    ...file,
  }));
  return { attachment: await shown(services, tenant_id, await get(services, tenant_id, intent_id, sha256)) };
});

export const download = handler(contract.download, async ({ tenant: { tenant_id }, input, reply }, services) => {
  const { intent_id, sha256 } = input.params;
  return send(services, tenant_id, await get(services, tenant_id, intent_id, sha256), reply);
});

export const listOfAccount = handler(contract.listOfAccount, (asked, services) => listOn('account', asked, services));
export const addToAccount = handler(contract.addToAccount, (asked, services) => addTo('account', asked, services));
export const downloadFromAccount = handler(contract.downloadFromAccount, (asked, services) => downloadFrom('account', asked, services));
export const listOfParty = handler(contract.listOfParty, (asked, services) => listOn('party', asked, services));
export const addToParty = handler(contract.addToParty, (asked, services) => addTo('party', asked, services));
export const downloadFromParty = handler(contract.downloadFromParty, (asked, services) => downloadFrom('party', asked, services));
export const listOfPeriod = handler(contract.listOfPeriod, (asked, services) => listOn('period', asked, services));
export const addToPeriod = handler(contract.addToPeriod, (asked, services) => addTo('period', asked, services));
export const downloadFromPeriod = handler(contract.downloadFromPeriod, (asked, services) => downloadFrom('period', asked, services));

/** What is asked of one account, party or period. */
interface OnOne<More = unknown> {
  readonly tenant: MembershipRow;
  readonly input: { readonly params: { readonly id: string } & More };
}

async function listOn(on: FiledOn, { tenant: { tenant_id }, input }: OnOne, services: Services) {
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) => listFiled(tx, tenant_id, { on, id: input.params.id }));
  if (rows === null) throw new Refusal('NOT_FOUND');
  return { attachments: await allShown(services, tenant_id, rows) };
}

async function addTo(on: FiledOn, asked: OnOne & Pick<RequestContext<typeof contract.add>, 'caller' | 'request'>, services: Services) {
  const { tenant, caller, input, request } = asked;
  const { id } = input.params;
  // Who names what is not there is told so before a file is taken.
  await listOn(on, asked, services);
  const sha256 = await keep(services, tenant.tenant_id, request, (file) => ({
    type: 'attachment.file',
    actor: caller.actor,
    on,
    id,
    ...file,
  }));
  return { attachment: await shown(services, tenant.tenant_id, await getFiled(services, tenant.tenant_id, { on, id }, sha256)) };
}

async function downloadFrom(
  on: FiledOn,
  { tenant: { tenant_id }, input, reply }: OnOne<{ readonly sha256: string }> & { readonly reply: FastifyReply },
  services: Services,
) {
  const { id, sha256 } = input.params;
  return send(services, tenant_id, await getFiled(services, tenant_id, { on, id }, sha256), reply);
}

type KeptFile = Pick<FileAttachment, 'sha256' | 'sizeBytes' | 'contentType' | 'nameToken'>;

/** Takes the file of a request in, and has an event name it. Answers its hash. */
async function keep(
  { objects, pii, ledger }: Services,
  tenantId: string,
  request: FastifyRequest,
  commandOf: (file: KeptFile) => AttachmentCommand,
): Promise<string> {
  const file = await receiveFile(request);
  // First the content, for good, then the event that names it. Content without an event is nobody's.
  const { sha256, sizeBytes } = await objects.put(tenantId, asNamed(file.name, file.content));
  const words = await pii.tokenise(tenantId, 'file-name', file.name);
  const command = commandOf({ sha256, sizeBytes, contentType: file.contentType, nameToken: words.token });
  done(await ledger.submit(tenantId, command, [words.store]));
  return sha256;
}

async function send({ objects, pii }: Services, tenantId: string, row: AttachmentRow, reply: FastifyReply) {
  const { sha256 } = row;
  const content = await objects.get(tenantId, sha256).catch((error: unknown) => {
    if (error instanceof ObjectDamaged) throw new Refusal('ATTACHMENT_DAMAGED', { fault: error.fault, sha256 });
    throw error;
  });
  // Whoever attached it says what it is: it is never shown, run or guessed at, only saved.
  reply.header('content-type', row.content_type);
  const words = await pii.reveal(tenantId, [row.name_token]);
  reply.header('content-disposition', dispositionOf(words.of(row.name_token) ?? ERASED));
  reply.header('x-content-type-options', 'nosniff');
  return content;
}

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

async function getFiled(services: Services, tenantId: string, thing: Thing, sha256: string): Promise<AttachmentRow> {
  const row = await read(services.readerPool, { tenantId }, (tx) => findFiled(tx, tenantId, thing, sha256));
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

async function allShown({ pii, objects }: Services, tenantId: string, rows: readonly AttachmentRow[]): Promise<Attachment[]> {
  const words = await pii.reveal(
    tenantId,
    rows.map((r) => r.name_token),
  );
  return Promise.all(
    rows.map(async (row) => ({
      sha256: row.sha256,
      size: row.size_bytes,
      content_type: row.content_type,
      name: words.of(row.name_token) ?? ERASED,
      added_at: row.added_at,
      added_by: row.added_by,
      seq: row.event_seq,
      stored: await objects.has(tenantId, row.sha256),
    })),
  );
}

async function shown(services: Services, tenantId: string, row: AttachmentRow): Promise<Attachment> {
  const [attachment] = await allShown(services, tenantId, [row]);
  if (attachment === undefined) throw new Error('a row that is not shown');
  return attachment;
}

export const attachmentsHandlers: readonly Handler[] = [
  list,
  add,
  download,
  listOfAccount,
  addToAccount,
  downloadFromAccount,
  listOfParty,
  addToParty,
  downloadFromParty,
  listOfPeriod,
  addToPeriod,
  downloadFromPeriod,
];
