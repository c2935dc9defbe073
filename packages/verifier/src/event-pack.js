// A pack of events, proven by nothing but itself: each hashes to what it says and follows the one before, and all are in a tree whose root was signed.
// @ts-check

import { checkBlock } from './block.js';
import { canonicalOf } from './canonical.js';
import { Faulty } from './evidence-fault.js';
import { StretchTree } from './stretch-tree.js';
import { signerOf } from './tree-signer.js';

/** @typedef {{ readonly [name: string]: unknown }} Record */

/**
 * @typedef {object} ProvenPack
 * @property {number} events
 * @property {readonly Record[]} decided the events that a bundle follows from, with the members of an archive's line
 * @property {string} thumbprint of the key that signed the checkpoint
 * @property {(event: Record) => string} receiptOf its receipt, as a file: docs/reference/receipt-format.md
 */

const LEAF_BYTES = 32;
const decisions = new Set(['intent.executed', 'intent.rejected', 'period.published']);

/**
 * @param {import('./pack.js').EventPack} pack
 * @param {readonly import('./keys.js').GivenKey[] | null} trusted null: whatever key the pack brings
 * @returns {Promise<{ readonly proven: ProvenPack, readonly fault: null } | { readonly proven: null, readonly fault: { readonly seq: number | null, readonly code: import('./evidence-fault.js').EvidenceFaultCode, readonly message: string } }>}
 */
export async function verifyEventPack(pack, trusted) {
  /** Where it got to. @type {{ seq: number | null }} */
  const at = { seq: pack.firstSeq };
  try {
    return { proven: await prove(pack, trusted, at), fault: null };
  } catch (error) {
    if (error instanceof Faulty) return { proven: null, fault: { seq: at.seq, code: error.code, message: error.message } };
    throw error;
  }
}

/** @param {import('./pack.js').EventPack} pack @param {readonly import('./keys.js').GivenKey[] | null} trusted @param {{ seq: number | null }} at */
async function prove({ tenantId, firstSeq, lastSeq, blocks, tree }, trusted, at) {
  /** @type {Uint8Array[]} */
  const leaves = [];
  /** @type {Record[]} */
  const decided = [];
  /** @type {import('./link.js').Position | null} */
  let before = null;
  for (const bytes of blocks) {
    at.seq = firstSeq + leaves.length;
    if (bytes === null) throw new Faulty('content', `the block that begins with event ${at.seq} is damaged`);
    const block = checkBlock(bytes, tenantId);
    const { first, last, fault, unreadable } = block;
    if (fault !== null) {
      at.seq = fault.seq;
      throw new Faulty('event', fault.message);
    }
    const why = unreadable?.why ?? (block.lines * LEAF_BYTES === block.leaves.length ? null : 'a line is no event');
    if (why !== null) throw new Faulty('content', why);
    const follows = first !== null && first.seq === at.seq && (before === null || first.prevHash === before.hash);
    if (!follows) throw new Faulty('event', `event ${at.seq} does not follow the one before`);
    before = last;
    for (let i = 0; i < block.leaves.length; i += LEAF_BYTES) leaves.push(block.leaves.subarray(i, i + LEAF_BYTES));
    for (const line of bytes.toString().trimEnd().split('\n')) {
      const { kind: _kind, ...event } = /** @type {Record} */ (JSON.parse(line));
      if (decisions.has(String(event['event_type']))) decided.push(event);
    }
  }
  at.seq = null;
  if (leaves.length === 0 || firstSeq + leaves.length - 1 !== lastSeq)
    throw new Faulty('content', `the pack has not the events ${firstSeq} to ${lastSeq}`);
  const stretch = new StretchTree({ size: tree.size, from: firstSeq - 1, leaves, outside: tree.outside });
  if (!stretch.isWhole || stretch.root() !== tree.root) throw new Faulty('inclusion', 'the events do not lead to the root');
  const thumbprint = await signerOf(tree.checkpoint, tree.publicJwk, { tenantId, size: tree.size, root: tree.root }, trusted);
  const receiptOf = (/** @type {Record} */ event) => receiptText(tenantId, event, stretch, tree);
  return { events: leaves.length, decided, thumbprint, receiptOf };
}

/** @param {string} tenantId @param {Record} event @param {StretchTree} stretch @param {import('./pack.js').EventPack['tree']} tree */
function receiptText(tenantId, event, stretch, { checkpoint, kid, publicJwk }) {
  const index = Number(event['seq']) - 1;
  const extra = canonicalOf({
    format: 'countinghouse-receipt',
    version: 1,
    tenant_id: tenantId,
    event,
    chain_keys: [{ kid, public_jwk: publicJwk }],
  });
  const path = stretch.path(index).map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
  return `c2sp.org/tlog-proof@v1\nextra ${Buffer.from(extra).toString('base64')}\nindex ${index}\n${path.join('')}\n${String(checkpoint)}`;
}
