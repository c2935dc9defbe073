import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { statements } from '@countinghouse/contract/features/statements';
import type { RouteInput } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

type Query = RouteInput<typeof statements.get>['query'];
type Filters = RouteInput<typeof statements.totals>['query'];
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const DAY_MS = 86_400_000;
/** A value date so many days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const get = (o: Organisation, query: Partial<Query> = {}, id = o.cash) =>
  o.owner.call(statements.get, { params: { id }, query: query as Query });
const totals = (o: Organisation, query: Filters = {}, id = o.cash) => o.owner.call(statements.totals, { params: { id }, query });
const csv = (o: Organisation, query: Filters = {}, id = o.cash) => o.owner.call(statements.csv, { params: { id }, query });

/** CASH: +100.00 rent ten days ago, −30.00 coffee and +0.00000001 in one intent five days ago, −20.00 to FEES today. */
async function openStatement(): Promise<Organisation & { readonly fees: string }> {
  const o = await openOrganisation(testServer);
  const fees = await o.account('FEES');
  const post = async (...rows: ReturnType<typeof row>[]) => {
    const answer = await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: rows }) });
    expect(answer.status).toBe(200);
  };
  await post(row('CASH', 'BANK', '100', { valueDate: daysAgo(10), narrative: 'Rent 100% paid' }));
  await post(
    row('CASH', 'BANK', '-30', { valueDate: daysAgo(5), narrative: '=COFFEE(1)' }),
    row('BANK', 'FEES', '1', { valueDate: daysAgo(5) }),
    row('CASH', 'BANK', '0.00000001', { valueDate: daysAgo(5), narrative: 'a, "b"' }),
  );
  await post(row('FEES', 'CASH', '20', { narrative: 'Bank charge' }));
  return { ...o, fees };
}

describe('GET /api/internal/accounts/:id/statement', () => {
  test('200: every posting once, newest first, on its side, with the balance after it', async () => {
    const o = await openStatement();
    const answer = await get(o);
    expect(answer).toMatchObject({ status: 200, body: { next: null } });
    expect(answer.body.lines.map((l) => [l.line, l.narrative, l.debit, l.credit, l.balance, l.counterparty.code])).toEqual([
      [1, 'Bank charge', null, '20.00000000', '5000.000001', 'FEES'],
      [3, 'a, "b"', '0.00000001', null, '7000.000001', 'BANK'],
      [1, '=COFFEE(1)', null, '30.00000000', '7000', 'BANK'],
      [1, 'Rent 100% paid', '100.00000000', null, '10000', 'BANK'],
    ]);
    const [newest] = answer.body.lines;
    expect(newest).toMatchObject({ value_date: daysAgo(0), currency: 'USD', counterparty: { id: o.fees } });
    const events = await o.owner.call(intents.get, { params: { intent_id: newest?.intent_id ?? '' } });
    expect(events.body.intent.receipt).toMatchObject({ eventId: newest?.event_id, seq: newest?.seq });
    expect(newest?.booked_at).toBe(events.body.intent.created_at);
    const { account } = (await o.owner.call(accounts.get, { params: { id: o.cash } })).body;
    expect(newest?.balance).toBe(account.balance);
  });
  test('200: the other side sees the same postings the other way round', async () => {
    const o = await openStatement();
    const { lines } = (await get(o, {}, o.bank)).body;
    expect(lines.map((l) => [l.debit, l.credit, l.counterparty.code])).toEqual([
      [null, '0.00000001', 'CASH'],
      ['1.00000000', null, 'FEES'],
      ['30.00000000', null, 'CASH'],
      [null, '100.00000000', 'CASH'],
    ]);
  });
  test('200: page by page, also within an intent, it is the same list', async () => {
    const o = await openStatement();
    const whole = (await get(o)).body.lines;
    for (const limit of [1, 2, 3]) {
      const seen = [];
      let before: string | undefined;
      for (let page = 0; page < 6; page++) {
        const { lines, next } = (await get(o, { limit, ...(before === undefined ? {} : { before }) })).body;
        seen.push(...lines);
        expect(lines.length).toBeLessThanOrEqual(limit);
        if (next === null) break;
        before = next;
      }
      expect(seen).toEqual(whole);
    }
  });
  describe('200: filtered', () => {
    const cases: readonly (readonly [string, (o: Awaited<ReturnType<typeof openStatement>>) => Partial<Query>, readonly string[]])[] = [
      ['from a day', () => ({ from: daysAgo(5) }), ['Bank charge', 'a, "b"', '=COFFEE(1)']],
      ['up to a day', () => ({ to: daysAgo(6) }), ['Rent 100% paid']],
      ['in a range', () => ({ from: daysAgo(9), to: daysAgo(1) }), ['a, "b"', '=COFFEE(1)']],
      ['by the smallest amount, whatever the side', () => ({ min: '30' }), ['=COFFEE(1)', 'Rent 100% paid']],
      ['by the largest amount', () => ({ max: '20.5' }), ['Bank charge', 'a, "b"']],
      ['by text in any case', () => ({ q: ' bank ' }), ['Bank charge']],
      ['by text that would be a wildcard', () => ({ q: '0%' }), ['Rent 100% paid']],
      ['by text that is not there', () => ({ q: 'R_nt' }), []],
      ['by the code of the other side in any case', () => ({ counterparty: 'fees' }), ['Bank charge']],
      ['by the id of the other side', ({ fees }) => ({ counterparty: fees }), ['Bank charge']],
      ['by a counterparty that is not there', () => ({ counterparty: 'NOBODY' }), []],
      ['by all at once', () => ({ from: daysAgo(20), min: '1', q: 'rent', counterparty: 'BANK' }), ['Rent 100% paid']],
      ['with blanks, which are no filters', () => ({ q: '', counterparty: '' }), ['Bank charge', 'a, "b"', '=COFFEE(1)', 'Rent 100% paid']],
    ];
    test.each(cases)('%s', async (_what, query, expected) => {
      const o = await openStatement();
      expect((await get(o, query(o))).body.lines.map((l) => l.narrative)).toEqual(expected);
      expect((await totals(o, query(o) as Filters)).body.count).toBe(expected.length);
    });
  });
  test.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ min: '-1' }, 'min'],
    [{ max: '1,5' }, 'max'],
    [{ before: '5' }, 'before'],
    [{ limit: 501 }, 'limit'],
    [{ q: 'x'.repeat(121) }, 'q'],
  ])('400: %j', async (query, path) => {
    const o = await openOrganisation(testServer);
    expect(await get(o, query as never)).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
  test('401: nobody', async () => {
    const answer = await testServer.nobody.call(statements.get, { params: { id: randomUUID() }, query: {} });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: an account that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openStatement()];
    for (const id of [randomUUID(), other.cash]) expect(await get(acme, {}, id)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await get(acme, { counterparty: other.bank })).body).toEqual({ lines: [], next: null });
  });
});

describe('GET /api/internal/accounts/:id/statement/totals', () => {
  test('200: both sides summed exactly; over all of it the closing balance is the account’s', async () => {
    const o = await openStatement();
    expect(await totals(o)).toMatchObject({
      status: 200,
      body: { count: 4, debit: '100.00000001', credit: '50.00000000', opening: '0', closing: '5000.000001' },
    });
  });
  test('200: by value date, what stood before and after', async () => {
    const o = await openStatement();
    expect((await totals(o, { from: daysAgo(5), to: daysAgo(5) })).body).toEqual({
      count: 2,
      currency: 'USD',
      debit: '0.00000001',
      credit: '30.00000000',
      opening: '10000',
      closing: '7000.000001',
    });
  });
  test('200: where more than dates filters, there is no opening and no closing balance', async () => {
    const o = await openStatement();
    expect((await totals(o, { from: daysAgo(5), q: 'bank' })).body).toEqual({
      count: 1,
      currency: 'USD',
      debit: '0.00000000',
      credit: '20.00000000',
      opening: null,
      closing: null,
    });
  });
  test('401: nobody', async () => {
    const answer = await testServer.nobody.call(statements.totals, { params: { id: randomUUID() }, query: {} });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: an account that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openStatement()];
    for (const id of [randomUUID(), other.cash]) expect(await totals(acme, {}, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/internal/accounts/:id/statement.csv', () => {
  const linesOf = (answer: Awaited<ReturnType<typeof csv>>): readonly string[] =>
    (answer.body as unknown as { readonly text: string }).text.trimEnd().split('\r\n');
  test('200: what is filtered, exact, with text that no spreadsheet runs', async () => {
    const o = await openStatement();
    const answer = await csv(o, { from: daysAgo(5), to: daysAgo(5) });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="statement-CASH.csv"',
      'cache-control': 'no-store',
    });
    const [head, first, second, ...rest] = linesOf(answer);
    expect(head).toBe('seq,line,booked_at,value_date,event_id,intent_id,counterparty,narrative,debit,credit,balance,side,currency');
    expect(first?.endsWith(',BANK,"a, ""b""",0.00000001,,70.00000001,Dr,USD')).toBe(true);
    expect(second?.endsWith(`,BANK,'=COFFEE(1),,30.00,70.00,Dr,USD`)).toBe(true);
    expect(rest).toEqual([]);
  });
  test('200: a negative balance is a number, and Cr', async () => {
    const o = await openStatement();
    const lines = linesOf(await csv(o, {}, o.bank));
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)?.endsWith(',100.00,-100.00,Cr,USD')).toBe(true);
  });
  test('200: an account without postings is a head alone', async () => {
    const o = await openOrganisation(testServer);
    expect(linesOf(await csv(o))).toHaveLength(1);
  });
  test('400: a filter that cannot be read', async () => {
    expect(await csv(await openOrganisation(testServer), { from: 'x' })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
  test('401: nobody', async () => {
    const answer = await testServer.nobody.call(statements.csv, { params: { id: randomUUID() }, query: {} });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: an account that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openStatement()];
    for (const id of [randomUUID(), other.cash]) expect(await csv(acme, {}, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
