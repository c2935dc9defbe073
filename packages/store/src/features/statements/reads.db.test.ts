// A page of a statement costs its own lines, whatever the account holds. Rows are counted, not time.

import { randomUUID } from 'node:crypto';
import { makeBooks, openLedger, type TestLedger } from '@countinghouse/testkit/books';
import { useDatabase } from '@countinghouse/testkit/database';
import { rowsOf, stepsOf } from '@countinghouse/testkit/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../connection.ts';
import { read } from '../../reader.ts';
import { type Cursor, listStatement, newest, type StatementFilter, statementPage } from './reads.ts';

const POSTINGS = 200_000;
const LINES_AN_INTENT = 100;
const PAGE = 50;

const db = useDatabase();
let t: TestLedger;
let tenantId: string;
let hot: string;
let rare: string;

/** 200,000 postings of one account, every hundredth of them against a second one. They only have to be many: no chain leads to them. */
beforeAll(async () => {
  t = openLedger(db.where);
  const books = await makeBooks(t, 3);
  ({ tenantId } = books);
  [hot = '', rare = ''] = books.accounts;
  const other = books.accounts[2] ?? '';
  const first = 1_000;
  // One that waits as long as it takes.
  const client = await connect(db.where, 'login', { statement_timeout: 0 });
  await client.query(
    `insert into events select $1, s, gen_random_uuid(), 'intent.executed', now(), 'x', null, 'intent-' || s, '{}', '', '', '', null, 1
     from generate_series($2::bigint, $2::bigint + $3::bigint / $4::bigint - 1) s`,
    [tenantId, first, POSTINGS, LINES_AN_INTENT],
  );
  await client.query(
    `insert into postings
     select $1, $2::bigint + n / $4, n % $4 + 1,
       case when n % 2 = 0 then $5::uuid else o end, case when n % 2 = 0 then o else $5::uuid end,
       1 + n % 7, 'USD', date '2026-01-01' + n / 2000, 'posting ' || n, n, n
     from (select n, case when n % 100 = 0 then $6::uuid else $7::uuid end as o from generate_series(0, $3::int - 1) n) x`,
    [tenantId, first, POSTINGS, LINES_AN_INTENT, hot, rare, other],
  );
  await client.query('analyze postings');
  await client.query('analyze events');
  await client.end();
}, 120_000);
afterAll(() => t.close());

const all: StatementFilter = { from: null, to: null, min: null, max: null, text: null, counterparty: null };

/** How many rows the plan of a page looked at, as the reader who asks for it. */
async function rowsTouched(accountId: string, filter: StatementFilter, before: Cursor): Promise<number> {
  const { text, values } = statementPage(tenantId, accountId, filter, { before, limit: PAGE });
  const steps = await read(t.readerPool, { tenantId }, (tx) => stepsOf(tx, text, values));
  expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Actual Rows'] > 10)).toEqual([]);
  return Math.max(...steps.map(rowsOf));
}

test.each([
  ['the first page', () => newest],
  ['a page in the middle', () => ({ seq: 2_000, line: 50 })],
  ['the last page', () => ({ seq: 1_000, line: 20 })],
])('%s of 200,000 postings looks at a few intents, not at the account', async (_what, before) => {
  expect(await rowsTouched(hot, all, before())).toBeLessThan(4 * LINES_AN_INTENT);
});

test('an account with few postings among many is found by its index', async () => {
  expect(await rowsTouched(rare, all, newest)).toBeLessThan(4 * LINES_AN_INTENT);
});

test('all pages together are the account, in order and without a gap', async () => {
  const seen: number[] = [];
  for (let before = newest; ; ) {
    const page = await read(t.readerPool, { tenantId }, (tx) => listStatement(tx, tenantId, rare, all, { before, limit: 300 }));
    seen.push(...page.map((l) => l.seq * LINES_AN_INTENT + l.line));
    const last = page.at(-1);
    if (last === undefined) break;
    before = last;
  }
  expect(seen).toHaveLength(POSTINGS / 100);
  expect(seen).toEqual([...seen].sort((a, b) => b - a));
  expect(new Set(seen).size).toBe(seen.length);
});

test('an account that is not there has no lines', async () => {
  const page = await read(t.readerPool, { tenantId }, (tx) => listStatement(tx, tenantId, randomUUID(), all, { before: newest, limit: 5 }));
  expect(page).toEqual([]);
});
