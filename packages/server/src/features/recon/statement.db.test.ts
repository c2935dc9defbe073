// The bank reconciliation statement of an account on a day.

import { randomUUID } from 'node:crypto';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { recon } from '@countinghouse/contract/features/recon';
import { connect, withRows as withPruned } from '@countinghouse/store/connection';
import { DAY, line, post, refused, run, take, turnedAway, withRows } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { pruneBooks, writeAllTiles } from '@countinghouse/testkit/prune-books';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const TILE = 256;

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/internal/recon/statement', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.statement.path, 401, 'UNAUTHENTICATED'));
  const get = async (o: Organisation, date: string) => (await o.owner.call(recon.statement, { query: { account_id: o.cash, date } })).body;
  const statement = (o: Organisation, more: object) =>
    testServer.opened.services.ledger.submit(o.tenantId, {
      type: 'recon.import',
      actor: { kind: 'user', id: o.owner.id },
      id: randomUUID(),
      format: 'mt940',
      fileSha256: null,
      statements: [
        {
          id: randomUUID(),
          source: 'bank',
          accountId: o.cash,
          reference: '3',
          openingE8: null,
          closingE8: null,
          fromOn: null,
          toOn: null,
          rows: [],
          ...more,
        },
      ],
    });
  const E8 = 100_000_000n;
  const bankRow = (on: string, amount: bigint) => ({ id: randomUUID(), at: on, on, amountE8: amount * E8, line: 1, wordsToken: null });

  test('200: nothing to hold the books against where no statement tells a balance', async () => {
    const o = await withRows(testServer);
    expect(await get(o, DAY)).toMatchObject({
      account: { code: 'CASH', currency: 'USD' },
      book_balance: '10.00000000',
      bank_balance: null,
      since: DAY,
      difference: null,
      rows: { count: 2, sum: '14.00000000', items: [{}, {}] },
      postings: { count: 1, sum: '10.00000000' },
    });
  });
  test('200: open items explain the difference, on any day; what was before the first statement is carried along', async () => {
    const o = await openOrganisation(testServer);
    await post(o, '500', '2026-02-01');
    await post(o, '30', '2026-03-01');
    await post(o, '40', '2026-03-04');
    await post(o, '-7', '2026-03-05');
    const rows = [bankRow('2026-03-02', 30n), bankRow('2026-03-05', 40n), bankRow('2026-03-05', -2n)];
    await statement(o, { openingE8: 450n * E8, closingE8: 518n * E8, fromOn: '2026-03-01', toOn: '2026-03-31', rows });
    expect(await run(o.owner)).toMatchObject({ matched: 2 });
    expect(await get(o, '2026-03-31')).toMatchObject({
      book_balance: '563.00000000',
      bank_balance: '518.00000000',
      bank_balance_from: { statement: '3', source: 'bank', on: '2026-03-31' },
      since: '2026-03-01',
      before: '50.00000000',
      rows: { count: 1, sum: '-2.00000000' },
      postings: { count: 1, sum: '-7.00000000' },
      difference: '0.00000000',
    });
    // On the 4th the posting of 40 is in the books and not yet at the bank; the statement is not over.
    expect(await get(o, '2026-03-04')).toMatchObject({
      book_balance: '570.00000000',
      bank_balance: '480.00000000',
      bank_balance_from: { on: '2026-03-01' },
      rows: { count: 0 },
      postings: { count: 1, sum: '40.00000000' },
      difference: '0.00000000',
    });
  });
  test('200: the same where what is matched left the database; what is unmatched after that is open, and offered', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(recon.saveSource, { body: { name: 'bank', account_code: 'CASH' } });
    await post(o, '500', '2026-02-01');
    await post(o, '11', '2026-02-28');
    await post(o, '30', '2026-03-01');
    await post(o, '40', '2026-03-04');
    await post(o, '-7', '2026-03-05');
    const rows = [bankRow('2026-03-01', 11n), bankRow('2026-03-02', 30n), bankRow('2026-03-05', 40n), bankRow('2026-03-05', -2n)];
    await statement(o, { openingE8: 450n * E8, closingE8: 529n * E8, fromOn: '2026-03-01', toOn: '2026-03-31', rows });
    expect(await run(o.owner)).toMatchObject({ matched: 3 });
    // What is in a full tile of the tree may leave: these fill it.
    const refusedOnes = Array.from({ length: TILE }, () => o.intent({ proposed_actions: [row('CASH', 'NOWHERE', '1')] }));
    await o.owner.call(intents.batch, { body: { intents: refusedOnes } });
    const days = ['2026-02-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05', '2026-03-31'];
    const told = () => Promise.all(days.map((day) => get(o, day)));
    const before = await told();
    expect(before.at(-1)).toMatchObject({ book_balance: '574.00000000', difference: '0.00000000' });

    const ground = { ...testServer.opened.services, loginPool: testServer.opened.loginPool };
    const client = await connect(withPruned(db.where, { s3: null, dataDir: testServer.dataDir }), 'owner');
    await writeAllTiles(ground, o);
    const owner = { kind: 'user' as const, id: o.owner.id };
    const { left } = await pruneBooks(ground, client, { tenantId: o.tenantId, owner }, { last: TILE, folder: testServer.dataDir });
    await client.end();
    // 500 and −7 are not matched.
    expect(left.postings).toBe(3);
    expect(await told()).toEqual(before);

    const { matches } = (await o.owner.call(recon.matches, { query: { account_id: o.cash } })).body;
    const [forty] = matches.filter(({ postings }) => Number(postings[0]?.amount) === 40);
    expect((await o.owner.call(recon.unmatch, { params: { id: forty?.id ?? '' } })).status).toBe(200);
    expect(await get(o, '2026-03-31')).toMatchObject({
      book_balance: '574.00000000',
      rows: { count: 2, sum: '38.00000000' },
      postings: { count: 2, sum: '33.00000000' },
      difference: '0.00000000',
    });
    const open = (await o.owner.call(recon.postings, { query: { account_id: o.cash, around: '2026-03-05' } })).body.postings;
    expect(open.map(({ amount }) => Number(amount))).toEqual([-7, 40]);
    const [posting] = open.filter(({ amount }) => Number(amount) === 40);
    const body = { account_id: o.cash, row_ids: [rows[2]?.id ?? ''], postings: [{ seq: posting?.seq ?? 0, line: 1 }] };
    expect((await o.owner.call(recon.matchByHand, { body })).status).toBe(200);
    expect(await told()).toEqual(before);
  });
  test('200: a statement that is missing in between leaves a difference', async () => {
    const o = await openOrganisation(testServer);
    const first = { openingE8: 0n, closingE8: 10n * E8, fromOn: '2026-03-01', toOn: '2026-03-01', rows: [bankRow('2026-03-01', 10n)] };
    await statement(o, first);
    await statement(o, {
      openingE8: 25n * E8,
      closingE8: 26n * E8,
      fromOn: '2026-03-03',
      toOn: '2026-03-03',
      rows: [bankRow('2026-03-03', 1n)],
    });
    expect(await get(o, '2026-03-02')).toMatchObject({ bank_balance: '10.00000000', difference: '0.00000000' });
    expect(await get(o, '2026-03-03')).toMatchObject({ bank_balance: '26.00000000', difference: '-15.00000000' });
  });
  test('200: a period that is closing tells of the rows that are open by then', async () => {
    const o = await withRows(testServer);
    await o.match([o.ten]);
    await take(o.owner, [line('9', { posted_at: '2026-04-01' })]);
    const range = { period_start: '2026-03-01', period_end: '2026-03-31' };
    const { period } = (await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } })).body;
    const { work } = (await o.owner.call(periods.get, { params: { id: period.id } })).body;
    expect(work.bank_rows).toEqual([{ account_id: o.cash, account_code: 'CASH', unmatched: 1 }]);
  });
  test('404: an account that is not there', async () => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.call(recon.statement, { query: { account_id: randomUUID(), date: DAY } });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
