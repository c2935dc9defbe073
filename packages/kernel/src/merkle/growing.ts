// A tree whose leaves come one after the other: it keeps one hash for each complete subtree, never the leaves.

import { type Hashing, hashNode } from './hashing.ts';
import { hashOfRange } from './tree.ts';

export class GrowingTree {
  /** Of complete subtrees from left to right, each with its number of leaves: powers of two that fall. */
  private readonly subtrees: { readonly leaves: number; readonly hash: Uint8Array }[] = [];

  /** Takes the hash of the next leaf. */
  *append(leafHash: Uint8Array): Hashing<void> {
    let added = { leaves: 1, hash: leafHash };
    for (let left = this.subtrees.at(-1); left?.leaves === added.leaves; left = this.subtrees.at(-1)) {
      this.subtrees.pop();
      added = { leaves: added.leaves * 2, hash: yield* hashNode(left.hash, added.hash) };
    }
    this.subtrees.push(added);
  }

  /** The root over what was appended so far. At least one leaf. */
  root(): Hashing<Uint8Array> {
    return hashOfRange(this.subtrees.map((s) => s.hash));
  }
}
