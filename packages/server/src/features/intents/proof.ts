// The receipt that travels, told with the answer to a call that asks for it.

import { anchors } from '@countinghouse/contract/features/anchors';
import type { Receipt, ReceiptProof } from '@countinghouse/contract/features/intents';
import { read } from '@countinghouse/store/reader';
import { findAnchoredProof } from '../../receipts/receipt-file.ts';
import type { Services } from '../../services.ts';
import type { Decided } from './answer.ts';

type Needs = Pick<Services, 'readerPool' | 'clock'>;

/** Logs are anchored at each full hour, with all from before it. */
const HOUR_MS = 3_600_000;

/**
 * Receipts with their proofs. Of what was decided now no anchor has the event yet, and nothing is read; of each repeat it is read by itself, so
 * that others get at the connection in between.
 */
export async function withProofs(services: Needs, tenantId: string, decided: readonly Decided[]): Promise<readonly Decided[]> {
  const told: Decided[] = [];
  for (const each of decided) {
    if ('refused' in each) told.push(each);
    else told.push({ ...each, receipt: { ...each.receipt, proof: await proofOf(services, tenantId, each.receipt) } });
  }
  return told;
}

async function proofOf({ readerPool, clock }: Needs, tenantId: string, { intentId, duplicate }: Receipt): Promise<ReceiptProof> {
  const { text, decidedAt } = duplicate
    ? await read(readerPool, { tenantId }, (tx) => findAnchoredProof(tx, tenantId, intentId))
    : { text: null, decidedAt: new Date(clock.nowMs()) };
  return {
    tlog_proof: text,
    path: anchors.receipt.path.replace(':intent_id', encodeURIComponent(intentId)),
    expected_at: text === null ? new Date((Math.floor(decidedAt.getTime() / HOUR_MS) + 1) * HOUR_MS).toISOString() : null,
  };
}
