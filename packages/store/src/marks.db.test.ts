import { makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumDays } from './days.ts';
import { listBalancesAsOf } from './features/balances/reads.ts';
import { findNearestBalances, isMarkDue, markOfMonths } from './marks.ts';
import { read } from './reader.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

test('balances as of every seq are the same from the beginning, from a mark on either side, from the end, and looked up one by one', async () => {
  const books = await makeBooks(t, 3);
  const first = books.lastPosted();
  expect(first).toBe(0);
  const after = new Map<number, readonly string[]>();
  const held = [0, 0, 0];
  const marks: number[] = [];
  for (let i = 0; i < 120; i++) {
    const [from, to, amount] = [i % 3, (i + 1 + (i % 2)) % 3, 1 + (i % 7)];
    const valueDate = i % 5 === 0 ? '2026-01-20' : '2026-03-03';
    const [row] = books.intent(`A${from + 1}`, `A${to + 1}`, String(amount)).rows;
    if (row === undefined) throw new Error('an intent has a row');
    written(await books.post(`A${from + 1}`, `A${to + 1}`, String(amount), { valueDate, rows: [{ ...row, valueDate }] }));
    held[from] = (held[from] ?? 0) + amount;
    held[to] = (held[to] ?? 0) - amount;
    after.set(
      books.lastPosted(),
      held.map((n) => `${n}.00000000`),
    );
    if (i === 40 || i === 41) {
      expect(await sumDays(t.writerPool, books.tenantId)).toBe(0);
      await t.loginPool.query(markOfMonths(books.tenantId, books.lastPosted()));
      marks.push(books.lastPosted());
    }
  }
  const nearest = new Set<number | 'looked up'>();
  for (const [seq, expected] of after) {
    await read(t.readerPool, { tenantId: books.tenantId }, async (tx) => {
      const known = await findNearestBalances(tx, books.tenantId, seq);
      nearest.add(Math.abs(known.seq - seq) > 30 ? 'looked up' : known.seq);
      const found = await listBalancesAsOf(tx, books.tenantId, seq, null);
      expect(found.map((a) => a.balance)).toEqual(expected);
    });
  }
  // Every way was taken.
  expect(nearest).toEqual(new Set([0, ...marks, 'looked up', books.lastPosted()]));
  expect(await findFaults(t, books.tenantId)).toEqual([]);
});

test('a mark is due once the log has grown enough since the last, and by more where there are many accounts', async () => {
  const books = await makeBooks(t, 2);
  const isDue = async (seq: number): Promise<boolean> => {
    const client = await t.writerPool.connect();
    return isMarkDue(client, books.tenantId, seq).finally(() => client.release());
  };
  expect([await isDue(65_535), await isDue(65_536)]).toEqual([false, true]);
  await t.loginPool.query('insert into account_marks values ($1, 1000, gen_random_uuid(), 1)', [books.tenantId]);
  expect([await isDue(66_535), await isDue(66_536)]).toEqual([false, true]);
});
