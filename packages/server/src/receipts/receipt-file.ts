// The receipt of an intent as one file that proves itself: the event, its path in the log's tree, and a signed root; as a C2SP tlog-proof or as a COSE
// receipt. The forms are told in docs/reference/receipt-format.md.

import type { ReceiptExtra } from '@countinghouse/contract/features/anchors';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { GeneratedKey } from '@countinghouse/kernel/signing-keys/events';
import { archivedEventOf } from '@countinghouse/store/archive/event';
import { findAnchorOver, listChainKeys } from '@countinghouse/store/features/anchors/reads';
import { signCose, signRoot } from '@countinghouse/store/features/anchors/signed-root';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import { type EventRow, listEventsOfIntent } from '@countinghouse/store/features/events/reads';
import { findBestCosigned, listCosignatures } from '@countinghouse/store/features/witnesses/reads';
import type { Tx } from '@countinghouse/store/reader';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/** A root that the organisation's chain key signed, perhaps witnesses too, and the tree that it is of. */
interface Covered {
  readonly tree: StoredTree;
  readonly checkpoint: string;
  readonly kid: string;
  /** Lines of the signed note. */
  readonly cosignatures: string;
}

/** The event that says what became of an intent: that it was executed or rejected; of one that waits, that it was proposed. */
async function getDeciding(tx: Tx, tenantId: string, intentId: string): Promise<EventRow> {
  const events = await listEventsOfIntent(tx, tenantId, intentId);
  const decided = events.findLast((e) => e.event_type === 'intent.executed' || e.event_type === 'intent.rejected') ?? events.at(-1);
  if (decided === undefined) throw new Refusal('NOT_FOUND');
  return decided;
}

/** The anchor over an event that most witnesses have cosigned; without any the first anchor; null before there is one. */
async function findCovering(tx: Tx, tenantId: string, seq: number): Promise<Covered | null> {
  const anchor = await findAnchorOver(tx, tenantId, (await findBestCosigned(tx, tenantId, seq)) ?? seq);
  if (anchor === null) return null;
  const cosignatures = await listCosignatures(tx, tenantId, anchor.to_seq);
  return {
    tree: new StoredTree(tx, tenantId, anchor.to_seq),
    checkpoint: anchor.checkpoint,
    kid: anchor.kid,
    cosignatures: cosignatures.map(({ name, signature }) => `— ${name} ${signature}\n`).join(''),
  };
}

type Signing = Pick<Services, 'highWater' | 'keyring' | 'writerPool'>;

/** A log that went back is not signed. Throws LOG_WENT_BACK. */
async function refuseLoss(tenantId: string, { highWater }: Signing): Promise<void> {
  const loss = await highWater.check(tenantId);
  if (loss !== null) throw new Refusal('LOG_WENT_BACK', { lost_from: loss.from, lost_to: loss.to });
}

/** The log as it is now, signed for the answer. Throws LOG_WENT_BACK. */
async function coverNow(tx: Tx, tenantId: string, services: Signing): Promise<Covered> {
  await refuseLoss(tenantId, services);
  const { tree, checkpoint, kid } = await signRoot(tx, services.writerPool, tenantId, services.keyring);
  return { tree, checkpoint, kid, cosignatures: '' };
}

/** The text of a C2SP tlog-proof, under an anchor or the log as it is now. Throws NOT_FOUND, LOG_WENT_BACK. */
export async function tlogProofOf(tx: Tx, tenantId: string, intentId: string, services: Signing): Promise<string> {
  const event = await getDeciding(tx, tenantId, intentId);
  return tlogProof(tx, tenantId, event, (await findCovering(tx, tenantId, event.seq)) ?? (await coverNow(tx, tenantId, services)));
}

/**
 * The same where an anchor covers the event, and when the event was; the text is null where none does yet. Nothing is signed for it. Throws
 * NOT_FOUND.
 */
export async function findAnchoredProof(
  tx: Tx,
  tenantId: string,
  intentId: string,
): Promise<{ readonly text: string | null; readonly decidedAt: Date }> {
  const event = await getDeciding(tx, tenantId, intentId);
  const covered = await findCovering(tx, tenantId, event.seq);
  return { text: covered === null ? null : await tlogProof(tx, tenantId, event, covered), decidedAt: new Date(event.event_ts) };
}

async function tlogProof(tx: Tx, tenantId: string, event: EventRow, { tree, checkpoint, kid, cosignatures }: Covered): Promise<string> {
  const path = await tree.inclusion(event.seq - 1);
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(await extraOf(tx, tenantId, event, kid)).toString('base64')}`,
    `index ${event.seq - 1}`,
    ...path.map((hash) => Buffer.from(hash).toString('base64')),
    '',
    checkpoint + cosignatures,
  ].join('\n');
}

/** The bytes of a COSE receipt, whose root is signed for the answer. Throws NOT_FOUND, LOG_WENT_BACK. */
export async function coseReceiptOf(tx: Tx, tenantId: string, intentId: string, services: Signing): Promise<Buffer> {
  const event = await getDeciding(tx, tenantId, intentId);
  await refuseLoss(tenantId, services);
  const covered = (await findCovering(tx, tenantId, event.seq)) ?? (await coverNow(tx, tenantId, services));
  const said = { seq: event.seq, cosignatures: covered.cosignatures, extraOf: (kid: string) => extraOf(tx, tenantId, event, kid) };
  return signCose(covered, said, { tx, writer: services.writerPool, tenantId, keyring: services.keyring });
}

/** The event and the chain keys up to one of them, as canonical JSON. */
async function extraOf(tx: Tx, tenantId: string, event: EventRow, kid: string): Promise<string> {
  const keys = await listChainKeys(tx, tenantId, kid);
  const extra: ReceiptExtra = {
    format: 'countinghouse-receipt',
    version: 1,
    tenant_id: tenantId,
    event: { ...archivedEventOf(event), hash_version: 1 },
    chain_keys: keys.map(({ payload }) => keyOf(JSON.parse(payload) as GeneratedKey)),
  };
  return canonicalize(extra as unknown as JsonObject);
}

const keyOf = ({ kid, public_jwk, endorsement }: GeneratedKey): ReceiptExtra['chain_keys'][number] => ({
  kid,
  public_jwk: public_jwk as Record<string, string>,
  ...(endorsement === undefined ? {} : { endorsement }),
});
