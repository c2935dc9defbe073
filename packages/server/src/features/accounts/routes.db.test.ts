import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('POST /api/internal/accounts/list', () => {
  test('200: every account in the order of its code, with its balance in minor units and both spellings of its reference', async () => {
    const { owner, member, glAccountId, cash, intent, headSeq } = await openOrganisation(testServer);
    const body = {
      code: 'AAA',
      currency: 'EUR',
      ledgerAccountId: glAccountId,
      external_ref: 'DE89 3704',
      kind: 'nostro',
      floor: 'zero',
    } as const;
    await owner.call(accounts.create, { body });
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '12.345')] }) });
    const answer = await (await member()).call(accounts.list, { body: {} });
    expect(answer).toMatchObject({ status: 200, body: { total: 3, as_of: await headSeq() } });
    expect(answer.body.accounts.map((a) => [a.code, a.balance])).toEqual([
      ['AAA', '0'],
      ['BANK', '-1234.5'],
      ['CASH', '1234.5'],
    ]);
    expect(answer.body.accounts[0]).toEqual({
      id: expect.any(String),
      code: 'AAA',
      title: null,
      currency: 'EUR',
      balance: '0',
      held: '0',
      available: '0',
      minorUnits: 2,
      kind: 'nostro',
      externalRef: 'DE89 3704',
      external_ref: 'DE89 3704',
      ledgerAccountId: glAccountId,
      glCode: '1000',
      glTitle: 'Cash',
      normalBalance: 'DR',
      entityId: null,
      entityCode: null,
      party_id: null,
      interestBucket: null,
      floor: 'zero',
      floor_minor: '0',
      closed: false,
    });
    expect(answer.body.accounts[2]).toMatchObject({ id: cash, kind: 'operational', externalRef: null, floor: 'none' });
  });
  test('200: a limit shortens the list, not the total; an empty body is an empty object', async () => {
    const { owner } = await openOrganisation(testServer);
    const short = await owner.call(accounts.list, { body: { limit: 1 } });
    expect(short.body).toMatchObject({ total: 2, accounts: [{ code: 'BANK' }] });
    expect((await owner.send('POST', accounts.list.path)).body['total']).toBe(2);
    expect((await owner.send('POST', accounts.list.path, '')).body['total']).toBe(2);
  });
  test('200: page after page every account comes once, also where one is opened between; the last page says so', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    for (const code of ['AAA', 'ZZZ', 'B2']) await owner.call(accounts.create, { body: { code, ledgerAccountId: glAccountId } });
    const first = await owner.call(accounts.list, { body: { limit: 2 } });
    expect(first.body).toMatchObject({ total: 5, next: 'B2', accounts: [{ code: 'AAA' }, { code: 'B2' }] });
    await owner.call(accounts.create, { body: { code: 'AAB', ledgerAccountId: glAccountId } });
    const second = await owner.call(accounts.list, { body: { limit: 2, after: 'B2' } });
    expect(second.body).toMatchObject({ next: 'CASH', accounts: [{ code: 'BANK' }, { code: 'CASH' }] });
    const last = await owner.call(accounts.list, { body: { limit: 2, after: 'CASH' } });
    expect(last.body).toMatchObject({ next: null, accounts: [{ code: 'ZZZ' }] });
  });
  test('200: found are accounts that have every word somewhere, and a currency', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    const body = { code: 'AAA', currency: 'EUR', ledgerAccountId: glAccountId, external_ref: 'DE89 50%', kind: 'nostro' } as const;
    await owner.call(accounts.create, { body });
    type Asked = { readonly q?: string; readonly currency?: string; readonly references?: string[] };
    const codes = async (asked: Asked): Promise<readonly string[]> =>
      (await owner.call(accounts.list, { body: asked })).body.accounts.map((a) => a.code);
    expect(await codes({ q: ' NOSTRO  de89 ' })).toEqual(['AAA']);
    expect(await codes({ q: '50%' })).toEqual(['AAA']);
    expect(await codes({ q: '5%%' })).toEqual([]);
    expect(await codes({ q: 'cash' })).toEqual(['AAA', 'BANK', 'CASH']);
    expect(await codes({ q: 'cash', currency: 'USD' })).toEqual(['BANK', 'CASH']);
    expect(await codes({ q: 'cash eur' })).toEqual(['AAA']);
    const id = (await owner.call(accounts.list, { body: { q: 'nostro' } })).body.accounts[0]?.id ?? '';
    expect(await codes({ references: [id, 'cash', 'NOBODY', randomUUID()] })).toEqual(['AAA', 'CASH']);
    expect(await codes({ references: [] })).toEqual([]);
    expect((await owner.call(accounts.list, { body: { q: 'nostro' } })).body).toMatchObject({ total: 1, next: null });
  });
  test.each([{ limit: 0 }, { limit: 5_001 }, { limit: 1.5 }, { limit: 'x' }, { nonsense: 1 }])('400: %j', async (body) => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.send('POST', accounts.list.path, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: [{ path: Object.keys(body)[0] }] } });
  });
  test('401: nobody sees them', async () => {
    expect(await testServer.nobody.call(accounts.list, { body: {} })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/accounts/create', () => {
  test('200: a member opens one; code and currency are upper-cased, what is not said has its default', async () => {
    const { member, glAccountId } = await openOrganisation(testServer);
    const mo = await member();
    const answer = await mo.call(accounts.create, { body: { code: ' op-1 ', ledgerAccountId: glAccountId, currency: 'usd' } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        account: { code: 'OP-1', currency: 'USD', kind: 'operational', externalRef: null, floor: 'none', balance: '0', closed: false },
      },
    });
    expect((await mo.call(accounts.list, { body: {} })).body.accounts).toContainEqual(answer.body.account);
  });
  test('200: a blank reference is none; an id in upper case is the same id', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    const body = { code: 'X', ledgerAccountId: glAccountId.toUpperCase(), external_ref: ' ' };
    expect((await owner.call(accounts.create, { body })).body.account).toMatchObject({ external_ref: null, ledgerAccountId: glAccountId });
  });
  describe('400', () => {
    const select = 'Select a GL account to map this ledger account';
    test.each([
      ['no code', { code: undefined }, 'MISSING_FIELDS', 'code', 'Required.'],
      ['a blank code', { code: ' ' }, 'MISSING_FIELDS', 'code', 'Code is required'],
      ['a code of 33', { code: 'x'.repeat(33) }, 'VALIDATION_ERROR', 'code', 'Use at most 32 characters.'],
      ['a code with a slash behind a space', { code: 'a /b' }, 'VALIDATION_ERROR', 'code', 'Use letters, digits and . _ : / - only.'],
      ['a currency of 2', { currency: 'US' }, 'VALIDATION_ERROR', 'currency', 'Use a 3-letter currency code.'],
      ['no GL account', { ledgerAccountId: undefined }, 'MISSING_FIELDS', 'ledgerAccountId', select],
      ['a blank GL account', { ledgerAccountId: '' }, 'MISSING_FIELDS', 'ledgerAccountId', select],
      ['a GL account that is no id', { ledgerAccountId: 'x' }, 'VALIDATION_ERROR', 'ledgerAccountId', 'Use an id as the server gave it.'],
      ['a kind of 65', { kind: 'x'.repeat(65) }, 'VALIDATION_ERROR', 'kind', 'Use at most 64 characters.'],
      ['a reference of 121', { external_ref: 'x'.repeat(121) }, 'VALIDATION_ERROR', 'external_ref', 'Use at most 120 characters.'],
      ['a reference with NUL', { external_ref: 'a\u0000' }, 'VALIDATION_ERROR', 'external_ref', 'Use printable characters only.'],
      ['an unknown floor', { floor: 'one' }, 'VALIDATION_ERROR', 'floor', expect.any(String)],
    ])('%s', async (_what, change, code, path, message) => {
      const { owner, glAccountId, headSeq } = await openOrganisation(testServer);
      const before = await headSeq();
      const answer = await owner.send('POST', accounts.create.path, { code: 'X', ledgerAccountId: glAccountId, ...change });
      expect(answer).toMatchObject({ status: 400, body: { code, details: expect.arrayContaining([{ path, message }]) } });
      expect(await headSeq()).toBe(before);
    });
  });
  test('401: nobody opens one', async () => {
    const body = { code: 'X', ledgerAccountId: randomUUID() };
    expect(await testServer.nobody.call(accounts.create, { body })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('409: a code is used once, in any case', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    expect(await owner.call(accounts.create, { body: { code: 'cash', ledgerAccountId: glAccountId } })).toMatchObject({
      status: 409,
      body: { code: 'CODE_TAKEN', error: 'CODE_TAKEN', details: { code: 'CASH' } },
    });
  });
  test('409: of two who open the same at once, one is told', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.call(accounts.create, { body: { code: 'RACE', ledgerAccountId: glAccountId } })),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
  describe('422', () => {
    test('a GL account that is not there, or is another organisation’s', async () => {
      const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
      for (const ledgerAccountId of [randomUUID(), other.glAccountId])
        expect(await acme.owner.call(accounts.create, { body: { code: 'X', ledgerAccountId } })).toMatchObject({
          status: 422,
          body: { code: 'GL_ACCOUNT_NOT_FOUND', details: { gl_account_id: ledgerAccountId } },
        });
    });
    test('a currency that the organisation does not allow', async () => {
      const { owner, glAccountId } = await openOrganisation(testServer);
      expect(await owner.call(accounts.create, { body: { code: 'X', ledgerAccountId: glAccountId, currency: 'JPY' } })).toMatchObject({
        status: 422,
        body: { code: 'CURRENCY_NOT_ALLOWED', details: { currency: 'JPY' } },
      });
    });
  });
});
