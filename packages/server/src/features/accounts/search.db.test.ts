import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { currencies } from '@countinghouse/contract/features/currencies';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { metadata } from '@countinghouse/contract/features/metadata';
import type { RouteInput } from '@countinghouse/contract/wire';
import { allAccounts, listFilteredAccounts } from '@countinghouse/store/features/accounts/list';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { openEntities, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** CASH and BANK of no entity, HQ-1 of HQ and DE-1 of DE; DEBT in euros on another GL account; OLD is closed. */
let acme: Awaited<ReturnType<typeof openEntities>>;
let liabilities: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openEntities(testServer);
  const { owner } = acme;
  await owner.call(currencies.add, { body: { code: 'EUR' } });
  liabilities = (await owner.call(glAccounts.create, { body: { code: '2000', title: 'Debt', class: 'L', normalBalance: 'CR' } })).body.gl
    .id;
  const here = { 'x-entity-id': 'all' };
  const debt = {
    code: 'DEBT',
    currency: 'EUR',
    ledgerAccountId: liabilities,
    external_ref: 'DE89',
    metadata: { bank: 'first', tier: '1' },
  };
  await owner.call(accounts.create, { body: debt }, here);
  const old = await acme.account('OLD');
  await owner.call(accounts.close, { params: { id: old }, body: {} });
  await owner.call(metadata.annotateAccount, { params: { id: acme.cash }, body: { metadata: { bank: 'first' } } });
  for (const [amount, valueDate] of [
    ['100', '2026-01-10'],
    ['20', '2026-01-31'],
    ['3.5', '2026-02-01'],
  ] as const)
    await owner.call(intents.execute, { body: acme.intent({ proposed_actions: [row('CASH', 'BANK', amount, { valueDate })] }) });
});
afterAll(() => testServer.close());

type Query = RouteInput<typeof accounts.search>['query'];
const search = async (query: Query = {}) => {
  const answer = await acme.owner.call(accounts.search, { query }, { 'x-entity-id': 'all' });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const codes = async (query: Query = {}) => (await search(query)).accounts.map((a) => a.code);

describe('GET /api/v1/accounts', () => {
  test('401: not without a session', async () => {
    const answer = await testServer.nobody.send('GET', '/api/v1/accounts');
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('200: by code, with what they are and hold, as a decimal and in minor units', async () => {
    const { accounts: found, next, as_of } = await search();
    expect([found.map((a) => a.code), next, as_of]).toEqual([['BANK', 'CASH', 'DE-1', 'DEBT', 'HQ-1', 'OLD'], null, null]);
    expect(found[1]).toMatchObject({ balance: '123.50000000', balance_minor: '12350', status: 'open', normal_balance: 'DR' });
    expect(found[3]).toEqual({
      id: expect.any(String),
      code: 'DEBT',
      title: null,
      currency: 'EUR',
      kind: 'operational',
      external_ref: 'DE89',
      gl_account_id: liabilities,
      gl_code: '2000',
      normal_balance: 'CR',
      entity_id: null,
      entity_code: null,
      party_id: null,
      floor: 'none',
      floor_minor: null,
      status: 'open',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      balance: '0.00000000',
      balance_minor: '0',
      metadata: { bank: 'first', tier: '1' },
    });
  });
  test.each<[string, () => Query, readonly string[]]>([
    ['an entity', () => ({ entity: acme.hq }), ['HQ-1']],
    ['a GL account, by code', () => ({ gl_account: '2000' }), ['DEBT']],
    ['a GL account, by id', () => ({ gl_account: liabilities.toUpperCase() }), ['DEBT']],
    ['a currency', () => ({ currency: 'eur' }), ['DEBT']],
    ['the beginning of a code, in any case', () => ({ code_prefix: 'de' }), ['DE-1', 'DEBT']],
    ['a beginning with what LIKE takes for something else', () => ({ code_prefix: 'D_' }), []],
    ['those that are closed', () => ({ status: 'closed' }), ['OLD']],
    ['those that are open', () => ({ status: 'open', code_prefix: 'O' }), []],
    ['metadata', () => ({ metadata: { bank: 'first' } }), ['CASH', 'DEBT']],
    ['metadata under two keys', () => ({ metadata: { bank: 'first', tier: '1' } }), ['DEBT']],
    ['metadata that none has', () => ({ metadata: { bank: 'second' } }), []],
    ['several at once', () => ({ metadata: { bank: 'first' }, currency: 'USD', status: 'open' }), ['CASH']],
  ])('200: %s', async (_what, query, left) => expect(await codes(query())).toEqual(left));
  test.each([
    ['2026-01-09', '0.00000000'],
    ['2026-01-10', '100.00000000'],
    ['2026-01-31', '120.00000000'],
    ['2026-02-01', '123.50000000'],
    ['2999-12-31', '123.50000000'],
  ])('200: as of %s CASH holds %s', async (as_of, balance) => {
    const found = await search({ as_of, metadata: { bank: 'first' } });
    expect([found.as_of, found.accounts.map((a) => a.balance)]).toEqual([as_of, [balance, '0.00000000']]);
  });
  test('200: a page at a time, each account once', async () => {
    const pages: (readonly string[])[] = [];
    let after: string | undefined;
    do {
      const page = await search({ limit: 4, ...(after === undefined ? {} : { after }) });
      pages.push(page.accounts.map((a) => a.code));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(pages).toEqual([
      ['BANK', 'CASH', 'DE-1', 'DEBT'],
      ['HQ-1', 'OLD'],
    ]);
  });
  test('a call looks at a stretch and says where to go on, with metadata and without', async () => {
    const look = (more: object, after: string | null, scanned: number) =>
      read(testServer.opened.services.readerPool, { tenantId: acme.tenantId }, (tx) =>
        listFilteredAccounts(tx, acme.tenantId, { ...allAccounts, ...more }, null, { after, limit: 10, scanned }),
      );
    const euro = await look({ currency: 'EUR' }, null, 2);
    expect([euro.accounts, euro.next]).toEqual([[], 'CASH']);
    const on = await look({ currency: 'EUR' }, euro.next, 4);
    expect([on.accounts.map((a) => a.code), on.next]).toEqual([['DEBT'], null]);
    const said = await look({ currency: 'EUR', metadata: { bank: 'first' } }, null, 1);
    expect([said.accounts, said.next]).toEqual([[], 'CASH']);
    const rest = await look({ currency: 'EUR', metadata: { bank: 'first' } }, said.next, 1);
    expect([rest.accounts.map((a) => a.code), rest.next]).toEqual([['DEBT'], null]);
  });
  test('200: the active entity filters, unless another one is named', async () => {
    const listed = async (query: Query, entity: string) =>
      (await acme.owner.call(accounts.search, { query }, { 'x-entity-id': entity })).body.accounts.map((a) => a.code);
    expect(await listed({}, acme.de)).toEqual(['DE-1']);
    expect(await listed({ entity: acme.hq }, acme.de)).toEqual(['HQ-1']);
  });
  test.each(['limit=0', 'limit=501', 'as_of=1', 'status=gone', 'entity=x', 'currency=EURO', 'code_prefix=', 'after=', 'more=1'])(
    '400: %s',
    async (query) => expect((await acme.owner.send('GET', `/api/v1/accounts?${query}`)).status).toBe(400),
  );
  test('404: an entity or GL account that is not there, or of another organisation', async () => {
    const other = await openOrganisation(testServer);
    for (const query of [
      { entity: randomUUID() },
      { entity: await other.entity('XX') },
      { gl_account: 'none' },
      { gl_account: other.glAccountId },
    ])
      expect(await acme.owner.call(accounts.search, { query })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
});
