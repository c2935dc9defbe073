import { randomUUID } from 'node:crypto';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

async function post(o: Organisation, amount: string, valueDate: string): Promise<void> {
  const answer = await o.owner.call(intents.execute, {
    body: o.intent({ proposed_actions: [row('CASH', 'BANK', amount, { valueDate })] }),
  });
  expect(answer.status).toBe(200);
}

/** 10 on the same day, 20 a week apart, 12 that are 5 and 7, and 9 that nobody booked. */
async function openItems() {
  const o = await openOrganisation(testServer);
  for (const [amount, day] of [
    ['10', '2026-03-10'],
    ['20', '2026-03-04'],
    ['5', '2026-03-12'],
    ['7', '2026-03-12'],
    ['3', '2026-03-12'],
  ] as const)
    await post(o, amount, day);
  const line = (amount: string, posted_at: string) => ({ source: 'Bank', posted_at, account_code: 'CASH', amount, currency: 'USD' });
  const rows = [line('10', '2026-03-10'), line('20', '2026-03-11'), line('12', '2026-03-12'), line('9', '2026-03-12')];
  expect((await o.owner.call(recon.importRows, { body: { rows } })).body).toMatchObject({ imported: 4 });
  const account_id = (await o.owner.call(recon.status, {})).body.accounts[0]?.id ?? '';
  const suggested = async () => (await o.owner.call(recon.suggestions, { query: { account_id } })).body.suggestions;
  return { o, account_id, suggested };
}
type Suggested = Awaited<ReturnType<Awaited<ReturnType<typeof openItems>>['suggested']>>;
const named = (all: Suggested) =>
  all.map(({ rows, postings }) => ({ row_ids: rows.map((r) => r.id), postings: postings.map(({ seq, line }) => ({ seq, line })) }));
const wholes = (amounts: readonly string[]) => amounts.map((a) => a.replace('.00000000', ''));

const turnedAway = async (method: 'GET' | 'POST', path: string, code: string) =>
  expect(await testServer.nobody.send(method, path, method === 'POST' ? {} : undefined)).toMatchObject({
    status: 401,
    body: { code },
  });

describe('GET /api/internal/recon/suggestions', () => {
  test('401: not without a session', () => turnedAway('GET', recon.suggestions.path, 'UNAUTHENTICATED'));
  test('suggests the exact, the likely, also beyond the window of a run, and sums; and says what banks tell about', async () => {
    const { o, suggested } = await openItems();
    expect((await o.owner.call(recon.status, {})).body.accounts).toEqual([
      { id: expect.any(String), code: 'CASH', currency: 'USD', unmatched: 4 },
    ]);
    const all = await suggested();
    expect(
      all.map((s) => [
        s.certainty,
        wholes(s.rows.map((r) => r.amount)).join(),
        wholes(s.postings.map((p) => p.amount))
          .sort()
          .join(),
      ]),
    ).toEqual([
      ['exact', '10', '10'],
      ['likely', '20', '20'],
      ['sum', '12', '5,7'],
    ]);
    expect(all[1]?.reason).toBe('Same account, currency and amount, 7 days apart.');
  });

  test('NOT_FOUND: of an account that is not there', async () => {
    const { o } = await openItems();
    const answer = await o.owner.call(recon.suggestions, { query: { account_id: randomUUID() } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});

describe('POST /api/internal/recon/matches/confirm', () => {
  test('401: not without a session', () => turnedAway('POST', recon.confirm.path, 'UNAUTHENTICATED'));
  test('several are confirmed at once, in the name of who did, and all of them or none', async () => {
    const { o, account_id, suggested } = await openItems();
    const matches = named(await suggested());
    const [first] = matches;
    if (first === undefined) throw new Error('nothing is suggested');
    const twice = await o.owner.call(recon.confirm, { body: { account_id, matches: [...matches, first] } });
    expect(twice).toMatchObject({ status: 409, body: { code: 'RECON_MATCHED' } });
    const uneven = await o.owner.call(recon.confirm, {
      body: { account_id, matches: [first, { row_ids: matches[1]?.row_ids ?? [], postings: matches[2]?.postings ?? [] }] },
    });
    expect(uneven).toMatchObject({ status: 422, body: { code: 'RECON_SUM' } });
    expect((await suggested()).length).toBe(3);

    const { ids } = (
      await o.owner.call(recon.confirm, { body: { account_id, matches: matches.map((m) => ({ ...m, note: 'Looked at.' })) } })
    ).body;
    expect(ids.length).toBe(3);
    expect(await suggested()).toEqual([]);
    const told = (await o.owner.call(recon.matches, { query: {} })).body.matches;
    expect(told.map((m) => [m.rule, m.score, m.reason]).sort()).toEqual(Array.from({ length: 3 }, () => ['manual', null, 'Looked at.']));
    expect((await o.owner.call(recon.status, {})).body).toMatchObject({ matched: 3, unmatched: 1, accounts: [{ unmatched: 1 }] });
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, o.tenantId)).toEqual([]);
  });

  test('NOT_FOUND: a row that is not there', async () => {
    const { o, account_id, suggested } = await openItems();
    const matches = named(await suggested()).map((m) => ({ ...m, row_ids: [randomUUID()] }));
    expect(await o.owner.call(recon.confirm, { body: { account_id, matches } })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });
});
