import { evidence as contract, EVIDENCE_ADDRESS_SECONDS, type EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { openBundle } from '@countinghouse/store/features/evidence/pack';
import { type EvidenceRow, findEvidence, findEvidenceProgress, listEvidence } from '@countinghouse/store/features/evidence/reads';
import { ObjectDamaged, type ObjectStore } from '@countinghouse/store/objects/object-store';
import { read } from '@countinghouse/store/reader';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { FileAnswer } from '../../route/answers.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input: { query } }, services) => {
  const { rows, waiting, failure } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    rows: await listEvidence(tx, tenant_id, { limit: query.limit, intentId: query.intent_id ?? null }),
    ...(await findEvidenceProgress(tx, tenant_id)),
  }));
  return { evidence: rows.map((row) => toWire(services, tenant_id, row)), waiting, failure };
});

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input: { params } }, services) => ({
  evidence: toWire(services, tenant_id, await getEvidence(services, tenant_id, params.id)),
}));

export const content = handler(contract.content, async ({ tenant: { tenant_id }, input: { params }, reply }, services) =>
  contentOf(services, tenant_id, await getEvidence(services, tenant_id, params.id), reply),
);

export const open = handler(contract.open, async ({ input: { params, query }, reply }, services) => {
  services.presigned.check('GET', pathOf(params.tenant_id, params.id), query);
  return contentOf(services, params.tenant_id, await getEvidence(services, params.tenant_id, params.id), reply);
});

const pathOf = (tenantId: string, id: string): string => contract.open.path.replace(':tenant_id', tenantId).replace(':id', id);
const fileNameOf = (row: EvidenceRow): string => `evidence-${row.event_seq}-${row.content_sha256.slice(0, 12)}.json`;

async function getEvidence({ readerPool }: Services, tenantId: string, id: string): Promise<EvidenceRow> {
  const row = await read(readerPool, { tenantId }, (tx) => findEvidence(tx, tenantId, id));
  if (row === null) throw new Refusal('NOT_FOUND');
  return row;
}

/** The bytes as they were hashed. Throws EVIDENCE_DAMAGED where they are not there any more. */
async function contentOf({ objects }: Services, tenantId: string, row: EvidenceRow, reply: FastifyReply): Promise<FileAnswer> {
  const content = await bytesOf(objects, tenantId, row).catch((error: unknown) => {
    if (error instanceof ObjectDamaged) throw new Refusal('EVIDENCE_DAMAGED', { fault: error.fault, sha256: row.content_sha256 });
    throw error;
  });
  reply.header('x-content-type-options', 'nosniff');
  return new FileAnswer(fileNameOf(row), row.content_type, content);
}

/** Of a pack the block that has it alone is read. */
async function bytesOf(objects: ObjectStore, tenantId: string, { content_sha256, object_sha256, place }: EvidenceRow): Promise<Buffer> {
  if (place === null) return objects.get(tenantId, object_sha256);
  return openBundle(await objects.getRange(tenantId, object_sha256, place.offset, place.length), place, content_sha256);
}

function toWire({ presigned }: Services, tenantId: string, row: EvidenceRow): EvidenceBundle {
  const { id, intent_id, name, content_sha256, content_type, created_at, anchor } = row;
  return {
    id,
    intent_id,
    name,
    seq: row.event_seq,
    content_sha256,
    content_type,
    size: row.size_bytes,
    created_at,
    uri: presigned.sign('GET', pathOf(tenantId, id), EVIDENCE_ADDRESS_SECONDS),
    metadata: { ...row.metadata },
    anchor,
  };
}

export const evidenceHandlers: readonly Handler[] = [list, get, content, open];
