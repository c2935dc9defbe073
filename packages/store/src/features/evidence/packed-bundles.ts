// Packs of bundles, as they were written before packs had events (version 1): the bundles of a stretch of a log in one object. They are read, and none is added.
// docs/reference/evidence-format.md.

import { hash } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { ObjectDamaged } from '../../objects/object-store.ts';
import { inflateBlock } from './blocks.ts';

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** Where a bundle is: bytes of the pack that inflate to a block, and its bytes in there. */
export interface PlaceInPack {
  readonly offset: number;
  readonly length: number;
  readonly at: number;
  readonly sizeBytes: number;
}

/** What the index says of a bundle. */
export interface PackedBundle {
  /** The event that decided. */
  readonly seq: number;
  /** null for what is about no intent. */
  readonly intentId: string | null;
  /** What events call it by. */
  readonly name: string;
  /** What a list shows of it. */
  readonly metadata: JsonObject;
  readonly sha256: string;
  readonly place: PlaceInPack;
}

/** The index as it is written. */
export interface BundleIndex {
  readonly version: 1;
  readonly blocks: readonly (readonly [number, number])[];
  readonly bundles: readonly {
    readonly block: number;
    readonly intent_id: string | null;
    readonly metadata: JsonObject;
    readonly name: string;
    readonly offset: number;
    readonly seq: number;
    readonly sha256: string;
    readonly size: number;
  }[];
}

/** What is in a pack, by its index, in order of seq. */
export function bundlesOf({ blocks, bundles }: BundleIndex): readonly PackedBundle[] {
  return bundles.map(({ block, intent_id: intentId, metadata, name, offset: at, seq, sha256, size: sizeBytes }) => {
    const [offset, length] = blocks[block] ?? [];
    if (offset === undefined || length === undefined || !SHA256_HEX.test(sha256)) throw new Error(`a pack whose index is wrong at ${seq}`);
    return { seq, intentId, name, metadata, sha256, place: { offset, length, at, sizeBytes } };
  });
}

/** The bytes of a bundle, out of those of its block. Throws ObjectDamaged where they do not have its hash. */
export async function openBundle(block: Buffer, { at, sizeBytes }: PlaceInPack, sha256: string): Promise<Buffer> {
  const content = (await inflateBlock(block)).subarray(at, at + sizeBytes);
  if (hash('sha256', content) !== sha256) throw new ObjectDamaged('altered');
  return content;
}
