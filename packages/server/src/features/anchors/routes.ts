import { COSE_TYPE, anchors as contract, RECEIPT_TYPE } from '@countinghouse/contract/features/anchors';
import { nextAt, olderThanOf } from '@countinghouse/contract/fields';
import { toHex } from '@countinghouse/kernel/merkle/hashing';
import { type AnchorRow, findAnchor, findAnchorOver, findLeaf, listAnchors } from '@countinghouse/store/features/anchors/reads';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { makeAnchor } from '@countinghouse/store/features/anchors/writes';
import { read, type Tx } from '@countinghouse/store/reader';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { inclusionOf, toWireAnchor } from '../../receipts/inclusion.ts';
import { coseReceiptOf, tlogProofOf } from '../../receipts/receipt-file.ts';
import { FileAnswer } from '../../route/answers.ts';
import { type Handler, handler, reading } from '../../route/route.ts';

export const list = reading(contract.list, async ({ tenant: { tenant_id }, input: { query } }, { readerPool }) => {
  const rows = await read(readerPool, { tenantId: tenant_id }, (tx) => listAnchors(tx, tenant_id, query.limit, olderThanOf(query)));
  return { anchors: rows.map(toWireAnchor), next: nextAt(rows.length === query.limit ? (rows.at(-1)?.to_seq ?? null) : null) };
});

export const make = handler(contract.make, async ({ tenant: { tenant_id } }, { writerPool, keyring, highWater }) => {
  const loss = await highWater.check(tenant_id);
  if (loss !== null) throw new Refusal('LOG_WENT_BACK', { lost_from: loss.from, lost_to: loss.to });
  const done = await makeAnchor(writerPool, keyring, tenant_id, null);
  // An organisation has events from its first moment.
  if (done === null) throw new Refusal('NOT_FOUND');
  return { anchor: toWireAnchor(done.anchor), made: done.made };
});

export const consistency = reading(contract.consistency, ({ tenant: { tenant_id }, input: { query } }, { readerPool }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const [from, to] = [await getAnchor(tx, tenant_id, query.from), await getAnchor(tx, tenant_id, query.to)];
    if (from.to_seq > to.to_seq) throw refuseField('to', 'Choose a later anchor: this one is the earlier of the two.');
    const path = await new StoredTree(tx, tenant_id, to.to_seq).consistency(from.to_seq);
    return { from: toWireAnchor(from), to: toWireAnchor(to), path: path.map(toHex) };
  }),
);

export const proof = reading(contract.proof, ({ tenant: { tenant_id }, input: { params, query } }, { readerPool }) =>
  read(readerPool, { tenantId: tenant_id }, async (tx) => {
    const { seq } = params;
    const leaf = await findLeaf(tx, tenant_id, seq);
    if (leaf === null) throw new Refusal('NOT_FOUND', { seq });
    const anchor = query.anchor === undefined ? await findAnchorOver(tx, tenant_id, seq) : await getAnchor(tx, tenant_id, query.anchor);
    if (anchor !== null && anchor.to_seq < seq)
      throw refuseField('anchor', `Choose an anchor that covers the event: this one ends at seq ${anchor.to_seq}.`);
    return inclusionOf(tx, tenant_id, leaf, anchor);
  }),
);

export const receipt = handler(contract.receipt, async ({ tenant: { tenant_id }, input: { params } }, services) => {
  const text = await read(services.readerPool, { tenantId: tenant_id }, (tx) => tlogProofOf(tx, tenant_id, params.intent_id, services));
  return new FileAnswer(`${fileNameOf(params.intent_id)}.tlog-proof`, RECEIPT_TYPE, text);
});

export const coseReceipt = handler(contract.coseReceipt, async ({ tenant: { tenant_id }, input: { params } }, services) => {
  const bytes = await read(services.readerPool, { tenantId: tenant_id }, (tx) => coseReceiptOf(tx, tenant_id, params.intent_id, services));
  return new FileAnswer(`${fileNameOf(params.intent_id)}.cose`, COSE_TYPE, bytes);
});

/** Colons are no part of a name of a file everywhere. */
const fileNameOf = (intentId: string): string => intentId.replaceAll(':', '_');

async function getAnchor(tx: Tx, tenantId: string, id: string): Promise<AnchorRow> {
  const found = await findAnchor(tx, tenantId, id);
  if (found === null) throw new Refusal('NOT_FOUND', { anchor: id });
  return found;
}

export const anchorsHandlers: readonly Handler[] = [list, make, consistency, proof, receipt, coseReceipt];
