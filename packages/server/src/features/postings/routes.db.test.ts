import { currencies } from '@countinghouse/contract/features/currencies';
import { intents } from '@countinghouse/contract/features/intents';
import { postings } from '@countinghouse/contract/features/postings';
import type { RouteInput } from '@countinghouse/contract/wire';
import { listBookedPostings, type PostingFilter } from '@countinghouse/store/features/postings/list';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** Of two intents: a sale, then three rows over two currencies; one that was refused has none. */
let acme: Organisation;
let entity: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  entity = await acme.entity('EU');
  await acme.owner.call(currencies.add, { body: { code: 'EUR' } });
  await acme.account('SHOP', { entityId: entity });
  await acme.account('BANK-EUR', { currency: 'EUR' });
  await acme.account('CASH-EUR', { currency: 'EUR' });
  const post = async (more: Parameters<typeof acme.intent>[0], status = 200): Promise<void> =>
    expect((await acme.owner.call(intents.execute, { body: acme.intent(more) })).status).toBe(status);
  await post({
    intent_id: 'sale',
    proposed_actions: [row('CASH', 'BANK', '120', { narrative: 'Sale of a chair', valueDate: '2026-01-31' })],
  });
  await post({
    intent_id: 'split',
    proposed_actions: [
      row('CASH', 'BANK', '7', { narrative: 'Split' }),
      row('CASH-EUR', 'BANK-EUR', '3', { currency: 'EUR' }),
      row('SHOP', 'BANK', '-1'),
    ],
  });
  await post({ intent_id: 'refused', proposed_actions: [row('CASH', 'CASH', '500')] }, 422);
});
afterAll(() => testServer.close());

type Query = RouteInput<typeof postings.list>['query'];
const listed = async (query: Query = {}) => {
  const answer = await acme.owner.call(postings.list, { query });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const amounts = async (query: Query = {}): Promise<readonly number[]> => (await listed(query)).postings.map((p) => Number(p.amount));
/** Newest first: the last row of the last intent. */
const all = [1, 3, 7, 120];

describe('GET /api/v1/postings', () => {
  test('200: as they were booked, the latest first', async () => {
    const { postings: found, next } = await listed();
    expect(next).toBeNull();
    expect(found.map((p) => [p.intent_id, p.line, Number(p.amount)])).toEqual([
      ['split', 3, 1],
      ['split', 2, 3],
      ['split', 1, 7],
      ['sale', 1, 120],
    ]);
    expect(found[3]).toEqual({
      seq: (found[0]?.seq ?? 0) - 1,
      line: 1,
      intent_id: 'sale',
      booked_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      value_date: '2026-01-31',
      amount: '120.00000000',
      currency: 'USD',
      narrative: 'Sale of a chair',
      debit: { account_id: acme.cash, account_code: 'CASH', balance_after: '120.00000000' },
      credit: { account_id: acme.bank, account_code: 'BANK', balance_after: '-120.00000000' },
    });
    // An amount below zero is booked the other way round.
    expect(found[0]).toMatchObject({ debit: { account_code: 'BANK' }, credit: { account_code: 'SHOP', balance_after: '-1.00000000' } });
  });

  test.each<[string, () => Query, readonly number[]]>([
    ['an account, by code', () => ({ account: 'shop' }), [1]],
    ['an account, by id, on either side', () => ({ account: acme.bank }), [1, 7, 120]],
    ['an entity', () => ({ entity }), [1]],
    ['a currency', () => ({ currency: 'eur' }), [3]],
    ['amounts from', () => ({ amount_from: '7' }), [7, 120]],
    ['amounts to', () => ({ amount_to: '3.00' }), [1, 3]],
    ['value dates', () => ({ value_from: '2026-01-31', value_to: '2026-01-31' }), [120]],
    ['booking days, until a day before', () => ({ booked_to: '2020-01-01' }), []],
    ['booking days, from one long ago', () => ({ booked_from: '2020-01-01', booked_to: '2999-12-31' }), all],
    ['an intent', () => ({ intent_id: 'split' }), [1, 3, 7]],
    ['an intent that posted nothing', () => ({ intent_id: 'refused' }), []],
    ['words of a narrative', () => ({ q: 'a CHAIR' }), [120]],
    ['several at once', () => ({ account: 'BANK', amount_to: '100', intent_id: 'split' }), [1, 7]],
    ['words that mean something to SQL', () => ({ q: "%' or 1=1 --" }), []],
  ])('200: filtered by %s', async (_by, query, expected) => {
    expect(await amounts(query())).toEqual(expected);
  });

  test.each<[string, Query]>([
    ['all', {}],
    ['those of an account', { account: 'BANK' }],
  ])('200: pages meet without a gap, of %s', async (_of, query) => {
    const pages: number[] = [];
    let after: string | undefined;
    do {
      const page = await listed({ ...query, limit: 1, ...(after === undefined ? {} : { after }) });
      pages.push(...page.postings.map((p) => Number(p.amount)));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(pages).toEqual(await amounts(query));
  });

  test('a page ends where it has looked far enough, and says where to go on', async () => {
    const none: PostingFilter = {
      accountId: null,
      entityId: null,
      currency: null,
      amountFrom: null,
      amountTo: null,
      valueFrom: null,
      valueTo: null,
      intentId: null,
      q: null,
      afterSeq: null,
      toSeq: null,
      metadata: null,
    };
    const look = (more: Partial<PostingFilter>, scanned: number, before: { seq: number; line: number } | null = null) =>
      read(testServer.opened.services.readerPool, { tenantId: acme.tenantId }, (tx) =>
        listBookedPostings(tx, acme.tenantId, { ...none, ...more }, { limit: 100, scanned, before }),
      );
    const few = await look({ q: 'chair' }, 2);
    expect([few.postings, few.next?.line]).toEqual([[], 2]);
    const on = await look({ q: 'chair' }, 2, few.next);
    expect([on.postings.length, on.next]).toEqual([1, null]);
    expect((await look({ accountId: acme.bank }, 2)).next?.line).toBe(1);
    expect((await look({ accountId: acme.bank }, 3)).next).toBeNull();
    expect((await look({}, 4)).next).toBeNull();
  });

  test('200: the active entity filters it, and one that is named takes its place', async () => {
    const found = await acme.owner.call(postings.list, { query: {} }, { 'x-entity-id': entity });
    expect(found.body.postings.map((p) => Number(p.amount))).toEqual([1]);
  });
  test.each([
    ['amount_from', '-1'],
    ['value_from', '2026-13-01'],
    ['limit', '501'],
    ['after', '7'],
    ['after', '1.0'],
    ['colour', 'red'],
  ])('400: %s=%s', async (name, value) => {
    expect(await acme.owner.send('GET', `/api/v1/postings?${name}=${value}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: name }] },
    });
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(postings.list, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: an account or entity of another organisation is as one that never was', async () => {
    const other = await openOrganisation(testServer);
    for (const query of [{ account: other.cash }, { account: 'NONE' }, { entity: await other.entity('EU') }])
      expect(await acme.owner.call(postings.list, { query })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await other.owner.call(postings.list, { query: {} })).body).toEqual({ postings: [], next: null });
    expect((await other.owner.call(postings.list, { query: { intent_id: 'sale' } })).body.postings).toEqual([]);
  });
});
