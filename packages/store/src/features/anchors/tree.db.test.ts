import { hash } from 'node:crypto';
import { hashLeaf, hashNode, runHashing, toHex } from '@countinghouse/kernel/merkle/hashing';
import { TILE_WIDTH } from '@countinghouse/kernel/merkle/tiles';
import { verifyConsistency, verifyInclusion } from '@countinghouse/kernel/merkle/verify';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { read } from '../../reader.ts';
import { hashBytes } from '../../sha256.ts';
import { listLogsToTile, writeTiles } from './tiles.ts';
import { StoredTree } from './tree.ts';

const db = useDatabase();
let t: TestLedger;
let books: Books;
/** Hashes of the leaves, from the log. */
let leaves: readonly Uint8Array[];
const EVENTS = 2 * TILE_WIDTH + 100;

beforeAll(async () => {
  t = openLedger(db.where);
  books = await makeBooks(t);
  await Promise.all(Array.from({ length: EVENTS }, async () => written(await books.post('A1', 'A2', '1'))));
  const found = await t.loginPool.query<{ event_hash: string }>('select event_hash from events where tenant_id = $1 order by seq', [
    books.tenantId,
  ]);
  leaves = found.rows.map((r) => hashBytes(hashLeaf(Buffer.from(r.event_hash, 'hex'))));
});
afterAll(() => t.close());

/** The tree by the recursion of the RFC: the other side of every comparison. */
function treeHash(of: readonly Uint8Array[]): Uint8Array {
  if (of.length === 1) return of[0] as Uint8Array;
  let k = 1;
  while (k * 2 < of.length) k *= 2;
  return runHashing(hashNode(treeHash(of.slice(0, k)), treeHash(of.slice(k))), (bytes) => hash('sha256', bytes, 'buffer'));
}
const inTree = <T>(size: number, work: (tree: StoredTree) => Promise<T>): Promise<T> =>
  read(t.readerPool, { tenantId: books.tenantId }, (tx) => work(new StoredTree(tx, books.tenantId, size)));
const countTiles = async (): Promise<number> =>
  (await t.loginPool.query('select from merkle_tiles where tenant_id = $1', [books.tenantId])).rowCount ?? -1;

/** Roots and proofs of some sizes around the borders of tiles. */
async function expectWholeTree(): Promise<void> {
  for (const size of [1, 2, TILE_WIDTH - 1, TILE_WIDTH, TILE_WIDTH + 1, 2 * TILE_WIDTH, leaves.length]) {
    const root = treeHash(leaves.slice(0, size));
    expect([size, toHex(await inTree(size, (tree) => tree.root()))]).toEqual([size, toHex(root)]);
    for (const index of new Set([0, size >> 1, size - 1])) {
      const path = await inTree(size, (tree) => tree.inclusion(index));
      expect(hashBytes(verifyInclusion(leaves[index] as Uint8Array, { index, size, path }, root))).toBe(true);
    }
    for (const before of new Set([1, Math.ceil(size / 3), size])) {
      const path = await inTree(size, (tree) => tree.consistency(before));
      const old = treeHash(leaves.slice(0, before));
      expect(hashBytes(verifyConsistency(old, { before, size, path }, root))).toBe(true);
    }
  }
}

describe('the tree of a log', () => {
  test('has every root and proof before a tile is written, while some are missing, and when all are there', async () => {
    expect(await countTiles()).toBe(0);
    await expectWholeTree();
    expect(await writeTiles(t.writerPool, books.tenantId, leaves.length, 1)).toBe(1);
    await expectWholeTree();
    const [mine] = (await listLogsToTile(t.writerPool, 10)).filter((log) => log.tenant_id === books.tenantId);
    expect(mine?.seq).toBe(leaves.length);
    const wrote = await Promise.all([1, 2, 3].map(() => writeTiles(t.writerPool, books.tenantId, leaves.length, 100)));
    expect(wrote.reduce((a, b) => a + b)).toBe(1);
    expect(await countTiles()).toBe(2);
    expect((await listLogsToTile(t.writerPool, 10)).map((log) => log.tenant_id)).not.toContain(books.tenantId);
    await expectWholeTree();
  });
  test('is read in one statement, root and path, also where its last tile is full by now', async () => {
    for (const size of [TILE_WIDTH + 7, 2 * TILE_WIDTH - 1, leaves.length]) {
      const asked: string[] = [];
      await read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
        const query = ((...args: Parameters<typeof tx.query>) => {
          asked.push(JSON.stringify(args[0]));
          return tx.query(...args);
        }) as typeof tx.query;
        const tree = new StoredTree({ query }, books.tenantId, size);
        const path = await tree.inclusion(5);
        const root = await tree.root();
        expect(hashBytes(verifyInclusion(leaves[5] as Uint8Array, { index: 5, size, path }, root))).toBe(true);
        expect(toHex(root)).toBe(toHex(treeHash(leaves.slice(0, size))));
      });
      expect(asked).toHaveLength(1);
    }
  });
  test('says so where the log lacks an event', async () => {
    await expect(inTree(leaves.length + 1, (tree) => tree.root())).rejects.toThrow(/lacks an event/);
  });
});

describe('a tile', () => {
  test('is never rewritten or taken back by the writer', async () => {
    for (const change of [
      "update merkle_tiles set root = ''",
      'delete from merkle_tiles',
      'delete from anchors',
      "update anchors set root = ''",
    ])
      await expect(t.writerPool.query(change)).rejects.toMatchObject({ code: '42501' });
  });
  test('of the second level stands on 256 of the first', async () => {
    // 65,536 events would take long to post: tiles of made up hashes stand for them, written as the worker writes.
    const hashes = Array.from({ length: TILE_WIDTH }, (_, i) => hash('sha256', `tile ${i}`, 'buffer'));
    const tenantId = (await makeBooks(t)).tenantId;
    await t.writerPool.query(
      `insert into merkle_tiles (tenant_id, level, index, hashes, root)
       select $1, 0, n - 1, convert_to(repeat('x', 8192), 'UTF8'), r from unnest($2::bytea[]) with ordinality as t(r, n)`,
      [tenantId, hashes],
    );
    expect(await writeTiles(t.writerPool, tenantId, TILE_WIDTH ** 2, 1000)).toBe(1);
    const found = await t.loginPool.query<{ hashes: Buffer; root: Buffer }>(
      'select hashes, root from merkle_tiles where tenant_id = $1 and level = 1',
      [tenantId],
    );
    expect(found.rows[0]?.hashes.equals(Buffer.concat(hashes))).toBe(true);
    expect(toHex(found.rows[0]?.root ?? Buffer.alloc(0))).toBe(toHex(treeHash(hashes)));
    expect(toHex(await read(t.readerPool, { tenantId }, (tx) => new StoredTree(tx, tenantId, TILE_WIDTH ** 2).root()))).toBe(
      toHex(treeHash(hashes)),
    );
  });
});
