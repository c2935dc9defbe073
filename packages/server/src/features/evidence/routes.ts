import { evidence as contract, EVIDENCE_ADDRESS_SECONDS, type EvidenceBundle } from '@countinghouse/contract/features/evidence';
import { findEvidence, findEvidenceProgress, listEvidence } from '@countinghouse/store/features/evidence/reads';
import { ObjectDamaged } from '@countinghouse/store/objects/object-store';
import { read } from '@countinghouse/store/reader';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { FileAnswer } from '../../route/answers.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { contentOf, readVault, type VaultEntry } from './vault.ts';

const CONTENT_TYPE = 'application/json';

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input: { query } }, services) => {
  const { limit, intent_id: intentId = null, before = null } = query;
  const { entries, waiting, failure } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    entries: await readVault(tx, tenant_id, await listEvidence(tx, tenant_id, { limit, intentId, before })),
    ...(await findEvidenceProgress(tx, tenant_id)),
  }));
  return { evidence: entries.map((entry) => toWire(services, tenant_id, entry)), waiting, failure };
});

export const get = handler(contract.get, async ({ tenant: { tenant_id }, input: { params } }, services) => ({
  evidence: toWire(services, tenant_id, await getEvidence(services, tenant_id, params.id)),
}));

export const content = handler(contract.content, async ({ tenant: { tenant_id }, input: { params }, reply }, services) =>
  answerContent(services, tenant_id, await getEvidence(services, tenant_id, params.id), reply),
);

export const open = handler(contract.open, async ({ input: { params, query }, reply }, services) => {
  services.presigned.check('GET', pathOf(params.tenant_id, params.id), query);
  return answerContent(services, params.tenant_id, await getEvidence(services, params.tenant_id, params.id), reply);
});

const pathOf = (tenantId: string, id: string): string => contract.open.path.replace(':tenant_id', tenantId).replace(':id', id);
const fileNameOf = ({ row, says }: VaultEntry): string => `evidence-${row.event_seq}-${says.content_sha256.slice(0, 12)}.json`;

async function getEvidence({ readerPool }: Services, tenantId: string, id: string): Promise<VaultEntry> {
  const [entry] = await read(readerPool, { tenantId }, async (tx) => {
    const row = await findEvidence(tx, tenantId, id);
    return row === null ? [] : readVault(tx, tenantId, [row]);
  });
  if (entry === undefined) throw new Refusal('NOT_FOUND');
  return entry;
}

/** The bytes as they were hashed. Throws EVIDENCE_DAMAGED where they are not there any more. */
async function answerContent({ objects }: Services, tenantId: string, entry: VaultEntry, reply: FastifyReply): Promise<FileAnswer> {
  const content = await contentOf(objects, tenantId, entry).catch((error: unknown) => {
    if (error instanceof ObjectDamaged) throw new Refusal('EVIDENCE_DAMAGED', { fault: error.fault, sha256: entry.says.content_sha256 });
    throw error;
  });
  reply.header('x-content-type-options', 'nosniff');
  return new FileAnswer(fileNameOf(entry), CONTENT_TYPE, content);
}

function toWire(
  { presigned }: Services,
  tenantId: string,
  { row: { id, event_seq: seq, created_at, anchor }, says, about }: VaultEntry,
): EvidenceBundle {
  const { intent_id, name, content_sha256, size_bytes: size, metadata } = says;
  return {
    id,
    intent_id,
    name,
    ...about,
    seq,
    content_sha256,
    content_type: CONTENT_TYPE,
    size,
    created_at,
    uri: presigned.sign('GET', pathOf(tenantId, id), EVIDENCE_ADDRESS_SECONDS),
    metadata: { ...metadata },
    anchor,
  };
}

export const evidenceHandlers: readonly Handler[] = [list, get, content, open];
