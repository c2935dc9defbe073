import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { pruneBooks, writeAllTiles } from '@countinghouse/testkit/prune-books';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, withRows } from '../connection.ts';
import { bringBack } from '../pruned/bring-back.ts';
import { replay } from '../replay.ts';

const INTENTS = 600;
const LEAVE = 512;

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-keys-'));
let t: TestLedger;
const asOwner = () => connect(withRows(db.where, { s3: null, dataDir: folder }), 'owner', { statement_timeout: 0 });
let owner: pg.Client;
beforeAll(async () => {
  t = openLedger(withRows(db.where, { s3: null, dataDir: folder }));
  owner = await asOwner();
});
afterAll(async () => {
  await owner.end();
  await t.close();
  rmSync(folder, { recursive: true });
});

/** How often the writer looked among the keys that left. */
async function countLookUps(work: () => Promise<unknown>): Promise<number> {
  const asked = vi.spyOn(t.writerPool, 'query');
  await work();
  const count = asked.mock.calls.filter(([text]) => String(text).includes('join pruned_keys')).length;
  asked.mockRestore();
  return count;
}

describe('keys of rows that left the database', () => {
  let books: Books;
  let posted: readonly ExecuteIntent[];
  const submit = (command: ExecuteIntent) => t.ledger.submit(books.tenantId, command);
  const leave = () => pruneBooks(t, owner, books, { last: LEAVE, folder });
  const postNew = () => books.post('A1', 'A2', '1');
  /** Posts until nothing is looked up for it any more. */
  const waitUntilKnown = () => vi.waitFor(async () => expect(await countLookUps(postNew)).toBe(0), { timeout: 10_000 });

  beforeEach(async () => {
    books = await makeBooks(t);
    posted = Array.from({ length: INTENTS }, () => books.intent('A1', 'A2', '1'));
    for (const outcome of await t.ledger.submitMany(books.tenantId, posted)) written(outcome);
    await writeAllTiles(t, books);
  });

  test('are looked up until they are known; then only what may be one of them', async () => {
    expect((await leave()).left.events).toBeGreaterThan(LEAVE / 2);
    // Nobody remembers anything, as after a start.
    t.ledger.reload(books.tenantId);
    expect(await countLookUps(postNew)).toBe(1);
    await waitUntilKnown();
    expect(
      await countLookUps(() => t.ledger.submitMany(books.tenantId, [books.intent('A2', 'A1', '2'), books.intent('A2', 'A1', '3')])),
    ).toBe(0);
    t.ledger.reload(books.tenantId);
    const [first, second] = posted as readonly [ExecuteIntent, ExecuteIntent];
    expect(
      await countLookUps(async () => expect(await submit(first)).toMatchObject({ kind: 'duplicate', prior: { intentId: first.intentId } })),
    ).toBe(1);
    // Its key alone, and its id alone.
    const [{ intentId }, { idemKey }] = [books.intent('A1', 'A2', '1'), books.intent('A1', 'A2', '1')];
    t.ledger.reload(books.tenantId);
    expect(await submit({ ...second, intentId })).toMatchObject({ kind: 'duplicate', prior: { intentId: second.intentId } });
    t.ledger.reload(books.tenantId);
    expect(await submit({ ...second, idemKey })).toMatchObject({ kind: 'refused', code: 'INTENT_ID_TAKEN' });
    const together = await t.ledger.submitTogether(books.tenantId, [books.intent('A1', 'A2', '1'), posted[2] as ExecuteIntent]);
    expect(together).toMatchObject({ outcomes: [{ kind: 'written' }, { kind: 'duplicate' }] });
    expect(await t.ledger.preview(books.tenantId, [posted[3] as ExecuteIntent])).toMatchObject([{ kind: 'duplicate' }]);
    const client = await asOwner();
    expect(await replay(client, books.tenantId)).toMatchObject({ chainFault: null, differences: [] });
    await client.end();
  });

  test('stay known where rows come back and leave again, and are looked up again once more may leave', async () => {
    await leave();
    await waitUntilKnown();
    expect(await bringBack(owner, books.tenantId)).toBeGreaterThan(LEAVE / 2);
    expect(await countLookUps(postNew)).toBe(0);
    expect(await submit(posted[0] as ExecuteIntent)).toMatchObject({ kind: 'duplicate' });
    await pruneBooks(t, owner, books, { last: LEAVE, folder, again: true });
    t.ledger.reload(books.tenantId);
    expect(await submit(posted[1] as ExecuteIntent)).toMatchObject({ kind: 'duplicate' });
    const further = {
      from_seq: LEAVE + 1,
      through_seq: LEAVE + 50,
      before: '2020-01-01',
      archive_sha256: '0'.repeat(64),
      rows_sha256: '0'.repeat(64),
    };
    written(await t.ledger.submit(books.tenantId, { type: 'log.prune', actor: books.owner, pruned: { ...further, places: ['test'] } }));
    expect(await countLookUps(postNew)).toBe(1);
  });
});
