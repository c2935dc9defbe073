import { type Books, makeBooks, openLedger, type TestLedger, written } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DaySums } from './day-sums.ts';

const db = useDatabase();
let t: TestLedger;
beforeAll(() => {
  t = openLedger(db.where);
});
afterAll(() => t.close());

const signal = new AbortController().signal;

async function booksWithPosting(): Promise<Books> {
  const books = await makeBooks(t);
  written(await books.post('A1', 'A2', '1'));
  return books;
}

const summedThrough = async ({ tenantId }: Books): Promise<number> =>
  (await t.loginPool.query<{ through_seq: number }>('select through_seq from days_summed where tenant_id = $1', [tenantId])).rows[0]
    ?.through_seq ?? -1;

/** One that has asked the database already which organisations are behind. */
async function openSums(pool = t.writerPool): Promise<DaySums> {
  const sums = new DaySums(pool);
  await sums.pass(signal);
  return sums;
}

test('many events are summed at once, a few after five passes', async () => {
  const sums = await openSums();
  const [many, few] = [await booksWithPosting(), await booksWithPosting()];
  sums.note(many.tenantId, 600);
  sums.note(many.tenantId, 400);
  sums.note(few.tenantId, 999);
  await sums.pass(signal);
  expect(await summedThrough(many)).toBe(many.lastSeq());
  for (let pass = 2; pass <= 4; pass++) await sums.pass(signal);
  expect(await summedThrough(few)).toBe(0);
  await sums.pass(signal);
  expect(await summedThrough(few)).toBe(few.lastSeq());
});

test('what could not be summed is summed by the next pass', async () => {
  const sums = await openSums();
  const books = await booksWithPosting();
  sums.note(books.tenantId, 1_000);
  const client = await t.loginPool.connect();
  try {
    // The mark is passed over where somebody else has it; a table that somebody else has is waited for until the statement is given up.
    await client.query('begin; lock table account_days in access exclusive mode');
    await expect(sums.pass(signal)).rejects.toThrow(/timeout/);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await summedThrough(books)).toBe(0);
  await sums.pass(signal);
  expect(await summedThrough(books)).toBe(books.lastSeq());
});

test('organisations that another process left behind are found', async () => {
  const books = await booksWithPosting();
  await openSums();
  expect(await summedThrough(books)).toBe(books.lastSeq());
});
