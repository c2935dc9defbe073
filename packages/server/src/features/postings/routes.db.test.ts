import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { currencies } from '@countinghouse/contract/features/currencies';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { postings } from '@countinghouse/contract/features/postings';
import type { RouteInput } from '@countinghouse/contract/wire';
import { allPostings, listBookedPostings, type PostingFilter } from '@countinghouse/store/features/postings/list';
import { read } from '@countinghouse/store/reader';
import { openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** Of two intents: a sale, then three rows over two currencies; one that was refused has none. */
let acme: Organisation;
let entity: string;
/** Of the account SHOP. */
let party: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  entity = await acme.entity('EU');
  await acme.owner.call(currencies.add, { body: { code: 'EUR' } });
  party = (await acme.owner.call(parties.create, { body: { label: 'Shop & Co', kind: 'company' } })).body.party.id;
  const shop = await acme.account('SHOP', { entityId: entity });
  await acme.owner.call(accounts.setParty, { params: { id: shop }, body: { party_id: party } });
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
  test('200: by what their intent was asked for with, posted at once or once it was approved', async () => {
    const held = await openApprovals(testServer);
    const asked = (reference: string, amount: string, use_case: string) =>
      held.intent({
        use_case,
        consent: { scope: ['ledger:post'], reference, granted_at: '2026-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' },
        proposed_actions: [row('CASH', 'BANK', amount)],
      });
    const { approvalId } = (await held.maker.call(intents.execute, { body: asked('LETTER-7', '100', 'rent') })).body;
    await held.checker.call(intents.execute, { body: asked('NOTE-8', '1', 'sale') });
    await held.checker.call(approvals.approve, { params: { id: approvalId ?? '' }, body: {} });
    const of = async (query: Query) => (await held.owner.call(postings.list, { query })).body.postings.map(({ amount }) => Number(amount));
    expect(await of({})).toEqual([100, 1]);
    expect(await of({ actor: held.maker.id })).toEqual([100]);
    expect(await of({ actor: held.checker.id })).toEqual([1]);
    expect(await of({ use_case: 'rent' })).toEqual([100]);
    expect(await of({ use_case: 'ren' })).toEqual([]);
    expect(await of({ q: 'letter-7' })).toEqual([100]);
    expect(await of({ q: 'note' })).toEqual([1]);
    expect(await of({ q: 'ledger:post' })).toEqual([]);
    expect(await of({ use_case: 'sale', actor: held.maker.id })).toEqual([]);
  });

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
    ['a party', () => ({ party_id: party }), [1]],
    ['a party and a currency', () => ({ party_id: party, currency: 'EUR' }), []],
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
    const look = (more: Partial<PostingFilter>, scanned: number, before: { seq: number; line: number } | null = null) =>
      read(testServer.opened.services.readerPool, { tenantId: acme.tenantId }, (tx) =>
        listBookedPostings(tx, acme.tenantId, { ...allPostings, ...more }, { limit: 100, scanned, before }),
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
    for (const query of [{ account: other.cash }, { account: 'NONE' }, { entity: await other.entity('EU') }, { party_id: randomUUID() }])
      expect(await acme.owner.call(postings.list, { query })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await other.owner.call(postings.list, { query: {} })).body).toEqual({ postings: [], next: null });
    expect((await other.owner.call(postings.list, { query: { intent_id: 'sale' } })).body.postings).toEqual([]);
  });
});

describe('GET /api/v1/postings/export/:format', () => {
  const file = (format: 'csv' | 'ndjson', query: Readonly<Record<string, string>> = {}) =>
    acme.owner.call(postings.export, { params: { format }, query: query as never });
  const textOf = ({ body }: { readonly body: unknown }): string => String((body as { readonly text: string }).text);

  test('200: as NDJSON, what the list answers, a posting a line', async () => {
    const answer = await file('ndjson', { account: 'BANK' });
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="postings.ndjson"',
      },
    });
    const lines = answer.bytes.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual((await listed({ account: 'BANK' })).postings);
  });
  test('200: as CSV, with a head, exact and with a header line where nothing is left', async () => {
    const [head = '', first = '', ...others] = textOf(await file('csv', { intent_id: 'sale' })).split('\r\n');
    expect(head).toBe(
      'seq,line,intent_id,booked_at,value_date,amount,currency,narrative,debit_account,debit_balance_after,credit_account,credit_balance_after',
    );
    expect(first).toMatch(/^\d+,1,sale,[^,]+,2026-01-31,120\.00000000,USD,Sale of a chair,CASH,120\.00000000,BANK,-120\.00000000$/);
    expect(others).toEqual(['']);
    expect(textOf(await file('csv', { q: 'no such words' }))).toBe(`${head}\r\n`);
  });
  test('200: more than a page of postings, each once', async () => {
    const big = await openOrganisation(testServer);
    const rows = Array.from({ length: 300 }, (_, n) => row('CASH', 'BANK', String(n + 1)));
    for (let n = 0; n < 2; n++) await big.owner.call(intents.execute, { body: big.intent({ proposed_actions: rows }) });
    const { bytes } = await big.owner.call(postings.export, { params: { format: 'ndjson' }, query: {} });
    const found = bytes.toString().trimEnd().split('\n');
    expect(found.map((line) => Number((JSON.parse(line) as { readonly amount: string }).amount))).toEqual(
      [...Array(2)].flatMap(() => rows.map((_, n) => rows.length - n)),
    );
  });
  test('400: a filter that is wrong, and a kind of file that there is not', async () => {
    expect(await acme.owner.send('GET', '/api/v1/postings/export/csv?limit=5')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    expect(await acme.owner.send('GET', '/api/v1/postings/export/pdf')).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
  test('401: nobody', async () => {
    const asked = { params: { format: 'csv' }, query: {} } as const;
    expect(await testServer.nobody.call(postings.export, asked)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: a party of another organisation is as one that never was', async () => {
    const other = await openOrganisation(testServer);
    const answer = await other.owner.call(postings.export, { params: { format: 'csv' }, query: { party_id: party } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
