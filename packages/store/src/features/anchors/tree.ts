// The Merkle tree of a log as PostgreSQL keeps it: full tiles where they are written, and what is not in one from the tiles below,
// at the bottom from the log. A root or a proof of any size up to the head reads a few rows, and waits for nobody.

import { HASH_BYTES, hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { entriesOf, fullTiles, TILE_WIDTH, type TilePlace } from '@countinghouse/kernel/merkle/tiles';
import {
  type CompleteNode,
  completeNodes,
  consistencyRanges,
  hashOfRange,
  inclusionRanges,
  type LeafRange,
} from '@countinghouse/kernel/merkle/tree';
import type { Tx } from '../../reader.ts';
import { hashBytes } from '../../sha256.ts';
import { rootOver, rowAbove } from './rows.ts';

/** The tree over the first `size` events of one log, read within one transaction. Each tile is read once. */
export class StoredTree {
  private readonly tiles = new Map<string, Promise<Buffer>>();
  /** Of each tile its hashes and the rows of nodes above them, as far as they were asked for. */
  private readonly rows = new Map<Buffer, Buffer[]>();
  private readonly tx: Pick<Tx, 'query'>;
  private readonly tenantId: string;
  readonly size: number;

  /** `size` must not be beyond the head of the log. */
  constructor(tx: Pick<Tx, 'query'>, tenantId: string, size: number) {
    this.tx = tx;
    this.tenantId = tenantId;
    this.size = size;
  }

  root(): Promise<Uint8Array> {
    return this.hashOf({ from: 0, to: this.size });
  }

  /** The path from leaf `index` (seq − 1) to the root. */
  inclusion(index: number): Promise<readonly Uint8Array[]> {
    return this.hashesOf(inclusionRanges(index, this.size));
  }

  /** The path that shows the first `before` leaves in this tree. */
  consistency(before: number): Promise<readonly Uint8Array[]> {
    return this.hashesOf(consistencyRanges(before, this.size));
  }

  /** The 256 hashes of a full tile, or as many as this tree has of one that is not, one behind the other. */
  tile(place: TilePlace): Promise<Buffer> {
    const name = `${place.level}/${place.index}`;
    const known = this.tiles.get(name) ?? this.readTile(place);
    this.tiles.set(name, known);
    return known;
  }

  private async hashesOf(ranges: readonly LeafRange[]): Promise<readonly Uint8Array[]> {
    const hashes: Uint8Array[] = [];
    for (const range of ranges) hashes.push(await this.hashOf(range));
    return hashes;
  }

  private async hashOf(range: LeafRange): Promise<Uint8Array> {
    const nodes: Uint8Array[] = [];
    for (const node of completeNodes(range)) nodes.push(await this.nodeHash(node));
    return hashBytes(hashOfRange(nodes));
  }

  private async nodeHash(node: CompleteNode): Promise<Uint8Array> {
    const { tile, from, to } = entriesOf(node);
    const hashes = await this.tile(tile);
    const rows = this.rows.get(hashes) ?? [hashes];
    this.rows.set(hashes, rows);
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
