// Accounts as programs have them: long codes, a title, a floor with an amount, found by what they are called outside.
import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { entities } from '@countinghouse/contract/features/entities';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let liabilities: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  const debt = { code: '2000', title: 'Debt', class: 'L', normalBalance: 'CR' } as const;
  liabilities = (await acme.owner.call(glAccounts.create, { body: debt })).body.gl.id;
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const open = (body: { readonly code: string; readonly [member: string]: unknown }) =>
  acme.owner.call(accounts.open, { body: { gl_account: '1000', ...body } });
const opened = async (code: string, more: object = {}): Promise<string> => (await open({ code, ...more })).body.account.id;
const change = (id: string, body: { readonly title?: string | null; readonly gl_account?: string }, o = acme) =>
  o.owner.call(accounts.change, { params: { id }, body });
const setFloor = (id: string, floor_minor: string | null, o = acme) =>
  o.owner.call(accounts.setFloor, { params: { id }, body: { floor_minor } });
const post = (debit: string, credit: string, amount: string, more: object = {}) =>
  acme.owner.call(intents.execute, { body: acme.intent({ proposed_actions: [row(debit, credit, amount)], ...more }) });

describe('POST /api/v1/accounts', () => {
  test('200: a UUID or an IBAN is a code, in upper case; title, floor and GL code are said as it is opened', async () => {
    const code = `${randomUUID()}:de89370400440532013000`;
    const answer = await open({ code, title: ' Giro ', floor_minor: '-500000', external_ref: 'DE02 1203' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        account: {
          code: code.toUpperCase(),
          title: 'Giro',
          gl_code: '1000',
          floor: 'amount',
          floor_minor: '-500000',
          balance_minor: '0',
          status: 'open',
        },
      },
    });
    const listed = (await acme.owner.call(accounts.search, { query: { code_prefix: code.slice(0, 40) } })).body.accounts;
    expect(listed).toEqual([answer.body.account]);
  });
  test('200: without a floor there is none, and zero is zero', async () => {
    expect((await open({ code: 'FREE' })).body.account).toMatchObject({ floor: 'none', floor_minor: null, title: null });
    expect((await open({ code: 'STRICT', floor_minor: '0' })).body.account).toMatchObject({ floor: 'zero', floor_minor: '0' });
  });
  test('401: nobody; 409: an entity that is deactivated', async () => {
    const body = { code: 'NEW', gl_account: '1000' };
    expect(await testServer.nobody.call(accounts.open, { body })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const entity = await acme.entity('OLD');
    await acme.owner.call(entities.deactivate, { body: { id: entity } });
    expect(await open({ ...body, entity })).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
  test('400: a code of 65 characters, a floor in major units', async () => {
    expect(await open({ code: 'X'.repeat(65) })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await open({ code: 'MAJOR', floor_minor: '-5.00' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('409: a code that is taken, also by the id of another account', async () => {
    expect(await open({ code: 'cash' })).toMatchObject(refused(409, 'CODE_TAKEN'));
    expect(await open({ code: acme.cash })).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('422: a GL account, a currency or a party that is not there; 404 and 409 of its entity; 403 without a role in it', async () => {
    expect(await open({ code: 'NEW', gl_account: '9999' })).toMatchObject(refused(422, 'GL_ACCOUNT_NOT_FOUND'));
    expect(await open({ code: 'NEW', currency: 'JPY' })).toMatchObject(refused(422, 'CURRENCY_NOT_ALLOWED'));
    expect(await open({ code: 'NEW', party_id: randomUUID() })).toMatchObject(refused(422, 'PARTY_NOT_FOUND'));
    expect(await open({ code: 'NEW', entity: randomUUID() })).toMatchObject(refused(404, 'NOT_FOUND'));
    const entity = await acme.entity('EU');
    const body = { code: 'NEW', gl_account: '1000', entity };
    expect(await (await acme.member()).call(accounts.open, { body })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});

describe('PATCH /api/v1/accounts/:id', () => {
  test('401: nobody; 403: a member without a role in its entity', async () => {
    const input = { params: { id: acme.cash }, body: { title: 'x' } };
    expect(await testServer.nobody.call(accounts.change, input)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const id = await acme.account('HQ-FIT', { entityId: await acme.entity('HQ') });
    expect(await (await acme.member()).call(accounts.change, { ...input, params: { id } })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: title and mapping change; reports have the account where it maps to now', async () => {
    const id = await opened('MOVES');
    expect(await change(id, { title: 'Wallets', gl_account: '2000' })).toMatchObject({
      status: 200,
      body: { account: { title: 'Wallets', gl_account_id: liabilities, normal_balance: 'CR' } },
    });
    expect((await change(id, { title: '' })).body.account.title).toBeNull();
    expect((await acme.owner.call(accounts.get, { params: { id } })).body.account).toMatchObject({ glCode: '2000', posted: false });
  });
  test('409: the mapping of an account with postings, with an open hold, or that accrues interest', async () => {
    const [used, held] = [await opened('USED'), await opened('RESERVED')];
    await post('USED', 'CASH', '1');
    expect(await change(used, { gl_account: '2000' })).toMatchObject(refused(409, 'ACCOUNT_POSTED'));
    await post('CASH', 'RESERVED', '1', { use_case: 'hold' });
    expect(await change(held, { gl_account: '2000' })).toMatchObject(refused(409, 'ACCOUNT_HELD'));
    const accrues = await opened('ACCRUES');
    const today = new Date().toISOString().slice(0, 10);
    const savings = { code: 'SAVINGS', rate: '1', effective_on: today, accrued_gl_id: liabilities };
    const { bucket } = (await acme.owner.call(interest.create, { body: savings })).body;
    await acme.owner.call(interest.setBucket, { params: { id: accrues }, body: { bucket_id: bucket.id } });
    expect(await change(accrues, { gl_account: '2000' })).toMatchObject(refused(409, 'ACCOUNT_ACCRUES'));
  });
  test('404 and 422: an account, or a GL account, that is not there', async () => {
    expect(await change(randomUUID(), { title: 'x' })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await change(acme.cash, { gl_account: '9999' })).toMatchObject(refused(422, 'GL_ACCOUNT_NOT_FOUND'));
  });
});

describe('POST /api/internal/accounts/:id/floor', () => {
  test('200: a credit limit is drawn to the last unit, and says where the account is below it already', async () => {
    const id = await opened('CREDIT', { floor_minor: '0' });
    expect((await post('CASH', 'CREDIT', '5')).body).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(await setFloor(id, '-500')).toMatchObject({
      status: 200,
      body: { below_floor: false, account: { floor: 'amount', floor_minor: '-500' } },
    });
    expect((await post('CASH', 'CREDIT', '5')).body.ok).toBe(true);
    expect((await post('CASH', 'CREDIT', '0.01')).body).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(await setFloor(id, '0')).toMatchObject({ body: { below_floor: true, account: { floor: 'zero' } } });
    expect((await post('CREDIT', 'CASH', '1')).body.ok).toBe(true);
    expect(await setFloor(id, null)).toMatchObject({ body: { below_floor: false, account: { floor: 'none', floor_minor: null } } });
  });
  test('202: with four eyes it waits for another owner; the same again meanwhile is refused; 403: a member', async () => {
    const o = await openOrganisation(testServer);
    const second = await o.member('owner');
    const actor = { kind: 'user', id: o.owner.id } as const;
    await testServer.opened.services.ledger.submit(o.tenantId, { type: 'four_eyes.set', actor, on: true });
    expect(await setFloor(o.cash, '-1', o)).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await setFloor(o.cash, '-1', o)).toMatchObject(refused(409, 'CHANGE_PENDING'));
    const [waiting] = (await second.call(approvals.list, { query: {} })).body.approvals;
    expect(waiting).toMatchObject({ summary: 'the floor becomes -0.01' });
  });
  test('403: a member; 404: an account that is not there', async () => {
    const input = { params: { id: acme.cash }, body: { floor_minor: null } };
    expect(await testServer.nobody.call(accounts.setFloor, input)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await acme.member()).call(accounts.setFloor, input)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await setFloor(randomUUID(), null)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/opening-rules', () => {
  test('200: none at first, for every member; 401: nobody', async () => {
    expect((await (await acme.member()).call(accounts.openingRules)).body).toEqual({ rules: [] });
    expect(await testServer.nobody.call(accounts.openingRules)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/opening-rules', () => {
  const set = (rule: object, o = acme) =>
    o.owner.call(accounts.setOpeningRules, { body: { rules: [{ prefix: 'W:', gl_account: '1000', ...rule }] } });
  test('200: they are kept as they are said; with four eyes they wait, once', async () => {
    const o = await openOrganisation(testServer);
    const entity = await o.entity('EU');
    const rule = { currency: 'USD', kind: 'wallet', floor_minor: '-500', entity };
    expect(await set(rule, o)).toMatchObject({ status: 200, body: { rules: [{ ...rule, prefix: 'W:', gl_code: '1000' }] } });
    await o.member('owner');
    const actor = { kind: 'user', id: o.owner.id } as const;
    await testServer.opened.services.ledger.submit(o.tenantId, { type: 'four_eyes.set', actor, on: true });
    expect((await set({}, o)).status).toBe(202);
    expect(await set({}, o)).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
  test('400: a floor without a currency, two of one beginning; 403: a member; 404, 422: what is not there', async () => {
    expect(await set({ floor_minor: '-500' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    const rules = [1, 2].map(() => ({ prefix: 'W:', gl_account: '1000' }));
    expect(await acme.owner.call(accounts.setOpeningRules, { body: { rules } })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    const asMember = await (await acme.member()).call(accounts.setOpeningRules, { body: { rules: [] } });
    expect(asMember).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await set({ entity: randomUUID() })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await set({ gl_account: '9999' })).toMatchObject(refused(422, 'GL_ACCOUNT_NOT_FOUND'));
    expect(await set({ currency: 'JPY' })).toMatchObject(refused(422, 'CURRENCY_NOT_ALLOWED'));
    expect(await testServer.nobody.call(accounts.setOpeningRules, { body: { rules: [] } })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});
