// How the hashes of a tree are kept: in tiles of 256 neighbours, each eight levels above the one below, written once when they are
// full and never changed. What is right of the last full tile follows from the roots of the tiles below it, at the bottom from
// the log itself; so the tree is there for every size at once, and a proof reads a few tiles a level, never the log.
// Source: the tiling of C2SP tlog-tiles.

import { type Hashing, hashNode } from './hashing.ts';
import type { CompleteNode } from './tree.ts';

const TILE_LEVELS = 8;
/** Hashes in a tile. */
export const TILE_WIDTH = 2 ** TILE_LEVELS;

/** Tile `index` of tile level `level`: its hashes are the nodes of tree level 8 × level from 256 × index on. */
export interface TilePlace {
  readonly level: number;
  readonly index: number;
}

/** Neighbouring hashes of one tile level, `from` to before `to`, all within one tile; the node wanted is the root over them. */
export interface Entries {
  readonly tile: TilePlace;
  /** Counted on the whole level, not within the tile. */
  readonly from: number;
  readonly to: number;
}

/** Where the hash of a complete subtree comes from. */
export function entriesOf({ level, index }: CompleteNode): Entries {
  const tileLevel = Math.floor(level / TILE_LEVELS);
  const width = 2 ** (level % TILE_LEVELS);
  const from = index * width;
  return { tile: { level: tileLevel, index: Math.floor(from / TILE_WIDTH) }, from, to: from + width };
}

/** Leaves under one hash of a tile level. */
const leavesUnder = (level: number): number => TILE_WIDTH ** level;

/** Full tiles of a level in a tree of so many leaves. */
export const fullTiles = (level: number, size: number): number => Math.floor(size / leavesUnder(level + 1));

/** The nodes one level above these: each over two neighbours. A last one without a neighbour has none above it yet. */
export function* rowAbove(row: readonly Uint8Array[]): Hashing<readonly Uint8Array[]> {
  const above: Uint8Array[] = [];
  for (let i = 0; i + 1 < row.length; i += 2) above.push(yield* hashNode(row[i] as Uint8Array, row[i + 1] as Uint8Array));
  return above;
}

/** The root over hashes whose number is a power of two. */
export function* rootOver(hashes: readonly Uint8Array[]): Hashing<Uint8Array> {
  let row = hashes;
  while (row.length > 1) {
    if (row.length % 2 === 1) throw new Error('not a power of two');
    row = yield* rowAbove(row);
  }
  const [root] = row;
  if (root === undefined) throw new Error('no hashes');
  return root;
}
