import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { useDatabase } from '@countinghouse/testkit/database';
import { openEntities, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const get = (who: Pick<Person, 'call'>, id: string) => who.call(accounts.get, { params: { id } });
const close = (who: Pick<Person, 'call'>, id: string, reason?: string) =>
  who.call(accounts.close, { params: { id }, body: reason === undefined ? {} : { reason } });
const reopen = (who: Pick<Person, 'call'>, id: string) => who.call(accounts.reopen, { params: { id } });

describe('GET /api/internal/accounts/:id', () => {
  test('200: the account as the list has it, and when it was opened', async () => {
    const { owner, member, cash } = await openOrganisation(testServer);
    const answer = await get(await member(), cash);
    const [listed] = (await owner.call(accounts.list, { body: {} })).body.accounts.filter((a) => a.id === cash);
    expect(answer).toMatchObject({ status: 200, body: { account: { ...listed, closed_at: null, closed_reason: null } } });
    expect(answer.body.account.created_at).toMatch(/^20\d\d-.*Z$/);
  });
  test('401: nobody', async () => {
    expect(await get(testServer.nobody, randomUUID())).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: one that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), other.cash]) expect(await get(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('POST /api/internal/accounts/:id/close', () => {
  test('200: an empty account is closed, says when and why, and refuses postings', async () => {
    const { owner, member, bank, intent } = await openOrganisation(testServer);
    const answer = await close(await member(), bank, ' Moved to the new bank ');
    expect(answer).toMatchObject({
      status: 200,
      body: { account: { closed: true, closed_reason: 'Moved to the new bank', closed_at: expect.any(String) } },
    });
    expect(await owner.call(intents.execute, { body: intent() })).toMatchObject(refused(422, 'ACCOUNT_CLOSED'));
    expect((await owner.call(accounts.list, { body: {} })).body.accounts.find((a) => a.id === bank)?.closed).toBe(true);
  });
  test('400: a reason of 501', async () => {
    const { owner, bank } = await openOrganisation(testServer);
    expect(await close(owner, bank, 'x'.repeat(501))).toMatchObject({ status: 400, body: { details: [{ path: 'reason' }] } });
  });
  test('401: nobody', async () => {
    expect(await close(testServer.nobody, randomUUID())).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('403: a member without a role in its entity; with one they may', async () => {
    const { hq, account, member, entityPerson } = await openEntities(testServer);
    const id = await account('HQ-9', { entityId: hq });
    expect(await close(await member(), id)).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { needs: 'entity_member' } } });
    expect((await close(await entityPerson(hq, 'entity_member'), id)).status).toBe(200);
  });
  test('404: one that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), other.bank]) expect(await close(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await get(other.owner, other.bank)).body.account.closed).toBe(false);
  });
  test('409: with something on it, to the smallest unit', async () => {
    const { owner, cash, intent } = await openOrganisation(testServer);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '0.00000001')] }) });
    expect(await close(owner, cash)).toMatchObject(refused(409, 'ACCOUNT_NOT_EMPTY'));
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', '-0.00000001')] }) });
    expect((await close(owner, cash)).status).toBe(200);
  });
  test('409: while it is in an interest bucket', async () => {
    const { owner, cash } = await openOrganisation(testServer);
    const accrued = { code: '2500', title: 'Accrued', class: 'L' } as const;
    const { id } = (await owner.call(glAccounts.create, { body: accrued })).body.gl;
    const today = new Date().toISOString().slice(0, 10);
    const savings = { code: 'SAVINGS', rate: '1', effective_on: today, accrued_gl_id: id };
    const { bucket } = (await owner.call(interest.create, { body: savings })).body;
    await owner.call(interest.setBucket, { params: { id: cash }, body: { bucket_id: bucket.id } });
    expect(await close(owner, cash)).toMatchObject(refused(409, 'ACCOUNT_ACCRUES'));
    await owner.call(interest.setBucket, { params: { id: cash }, body: { bucket_id: null } });
    expect((await close(owner, cash)).status).toBe(200);
  });
  test('409: while an open hold would post to it, on either side', async () => {
    const { owner, cash, bank, intent } = await openOrganisation(testServer);
    const hold = intent({ use_case: 'hold' });
    await owner.call(intents.execute, { body: hold });
    for (const id of [cash, bank]) expect(await close(owner, id)).toMatchObject(refused(409, 'ACCOUNT_HELD'));
    const cancel = intent({ use_case: 'void', constraints: { hold: hold.intent_id }, proposed_actions: [] });
    await owner.call(intents.execute, { body: cancel });
    for (const id of [cash, bank]) expect((await close(owner, id)).status).toBe(200);
  });
  test('422: one that is closed already', async () => {
    const { owner, cash, headSeq } = await openOrganisation(testServer);
    await close(owner, cash);
    const before = await headSeq();
    expect(await close(owner, cash)).toMatchObject(refused(422, 'ACCOUNT_CLOSED'));
    expect(await headSeq()).toBe(before);
  });
});

describe('POST /api/internal/accounts/:id/reopen', () => {
  test('200: it takes postings again, and replay comes to the same', async () => {
    const { owner, cash, intent, tenantId } = await openOrganisation(testServer);
    await close(owner, cash, 'Too early');
    expect(await reopen(owner, cash)).toMatchObject({
      status: 200,
      body: { account: { closed: false, closed_at: null, closed_reason: null } },
    });
    expect((await owner.call(intents.execute, { body: intent() })).status).toBe(200);
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, tenantId)).toEqual([]);
  });
  test('401: nobody', async () => {
    expect(await reopen(testServer.nobody, randomUUID())).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('403: a member without a role in its entity', async () => {
    const { hq, account, member, owner } = await openEntities(testServer);
    const id = await account('HQ-9', { entityId: hq });
    await close(owner, id);
    expect(await reopen(await member(), id)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404: one that never was, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), other.bank]) expect(await reopen(acme.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: one that is open', async () => {
    const { owner, cash } = await openOrganisation(testServer);
    expect(await reopen(owner, cash)).toMatchObject(refused(409, 'ACCOUNT_OPEN'));
  });
  test('422: its entity is deactivated', async () => {
    const { hq, account, owner } = await openEntities(testServer);
    const id = await account('HQ-9', { entityId: hq });
    await close(owner, id);
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect(await reopen(owner, id)).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
  test('422: its currency was removed', async () => {
    const { account, owner } = await openOrganisation(testServer);
    const id = await account('EURO', { currency: 'EUR' });
    await close(owner, id);
    expect((await owner.call(currencies.remove, { body: { code: 'EUR' } })).status).toBe(200);
    expect(await reopen(owner, id)).toMatchObject(refused(422, 'CURRENCY_NOT_ALLOWED'));
  });
});
