import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { currencies } from '@countinghouse/contract/features/currencies';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import type { RouteInput } from '@countinghouse/contract/wire';
import { allIntents, listIntents } from '@countinghouse/store/features/intents/list';
import { read } from '@countinghouse/store/reader';
import { type Approvals, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** Five intents, in this order: sale, rent, split over two currencies, refused, held. */
let acme: Organisation;
let maker: Person;
let entity: string;
/** Of the account SHOP. */
let party: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  maker = await acme.member('owner');
  entity = await acme.entity('EU');
  await acme.owner.call(currencies.add, { body: { code: 'EUR' } });
  party = (await acme.owner.call(parties.create, { body: { label: 'Shop & Co', kind: 'company' } })).body.party.id;
  const shop = await acme.account('SHOP', { entityId: entity });
  await acme.owner.call(accounts.setParty, { params: { id: shop }, body: { party_id: party } });
  await acme.account('BANK-EUR', { currency: 'EUR' });
  await acme.account('CASH-EUR', { currency: 'EUR' });
  const post = async (who: Person, more: Parameters<typeof acme.intent>[0], status: number): Promise<void> =>
    expect((await who.call(intents.execute, { body: acme.intent(more) })).status).toBe(status);
  await post(
    acme.owner,
    { intent_id: 'sale', proposed_actions: [row('CASH', 'BANK', '120', { narrative: 'Sale of a chair', valueDate: '2026-01-31' })] },
    200,
  );
  await post(maker, { intent_id: 'rent', use_case: 'rent', proposed_actions: [row('SHOP', 'BANK', '-50', { narrative: 'Rent' })] }, 200);
  const consent = { scope: ['ledger:post'], reference: 'LETTER-7', granted_at: '2026-01-01T00:00:00Z', expires_at: '2099-01-01T00:00:00Z' };
  await post(
    acme.owner,
    {
      intent_id: 'split',
      consent,
      proposed_actions: [
        row('CASH', 'BANK', '7', { narrative: 'Split' }),
        row('CASH-EUR', 'BANK-EUR', '3', { currency: 'EUR' }),
        row('CASH', 'BANK', '1'),
      ],
    },
    200,
  );
  await post(acme.owner, { intent_id: 'refused', proposed_actions: [row('CASH', 'CASH', '500', { narrative: 'Nowhere' })] }, 422);
  await post(
    acme.owner,
    { intent_id: 'held', use_case: 'hold', proposed_actions: [row('cash', 'SHOP', '9', { narrative: 'Deposit' })] },
    200,
  );
});
afterAll(() => testServer.close());

type Query = RouteInput<typeof intents.list>['query'];
const listed = async (query: Query = {}) => {
  const answer = await acme.owner.call(intents.list, { query });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const ids = async (query: Query = {}): Promise<readonly string[]> => (await listed(query)).intents.map((i) => i.intent_id);
const all = ['held', 'refused', 'split', 'rent', 'sale'];

describe('GET /api/v1/intents', () => {
  test('200: as they stand, the one asked for last first', async () => {
    const { intents: found, next } = await listed();
    expect(found.map((i) => i.intent_id)).toEqual(all);
    expect(next).toBeNull();
    expect(found[2]).toMatchObject({
      status: 'executed',
      use_case: 'manual_post',
      actor_id: acme.owner.id,
      narrative: 'Split',
      debit_code: 'CASH',
      credit_code: 'BANK',
      rows: 3,
      amounts: [
        { currency: 'USD', amount: '8.00000000' },
        { currency: 'EUR', amount: '3.00000000' },
      ],
      error: null,
      approval_id: null,
      event: { event_type: 'intent.executed', seq: found[2]?.seq },
    });
    // Negative rows count the other way round; a refused one is told as it was asked for, a hold as it reserved.
    expect(found[3]).toMatchObject({ debit_code: 'BANK', credit_code: 'SHOP', amounts: [{ currency: 'USD', amount: '50.00000000' }] });
    expect(found[1]).toMatchObject({
      status: 'rejected',
      error: 'SAME_ACCOUNT',
      debit_code: 'CASH',
      amounts: [{ amount: '500.00000000' }],
    });
    expect(found[0]).toMatchObject({ status: 'executed', narrative: 'Deposit', debit_code: 'CASH', credit_code: 'SHOP', rows: 1 });
  });

  test.each<[string, () => Query, readonly string[]]>([
    ['a status', () => ({ status: 'rejected' }), ['refused']],
    ['an account, by code', () => ({ account: 'shop' }), ['held', 'rent']],
    ['an account, by id', () => ({ account: acme.bank }), ['split', 'rent', 'sale']],
    ['an entity', () => ({ entity }), ['held', 'rent']],
    ['a party', () => ({ party_id: party }), ['held', 'rent']],
    ['a party and an amount of one row', () => ({ party_id: party, amount_from: '10' }), ['rent']],
    ['a currency', () => ({ currency: 'eur' }), ['split']],
    ['amounts from', () => ({ amount_from: '50' }), ['refused', 'rent', 'sale']],
    ['amounts to', () => ({ amount_to: '7.00' }), ['split']],
    ['an amount and a currency of one row', () => ({ amount_from: '7', currency: 'EUR' }), []],
    ['value dates', () => ({ value_from: '2026-01-31', value_to: '2026-01-31' }), ['sale']],
    ['booking days, until a day before', () => ({ booked_to: '2020-01-01' }), []],
    ['booking days, from one long ago', () => ({ booked_from: '2020-01-01', booked_to: '2999-12-31' }), all],
    ['a use case', () => ({ use_case: 'rent' }), ['rent']],
    ['a use case that is only part of one', () => ({ use_case: 'ren' }), []],
    ['who asked', () => ({ actor: maker.id }), ['rent']],
    ['words of a narrative', () => ({ q: 'a CHAIR' }), ['sale']],
    ['words of an account', () => ({ q: 'shop' }), ['held', 'rent']],
    ['words of an id', () => ({ q: 'REFU' }), ['refused']],
    ['the reference of a consent', () => ({ q: 'letter-7' }), ['split']],
    ['several at once', () => ({ actor: acme.owner.id, account: 'BANK', status: 'executed', amount_to: '100' }), ['split']],
    ['words that mean something to SQL', () => ({ q: "%' or 1=1 --" }), []],
  ])('200: filtered by %s', async (_by, query, expected) => {
    expect(await ids(query())).toEqual(expected);
  });

  test('200: pages meet without a gap, and an intent that is decided in between keeps its place', async () => {
    const pages: string[] = [];
    let after: string | undefined;
    do {
      const page = await listed({ limit: 2, ...(after === undefined ? {} : { after }) });
      pages.push(...page.intents.map((i) => i.intent_id));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(pages).toEqual(all);
  });

  test('a page ends where it has looked far enough, and says where to go on', async () => {
    const look = (more: object, scanned: number, bounds: { readonly bytesMax?: number } = {}) =>
      read(testServer.opened.services.readerPool, { tenantId: acme.tenantId }, (tx) =>
        listIntents(tx, acme.tenantId, { ...allIntents, ...more }, { limit: 100, scanned, ...bounds }),
      );
    const { intents: few, next } = await look({ q: 'chair' }, 3);
    expect(few).toEqual([]);
    const on = await look({ q: 'chair', toSeq: (next ?? 0) - 1 }, 3);
    expect([on.intents.map((i) => i.intent_id), on.next]).toEqual([['sale'], null]);
    expect((await look({}, 5)).next).toBeNull();
    const four = await look({}, 4);
    expect([four.intents.length, four.next]).toEqual([4, four.intents.at(-1)?.seq]);
    // One at least, and of the others what there is room for.
    const [held, refused] = four.intents;
    expect(await look({}, 5, { bytesMax: 1 })).toEqual({ intents: [held], next: held?.seq });
    const bytesMax = (held?.bytes ?? 0) + (refused?.bytes ?? 0);
    expect(await look({}, 5, { bytesMax })).toEqual({ intents: [held, refused], next: refused?.seq });
  });

  test('200: the active entity filters it, and one that is named takes its place', async () => {
    const headers = { 'x-entity-id': entity };
    expect((await acme.owner.call(intents.list, { query: {} }, headers)).body.intents.map((i) => i.intent_id)).toEqual(['held', 'rent']);
  });

  test.each([
    ['amount_from', '-1'],
    ['value_from', '2026-13-01'],
    ['limit', '501'],
    ['after', '0'],
    ['status', 'validated'],
    ['colour', 'red'],
  ])('400: %s=%s', async (name, value) => {
    expect(await acme.owner.send('GET', `/api/v1/intents?${name}=${value}`)).toMatchObject({
      status: 400,
      body: { details: [{ path: name }] },
    });
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(intents.list, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: an account or entity of another organisation is as one that never was', async () => {
    const other = await openOrganisation(testServer);
    for (const query of [{ account: other.cash }, { account: 'NONE' }, { entity: await other.entity('EU') }])
      expect(await acme.owner.call(intents.list, { query })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await other.owner.call(intents.list, { query: {} })).body).toEqual({ intents: [], next: null, as_of: await other.headSeq() });
  });
});

describe('what is held back', () => {
  let held: Approvals;
  beforeAll(async () => {
    held = await openApprovals(testServer);
  });
  test('is told with its rows and approval, and keeps its place when it is decided', async () => {
    const first = held.intent({ proposed_actions: [row('CASH', 'BANK', '100', { narrative: 'Large' })] });
    const { body: receipt } = await held.maker.call(intents.execute, { body: first });
    await held.maker.call(intents.execute, { body: held.intent({ proposed_actions: [row('CASH', 'BANK', '1')] }) });
    const list = async () => (await held.maker.call(intents.list, { query: {} })).body.intents;
    const [newer, waiting] = await list();
    expect(newer?.status).toBe('executed');
    expect(waiting).toMatchObject({ intent_id: first.intent_id, status: 'proposed', approval_id: receipt.approvalId, narrative: 'Large' });
    expect(await held.checker.call(approvals.approve, { params: { id: receipt.approvalId ?? '' }, body: {} })).toMatchObject({
      status: 200,
    });
    const [, decided] = await list();
    expect(decided).toMatchObject({
      intent_id: first.intent_id,
      status: 'executed',
      approval_id: null,
      seq: waiting?.seq,
      actor_id: held.maker.id,
      amounts: [{ currency: 'USD', amount: '100.00000000' }],
    });
    expect(decided?.event.seq).toBeGreaterThan(newer?.seq ?? 0);
    expect((await held.maker.call(intents.list, { query: { status: 'proposed' } })).body.intents).toEqual([]);
  });
});

describe('GET /api/v1/intent-totals', () => {
  const totals = async (query: object = {}) => (await acme.owner.call(intents.totals, { query })).body;
  test('200: how many there are by status, and what their rows sum to', async () => {
    expect(await totals()).toEqual({
      count: 5,
      amounts: [
        { currency: 'EUR', amount: '3.00000000', count: 1 },
        { currency: 'USD', amount: '687.00000000', count: 5 },
      ],
      by_status: { proposed: 0, executed: 4, rejected: 1 },
      complete: true,
    });
  });
  test('200: filtered; the counts by status are those without the status', async () => {
    expect(await totals({ status: 'executed', currency: 'USD', amount_from: '100' })).toEqual({
      count: 1,
      amounts: [{ currency: 'USD', amount: '120.00000000', count: 1 }],
      by_status: { proposed: 0, executed: 1, rejected: 1 },
      complete: true,
    });
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(intents.totals, { query: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: an account that is not there', async () => {
    expect(await acme.owner.call(intents.totals, { query: { account: 'NONE' } })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });
  test('400: what is no filter', async () => {
    expect(await acme.owner.send('GET', '/api/v1/intent-totals?limit=1')).toMatchObject({ status: 400 });
  });
});

describe('GET /api/v1/intents/export/:format', () => {
  const file = (format: 'csv' | 'ndjson', query: Readonly<Record<string, string>> = {}) =>
    acme.owner.call(intents.export, { params: { format }, query: query as never });

  test('200: as NDJSON, what the list answers, an intent a line', async () => {
    const answer = await file('ndjson', { account: 'BANK' });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-disposition': 'attachment; filename="intents.ndjson"' } });
    const lines = answer.bytes.toString().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual((await listed({ account: 'BANK' })).intents);
  });
  test('200: as CSV, a row each, with every currency of its rows', async () => {
    const [head, ...lines] = (await file('csv')).bytes.toString().trimEnd().split('\r\n');
    expect(head).toBe(
      'intent_id,status,use_case,value_date,created_at,actor_id,seq,narrative,debit_account,credit_account,rows,amounts,error,approval_id,metadata',
    );
    expect(lines.map((line) => line.split(',')[0])).toEqual(all);
    expect(lines[2]).toContain(',Split,CASH,BANK,3,8.00000000 USD; 3.00000000 EUR,');
    expect(lines[1]).toMatch(/^refused,rejected,.*,SAME_ACCOUNT,,$/);
  });
  test('400: a filter that is wrong, and a kind of file that there is not', async () => {
    expect(await acme.owner.send('GET', '/api/v1/intents/export/csv?after=5')).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    expect(await acme.owner.send('GET', '/api/v1/intents/export/pdf')).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });
  test('401: nobody', async () => {
    const asked = { params: { format: 'csv' }, query: {} } as const;
    expect(await testServer.nobody.call(intents.export, asked)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('404: a party of another organisation is as one that never was', async () => {
    const other = await openOrganisation(testServer);
    const answer = await other.owner.call(intents.export, { params: { format: 'csv' }, query: { party_id: party } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
