// The Merkle tree of a log as PostgreSQL keeps it: full tiles where they are written, and what is not in one from the tiles below,
// at the bottom from the log itself. A root or a proof of any size up to the head reads a few rows, and waits for nobody.

import { HASH_BYTES, hashLeaf } from '@countinghouse/kernel/merkle/hashing';
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

  async root(): Promise<Uint8Array> {
    return this.hashOf({ from: 0, to: this.size });
  }

  /** The path from leaf `index` (seq − 1) to the root. Paths share the arrays of hashes that they have in common. */
  inclusion(index: number): Promise<readonly Uint8Array[]> {
    return this.hashesOf(inclusionRanges(index, this.size));
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

  private async rowsOf(place: TilePlace): Promise<Rows> {
    const name = `${place.level}/${place.index}`;
    const known = this.tiles.get(name);
    if (known !== undefined) return known;
    const rows: Rows = [await this.readTile(place)];
    this.tiles.set(name, rows);
    return rows;
  }

  private async hashesOf(ranges: readonly LeafRange[]): Promise<readonly Uint8Array[]> {
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
    const [from, to] = [index * TILE_WIDTH, Math.min((index + 1) * TILE_WIDTH, Math.floor(this.size / TILE_WIDTH ** level))];
    return level === 0 ? this.readLeaves(from, to) : this.readRoots(level - 1, from, to);
  }

  private async readLeaves(from: number, to: number): Promise<Buffer> {
    const found = await this.tx.query<{ event_hash: string }>(
      'select event_hash from events where tenant_id = $1 and seq > $2 and seq <= $3 order by seq',
      [this.tenantId, from, to],
    );
    if (found.rows.length !== to - from) throw new Error(`the log lacks an event between seq ${from + 1} and ${to}`);
    return Buffer.concat(found.rows.map((row) => hashBytes(hashLeaf(Buffer.from(row.event_hash, 'hex')))));
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
