// That the log holds an event: a path from it to the root of an anchor, or of the log as it is.

import type { Anchor, Inclusion } from '@countinghouse/contract/features/anchors';
import { hashLeaf, toHex } from '@countinghouse/kernel/merkle/hashing';
import type { AnchorRow, LeafRow } from '@countinghouse/store/features/anchors/reads';
import { StoredTree } from '@countinghouse/store/features/anchors/tree';
import type { Tx } from '@countinghouse/store/reader';
import { hashBytes } from '@countinghouse/store/sha256';

export const toWireAnchor = (row: AnchorRow): Anchor => ({
  id: row.id,
  hour: row.hour,
  from_seq: row.from_seq,
  to_seq: row.to_seq,
  root_hash: toHex(row.root),
  checkpoint: row.checkpoint,
  kid: row.kid,
  created_at: row.created_at,
  anchored: row.anchored_at !== null,
  anchored_at: row.anchored_at,
  anchor_ref: row.anchor_ref,
  time_stamp: row.time_stamp?.toString('base64') ?? null,
  cosignatures: [...row.cosignatures],
});

/** `anchor`: one that covers the event; null: the log as it is now. */
export async function inclusionOf(tx: Tx, tenantId: string, leaf: LeafRow, anchor: AnchorRow | null): Promise<Inclusion> {
  const { seq, eventHash } = leaf;
  const tree = new StoredTree(tx, tenantId, anchor?.to_seq ?? leaf.size);
  // What the root is made of is read with the path.
  const path = await tree.inclusion(seq - 1);
  return {
    seq,
    event_hash: eventHash,
    leaf_hash: toHex(hashBytes(hashLeaf(Buffer.from(eventHash, 'hex')))),
    leaf_index: seq - 1,
    tree_size: tree.size,
    root_hash: toHex(await tree.root()),
    path: path.map(toHex),
    anchor: anchor === null ? null : toWireAnchor(anchor),
  };
}
