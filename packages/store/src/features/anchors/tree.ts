// The Merkle tree of a log as PostgreSQL keeps it: full tiles where they are written, and what is not in one from the tiles below,
// at the bottom from the log itself. A root or a proof of any size up to the head reads a few rows, and waits for nobody.

import { HASH_BYTES } from '@countinghouse/kernel/merkle/hashing';
import { entriesOf, fullTiles, TILE_WIDTH, type TilePlace } from '@countinghouse/kernel/merkle/tiles';
import {
  type CompleteNode,
  completeNodes,
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  type LeafRange,
  rangesOutside,
} from '@countinghouse/kernel/merkle/tree';
import type { Tx } from '../../reader.ts';
import { hashBytes } from '../../sha256.ts';
import { leavesBetween, nameOf, readHashes } from './read-hashes.ts';
import { rootOver, rowAbove } from './rows.ts';

/** A tile's hashes, and the rows of nodes above them as far as they were asked for. */
type Rows = [Buffer, ...Buffer[]];

/**
 * The tree over the first `size` events of one log. Each tile is read once, each hash of a range made once. The log only grows: what
 * was read in one transaction holds in the next.
 */
export class StoredTree {
  private readonly tiles = new Map<string, Rows>();
  private readonly ranges = new Map<number, Map<number, Uint8Array>>();
  private tx: Pick<Tx, 'query'>;
  private readonly tenantId: string;
  readonly size: number;

  /** `size` must not be beyond the head of the log. */
  constructor(tx: Pick<Tx, 'query'>, tenantId: string, size: number) {
    this.tx = tx;
    this.tenantId = tenantId;
    this.size = size;
  }

  /** From now on it reads in this transaction. */
  readIn(tx: Pick<Tx, 'query'>): void {
    this.tx = tx;
  }

  /** How many tiles it keeps, of 16 kB each with the rows above. */
  get tilesKept(): number {
    return this.tiles.size;
  }

  private get whole(): LeafRange {
    return { from: 0, to: this.size };
  }

  async root(): Promise<Uint8Array> {
    await this.readFor([this.whole]);
    return this.hashOf(this.whole);
  }

  /** The path from leaf `index` (seq − 1) to the root, which is read with it. Paths share the arrays of hashes that they have in common. */
  async inclusion(index: number): Promise<readonly Uint8Array[]> {
    const ranges = inclusionRanges(index, this.size);
    await this.readFor([...ranges, this.whole]);
    return this.hashesOf(ranges);
  }

  /** The path that shows the first `before` leaves in this tree. */
  consistency(before: number): Promise<readonly Uint8Array[]> {
    return this.hashesOf(consistencyRanges(before, this.size));
  }

  /** The hashes of the subtrees outside of a stretch of leaves, from left to right. */
  outside(stretch: LeafRange): Promise<readonly Uint8Array[]> {
    return this.hashesOf(rangesOutside(stretch, this.size));
  }

  /** The 256 hashes of a full tile, or as many as this tree has of one that is not, one behind the other. */
  async tile(place: TilePlace): Promise<Buffer> {
    return (await this.rowsOf(place))[0];
  }

  /** Reads what these ranges are made of in one statement, as far as it is written; the rest is read as it is asked for. */
  private async readFor(ranges: readonly LeafRange[]): Promise<void> {
    const places = new Map<string, TilePlace>();
    for (const range of ranges.filter(({ from, to }) => this.ranges.get(from)?.has(to) !== true))
      for (const node of completeNodes(range)) {
        const { tile } = entriesOf(node);
        if (!this.tiles.has(nameOf(tile))) places.set(nameOf(tile), tile);
      }
    // One alone is read by itself.
    if (places.size < 2) return;
    const asked = [...places.values()].map((place) => ({ place, ...this.entriesIn(place) }));
    const [lowest, above] = [asked.filter(({ place }) => place.level === 0), asked.filter(({ place }) => place.level > 0)];
    const isFull = ({ level, index }: TilePlace): boolean => index < fullTiles(level, this.size);
    // Of each level the last one at most is not full: it is made of the roots of the tiles below it.
    const partial = above.filter(({ place }) => !isFull(place));
    const found = await readHashes(this.tx, this.tenantId, {
      lowest: lowest.map(({ place, from, to }) => ({ index: place.index, from, to })),
      tiles: above.map(({ place }) => place).filter(isFull),
      roots: partial.map(({ place, from, to }) => ({ level: place.level - 1, from, to })),
      lowestThrough: partial.find(({ place }) => place.level === 1)?.to ?? 0,
    });
    for (const { place, hashes } of found.tiles) {
      const { from, to } = this.entriesIn(place);
      const bytes = (to - from) * HASH_BYTES;
      // One that is full by now may begin with what a smaller tree has of it.
      if (hashes.length >= bytes) this.tiles.set(nameOf(place), [hashes.subarray(0, bytes)]);
    }
    for (const { place, from, to } of partial.sort((a, b) => a.place.level - b.place.level)) {
      const roots: Buffer[] = [];
      for (let index = from; index < to; index++) {
        const below = { level: place.level - 1, index };
        const root = found.roots.get(nameOf(below)) ?? this.rootOfKnown(below);
        if (root === null) break;
        roots.push(root);
      }
      if (roots.length === to - from) this.tiles.set(nameOf(place), [Buffer.concat(roots)]);
    }
  }

  private rootOfKnown(place: TilePlace): Buffer | null {
    const rows = this.tiles.get(nameOf(place));
    return rows === undefined ? null : rootOver(rows[0]);
  }

  /** The entries of a tile that this tree has, counted on the whole level. */
  private entriesIn({ level, index }: TilePlace): LeafRange {
    return { from: index * TILE_WIDTH, to: Math.min((index + 1) * TILE_WIDTH, Math.floor(this.size / TILE_WIDTH ** level)) };
  }

  private async rowsOf(place: TilePlace): Promise<Rows> {
    const name = nameOf(place);
    const known = this.tiles.get(name);
    if (known !== undefined) return known;
    const rows: Rows = [await this.readTile(place)];
    this.tiles.set(name, rows);
    return rows;
  }

  private async hashesOf(ranges: readonly LeafRange[]): Promise<readonly Uint8Array[]> {
    await this.readFor(ranges);
    const hashes: Uint8Array[] = [];
    for (const range of ranges) hashes.push(this.ranges.get(range.from)?.get(range.to) ?? (await this.hashOf(range)));
    return hashes;
  }

  private async hashOf(range: LeafRange): Promise<Uint8Array> {
    const nodes: Uint8Array[] = [];
    for (const node of completeNodes(range)) nodes.push(await this.nodeHash(node));
    const [only] = nodes;
    const found = only !== undefined && nodes.length === 1 ? only : hashBytes(hashOfRange(nodes));
    // A leaf is on the path of its neighbour alone.
    if (range.to - range.from > 1) this.keep(range, found);
    return found;
  }

  private keep({ from, to }: LeafRange, hash: Uint8Array): void {
    const known = this.ranges.get(from) ?? new Map<number, Uint8Array>();
    this.ranges.set(from, known.set(to, hash));
  }

  private async nodeHash(node: CompleteNode): Promise<Uint8Array> {
    const { tile, from, to } = entriesOf(node);
    const rows = await this.rowsOf(tile);
    const width = to - from;
    const level = Math.log2(width);
    for (let below = rows.at(-1); rows.length <= level && below !== undefined; below = rows.at(-1)) rows.push(rowAbove(below));
    const at = ((from - tile.index * TILE_WIDTH) / width) * HASH_BYTES;
    const found = rows[level]?.subarray(at, at + HASH_BYTES);
    if (found?.length !== HASH_BYTES) throw new Error(`the tree has no node over ${from} to ${to} of tile level ${tile.level}`);
    return found;
  }

  private async readTile({ level, index }: TilePlace): Promise<Buffer> {
    if (index < fullTiles(level, this.size)) {
      const found = await this.tx.query<{ hashes: Buffer }>(
        'select hashes from merkle_tiles where tenant_id = $1 and level = $2 and index = $3',
        [this.tenantId, level, index],
      );
      const [row] = found.rows;
      if (row !== undefined) return row.hashes;
    }
    const { from, to } = this.entriesIn({ level, index });
    return level === 0 ? this.readLeaves(from, to) : this.readRoots(level - 1, from, to);
  }

  private async readLeaves(from: number, to: number): Promise<Buffer> {
    const found = await this.tx.query<{ hashes: Buffer | null }>(`select ${leavesBetween('$2', '$3')} as hashes`, [
      this.tenantId,
      from,
      to,
    ]);
    const hashes = found.rows[0]?.hashes;
    if (hashes?.length !== (to - from) * HASH_BYTES) throw new Error(`the log lacks an event between seq ${from + 1} and ${to}`);
    return hashes;
  }

  /** Roots of neighbouring full tiles; those of tiles that are not written yet are made from what is below them. */
  private async readRoots(level: number, from: number, to: number): Promise<Buffer> {
    const found = await this.tx.query<{ index: number; root: Buffer }>(
      'select index, root from merkle_tiles where tenant_id = $1 and level = $2 and index >= $3 and index < $4',
      [this.tenantId, level, from, to],
    );
    const written = new Map(found.rows.map((row) => [row.index, row.root]));
    const roots: Uint8Array[] = [];
    for (let i = from; i < to; i++) roots.push(written.get(i) ?? rootOver(await this.tile({ level, index: i })));
    return Buffer.concat(roots);
  }
}
