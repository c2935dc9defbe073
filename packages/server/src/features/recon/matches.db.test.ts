// What is matched with what: by a run, by hand, and undone.

import { randomUUID } from 'node:crypto';
import { recon } from '@countinghouse/contract/features/recon';
import { DAY, line, post, refused, rowsOf, run, statusOf, take, turnedAway, withRows } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('POST /api/internal/recon/match', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.match.path, 401, 'UNAUTHENTICATED'));
  test('200: matches within the window, says how many rows, and again nothing', async () => {
    const o = await openOrganisation(testServer);
    const [a, b] = [await post(o, '10'), await post(o, '-20', '2026-03-11')];
    await post(o, '30', '2026-03-12');
    await take(o.owner, [line('10'), line('-20'), line('30'), line('40')]);
    const first = await run(o.owner);
    expect(first).toMatchObject({ matched: 2, run: { status: 'done', rows_total: 4, rows_done: 4, rows_matched: 2, matches: 2 } });
    expect(await run(o.owner)).toMatchObject({ matched: 0, run: { rows_total: 2, rows_done: 2 } });
    expect(await statusOf(o.owner)).toMatchObject({ matched: 2, unmatched: 2 });
    const matched = await rowsOf(o.owner, { state: 'matched' });
    expect(matched.map((r) => [r.amount, r.match?.rule, r.match?.score])).toEqual(
      expect.arrayContaining([
        ['10.00000000', 'one_to_one', 100],
        ['-20.00000000', 'one_to_one', 90],
      ]),
    );
    const { matches } = (await o.owner.call(recon.matches, { query: {} })).body;
    expect(matches.flatMap((m) => m.postings.map((p) => p.seq)).sort((x, y) => x - y)).toEqual([a, b]);
    await expectSound(testServer, o);
  });
  test('200: one row for all that an intent posted, and several rows for one posting', async () => {
    const o = await openOrganisation(testServer);
    const rows = ['1', '2', '3'].map((amount) => row('CASH', 'BANK', amount, { valueDate: DAY }));
    await post(o, '1', DAY, { proposed_actions: rows });
    await post(o, '100', DAY);
    await take(o.owner, [line('6'), line('60'), line('40')]);
    expect(await run(o.owner)).toMatchObject({ matched: 3, run: { matches: 2 } });
    const { matches } = (await o.owner.call(recon.matches, { query: {} })).body;
    expect(matches.map((m) => [m.rule, m.rows.length, m.postings.length]).sort()).toEqual([
      ['many_to_one', 2, 1],
      ['one_intent', 1, 3],
    ]);
    expect(matches.every((m) => m.reason.length > 20 && m.score !== null)).toBe(true);
  });
  test('200: a posting between two accounts that banks keep is matched on each side', async () => {
    const o = await openOrganisation(testServer);
    await post(o, '10');
    await take(o.owner, [line('10'), line('-10', { account_code: 'BANK' })]);
    expect(await run(o.owner)).toMatchObject({ matched: 2 });
    await expectSound(testServer, o);
  });
  test('200: two runs at once match nothing twice', async () => {
    const o = await openOrganisation(testServer);
    for (const amount of [1, 2, 3, 4, 5]) await post(o, String(amount));
    await take(
      o.owner,
      [1, 2, 3, 4, 5, 5].map((n) => line(n)),
    );
    const runs = await Promise.all([run(o.owner), run(o.owner), run(o.owner)]);
    expect(runs.reduce((sum, r) => sum + r.matched, 0)).toBe(5);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 5, unmatched: 1 });
    await expectSound(testServer, o);
  });
});

describe('GET /api/internal/recon/matches', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.matches.path, 401, 'UNAUTHENTICATED'));
  test('200: rows and postings side by side, by id, account and rule', async () => {
    const o = await withRows(testServer);
    const { id } = (await o.match([o.ten], undefined, { note: 'As agreed' })).body;
    const list = async (query: object) => (await o.owner.call(recon.matches, { query })).body.matches;
    expect(await list({ account_id: o.cash, rule: 'manual' })).toMatchObject([
      {
        id,
        rule: 'manual',
        score: null,
        reason: 'As agreed',
        matched_by: o.owner.id,
        rows: [{ id: o.ten, amount: '10.00000000' }],
        postings: [{ seq: o.seq, line: 1, amount: '10.00000000', counterparty: { code: 'BANK' } }],
      },
    ]);
    expect((await list({ id })).map((m) => m.id)).toEqual([id]);
    expect(await list({ id: o.ten })).toEqual([]);
    expect(await list({ rule: 'one_to_one' })).toEqual([]);
    expect(await list({ account_id: o.bank })).toEqual([]);
  });
});

describe('POST /api/internal/recon/matches', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.matchByHand.path, 401, 'UNAUTHENTICATED'));
  test('404: a row or a posting that is not there, or not of the account', async () => {
    const o = await withRows(testServer);
    expect(await o.match([randomUUID()])).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await o.match([o.ten], [{ seq: 1, line: 1 }])).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await o.match([o.ten], undefined, { account_id: o.bank })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: what is matched already', async () => {
    const o = await withRows(testServer);
    await o.match([o.ten]);
    expect(await o.match([o.ten])).toMatchObject(refused(409, 'RECON_MATCHED'));
  });
  test('422: what does not come to the same amount', async () => {
    const o = await withRows(testServer);
    expect(await o.match([o.four])).toMatchObject({ ...refused(422, 'RECON_SUM'), body: { details: { difference: '-6.00000000' } } });
  });
  test('400: a single row', async () => {
    const o = await withRows(testServer);
    expect(await o.match([o.four], [])).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
});

describe('POST /api/internal/recon/matches/:id/unmatch', () => {
  test('401: not without a session', () =>
    turnedAway(testServer.nobody, 'POST', recon.unmatch.path.replace(':id', randomUUID()), 401, 'UNAUTHENTICATED'));
  test('200: frees what is in it, and no other match; 404: once', async () => {
    const o = await withRows(testServer);
    await post(o, '4');
    expect((await run(o.owner)).matched).toBe(2);
    const { matches } = (await o.owner.call(recon.matches, { query: {} })).body;
    const id = matches.find((m) => m.rows[0]?.id === o.ten)?.id ?? '';
    expect((await o.owner.call(recon.unmatch, { params: { id } })).body).toEqual({ ok: true });
    expect(await statusOf(o.owner)).toMatchObject({ matched: 1, unmatched: 1 });
    expect((await o.owner.call(recon.postings, { query: { account_id: o.cash } })).body.postings.map((p) => p.seq)).toEqual([o.seq]);
    expect(await o.owner.call(recon.unmatch, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await run(o.owner)).matched).toBe(1);
    await expectSound(testServer, o);
  });
});
