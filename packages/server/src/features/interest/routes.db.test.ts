import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { settings } from '@countinghouse/contract/features/settings';
import type { RouteDef } from '@countinghouse/contract/wire';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postInterest } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
let o: Organisation;
let member: Person;
let counter: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  o = await openOrganisation(testServer);
  member = await o.member();
  counter = await o.account('PAID');
  await o.owner.call(interest.change, { body: { counter_account_id: counter } });
});
afterAll(() => testServer.close());

const refused = (status: number, code: string, path?: string) => ({
  status,
  body: { code, error: code, ...(path === undefined ? {} : { details: [{ path }] }) },
});
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const bucketBody = async (more: object = {}) => {
  made += 1;
  const { gl } = (await o.owner.call(glAccounts.create, { body: { code: `25${made}`, title: 'Accrued', class: 'L' } })).body;
  return { code: `B${made}`, rate: '3.25', effective_on: day(-5), accrued_gl_id: gl.id, ...more };
};
const makeBucket = async (more: object = {}) => (await o.owner.call(interest.create, { body: await bucketBody(more) })).body.bucket;
const put = (id: string, body: { bucket_id: string | null; effective_on?: string }) =>
  o.owner.call(interest.setBucket, { params: { id }, body });
const wake = (today = day(0)): Promise<number> => postInterest(testServer.opened.services, today);

const unauthenticated = async (route: RouteDef): Promise<void> => {
  const path = route.path.replace(':id', randomUUID());
  const answer = await testServer.nobody.send(route.method, path, route.method === 'GET' ? undefined : {});
  expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
};

describe('GET /api/internal/settings/interest', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.settings));
});

describe('PATCH /api/internal/settings/interest', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.change));
  test('200: each alone, read by every member here and among the settings of the organisation', async () => {
    const fresh = await openOrganisation(testServer);
    const { owner, cash } = fresh;
    expect((await owner.call(interest.settings)).body).toEqual({
      day_count: 'ACT/360',
      counter_account_id: null,
      counter_account_code: null,
      waits: 'NO_COUNTER_ACCOUNT',
    });
    expect((await owner.call(interest.change, { body: { day_count: '30/360' } })).body).toMatchObject({ day_count: '30/360' });
    const expected = { day_count: '30/360', counter_account_id: cash, counter_account_code: 'CASH', waits: null };
    expect(await owner.call(interest.change, { body: { counter_account_id: cash } })).toMatchObject({ status: 200, body: expected });
    const mo = await fresh.member();
    expect((await mo.call(interest.settings)).body).toEqual(expected);
    expect((await mo.call(settings.get)).body.settings).toMatchObject({
      interest_day_count: '30/360',
      interest_counter_account_id: cash,
    });
    const before = await fresh.headSeq();
    await owner.call(interest.change, { body: {} });
    expect(await fresh.headSeq()).toBe(before);
    expect((await owner.call(interest.change, { body: { counter_account_id: null } })).body.waits).toBe('NO_COUNTER_ACCOUNT');
  });
  test.each([
    ['a convention that there is not', { day_count: 'ACT/364' }, 'day_count'],
    ['an account that is not there', { counter_account_id: randomUUID() }, 'counter_account_id'],
  ])('400: %s', async (_what, body, path) => {
    expect(await o.owner.send('PATCH', interest.change.path, body)).toMatchObject(refused(400, 'VALIDATION_ERROR', path));
  });
  test('403: a member; 422: a closed account; 423: while read-only', async () => {
    expect(await member.call(interest.change, { body: { day_count: 'ACT/365' } })).toMatchObject(refused(403, 'FORBIDDEN'));
    const shut = await o.account('SHUT');
    await o.owner.call(accounts.close, { params: { id: shut }, body: {} });
    expect(await o.owner.call(interest.change, { body: { counter_account_id: shut } })).toMatchObject(refused(422, 'ACCOUNT_CLOSED'));
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await owner.call(interest.change, { body: { day_count: 'ACT/365' } })).toMatchObject(refused(423, 'TENANT_READONLY'));
    expect((await owner.call(interest.settings)).status).toBe(200);
  });
});

describe('GET /api/internal/interest/buckets', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.buckets));
});

describe('GET /api/internal/interest/accounts', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.accounts));
  test('200: says of one account that the code of a companion account is taken, and of another nothing', async () => {
    const [taken, free] = [await makeBucket(), await makeBucket()];
    await o.account(`${taken.accrued_gl_code}-USD`);
    const [barred, fine] = [await o.account('BARRED'), await o.account('FINE')];
    await put(barred, { bucket_id: taken.id });
    await put(fine, { bucket_id: free.id });
    const waits = async (id: string) =>
      (await member.call(interest.accounts, { query: {} })).body.accounts.find((a) => a.account_id === id)?.waits;
    expect([await waits(barred), await waits(fine)]).toEqual(['CODE_TAKEN', null]);
    const companion = { code: `${free.accrued_gl_code}-USD`, ledgerAccountId: free.accrued_gl_id };
    const { id: companionId } = (await o.owner.call(accounts.create, { body: companion })).body.account;
    await o.owner.call(accounts.close, { params: { id: companionId }, body: {} });
    expect(await waits(fine)).toBe('SISTER_CLOSED');
    for (const id of [barred, fine]) await put(id, { bucket_id: null });
  });
});

describe('POST /api/internal/interest/buckets', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.create));
  test('200: with its first rate, listed by code with how many are in it', async () => {
    const bucket = await makeBucket({ rate: ' -0.5 ' });
    expect(bucket).toMatchObject({ rate: '-0.50000000', accrued_gl_title: 'Accrued', accounts: 0 });
    expect(bucket.rates).toMatchObject([{ rate: '-0.50000000', effective_on: day(-5), set_by: o.owner.id }]);
    const later = await makeBucket({ effective_on: day(5) });
    expect(later.rate).toBeNull();
    const listed = (await member.call(interest.buckets)).body.buckets;
    expect(listed.map((b) => b.id)).toEqual(expect.arrayContaining([bucket.id, later.id]));
    expect(listed.map((b) => b.code)).toEqual(listed.map((b) => b.code).sort());
  });
  test.each([
    ['a rate that is none', { rate: '3,25' }, 'rate'],
    ['a rate beyond all bounds', { rate: '1000.1' }, 'rate'],
    ['a day that there is not', { effective_on: '2026-02-30' }, 'effective_on'],
    ['a code with a space', { code: 'A B' }, 'code'],
  ])('400: %s', async (_what, change, path) => {
    expect(await o.owner.call(interest.create, { body: await bucketBody(change) })).toMatchObject(refused(400, 'VALIDATION_ERROR', path));
  });
  test('400: an income account; 403: a member; 404: a GL account that is not there; 409: a code that is', async () => {
    const income = (await o.owner.call(glAccounts.create, { body: { code: '4300', title: 'Income', class: 'I' } })).body.gl.id;
    const ask = async (who: Person, more: object) => who.call(interest.create, { body: await bucketBody(more) });
    expect(await ask(o.owner, { accrued_gl_id: income })).toMatchObject(refused(400, 'VALIDATION_ERROR', 'accrued_gl_id'));
    expect(await ask(member, {})).toMatchObject(refused(403, 'FORBIDDEN'));
    const unknown = await ask(o.owner, { accrued_gl_id: randomUUID() });
    expect(unknown.body).toMatchObject({ code: 'GL_ACCOUNT_NOT_FOUND' });
    const { code } = await makeBucket();
    expect(await ask(o.owner, { code: code.toLowerCase() })).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('its GL account is in use and cannot be deleted', async () => {
    const { accrued_gl_id } = await makeBucket();
    const { gl } = (await o.owner.call(glAccounts.list)).body;
    expect(gl.find((g) => g.id === accrued_gl_id)?.usageCount).toBe(1);
    const answer = await o.owner.call(glAccounts.delete, { params: { id: accrued_gl_id } });
    expect(answer).toMatchObject(refused(409, 'GL_ACCOUNT_IN_USE'));
  });
});

describe('POST /api/internal/interest/buckets/:id/rates', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.addRate));
  test('200: by day, the latest first; the same day again takes its place', async () => {
    const { id } = await makeBucket();
    const add = async (rate: string, effective_on: string) =>
      (await o.owner.call(interest.addRate, { params: { id }, body: { rate, effective_on } })).body.bucket;
    await add('4', day(10));
    await add('2', day(0));
    const bucket = await add('2.5', day(0));
    expect(bucket.rate).toBe('2.50000000');
    expect(bucket.rates.map((r) => [r.effective_on, r.rate])).toEqual([
      [day(10), '4.00000000'],
      [day(0), '2.50000000'],
      [day(-5), '3.25000000'],
    ]);
  });
  test('403: a member; 404: no such bucket; 400: a day too far ahead', async () => {
    const { id } = await makeBucket();
    const add = (who: Person, bucket: string, effective_on = day(0)) =>
      who.call(interest.addRate, { params: { id: bucket }, body: { rate: '1', effective_on } });
    expect(await add(member, id)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await add(o.owner, randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await add(o.owner, id, day(400))).toMatchObject(refused(400, 'VALIDATION_ERROR', 'effective_on'));
  });
});

describe('POST /api/internal/accounts/:id/interest-bucket', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.setBucket));
  test('200: from today unless said; in the list of accounts it shows from its day on', async () => {
    const bucket = await makeBucket();
    const [now, soon] = [await o.account('NOW'), await o.account('SOON')];
    expect(await put(now, { bucket_id: bucket.id })).toMatchObject({ status: 200, body: { ok: true } });
    await put(soon, { bucket_id: bucket.id, effective_on: day(3) });
    const { accounts: all } = (await member.call(accounts.list, { body: {} })).body;
    expect(all.find((a) => a.id === now)?.interestBucket).toBe(bucket.code);
    expect(all.find((a) => a.id === soon)?.interestBucket).toBeNull();
    const listed = (await member.call(interest.accounts, { query: { q: 'no' } })).body.accounts;
    expect(listed).toMatchObject([
      { account_id: now, bucket_code: bucket.code, next_on: day(0), last_on: null, accrued: '0', waits: null },
    ]);
    const counted = (await member.call(interest.buckets)).body.buckets.find((b) => b.id === bucket.id);
    expect(counted?.accounts).toBe(1);
    expect((await put(now, { bucket_id: null })).status).toBe(200);
    expect((await member.call(accounts.get, { params: { id: now } })).body.account.interestBucket).toBeNull();
  });
  test('400: a bucket that is not there, the counter account, a day too long ago', async () => {
    const bucket = await makeBucket();
    expect(await put(o.cash, { bucket_id: randomUUID() })).toMatchObject(refused(400, 'VALIDATION_ERROR', 'bucket_id'));
    expect(await put(counter, { bucket_id: bucket.id })).toMatchObject(refused(400, 'VALIDATION_ERROR', 'bucket_id'));
    const answer = await put(o.cash, { bucket_id: bucket.id, effective_on: '2001-01-01' });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_ERROR', 'effective_on'));
  });
  test('403: a member; 404: no such account; 422: a closed account; 409: a day that accrued; closing waits for the interest', async () => {
    const bucket = await makeBucket();
    const id = await o.account('SAVER');
    const answer = await member.call(interest.setBucket, { params: { id }, body: { bucket_id: bucket.id } });
    expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await put(randomUUID(), { bucket_id: bucket.id })).toMatchObject(refused(404, 'NOT_FOUND'));
    const shut = await o.account('SHUT-2');
    await o.owner.call(accounts.close, { params: { id: shut }, body: {} });
    expect(await put(shut, { bucket_id: bucket.id })).toMatchObject(refused(422, 'ACCOUNT_CLOSED'));
    await put(id, { bucket_id: bucket.id, effective_on: day(-2) });
    expect(await o.owner.call(accounts.close, { params: { id }, body: {} })).toMatchObject(refused(409, 'ACCOUNT_ACCRUES'));
    expect(await wake()).toBeGreaterThanOrEqual(2);
    expect(await put(id, { bucket_id: null, effective_on: day(-1) })).toMatchObject({
      ...refused(409, 'INTEREST_DAY_ACCRUED'),
      body: { details: { accrued_through: day(-1) } },
    });
    expect((await put(id, { bucket_id: null })).status).toBe(200);
  });
});

describe('GET /api/internal/accounts/:id/interest', () => {
  test("401 'UNAUTHENTICATED': not without a session", () => unauthenticated(interest.explain));
  test('200: how each day came about; 404 for an account that is not there; 400 for a month that is none', async () => {
    const bucket = await makeBucket({ rate: '5', effective_on: '2024-02-01' });
    const id = await o.account('TOLD');
    const proposed_actions = [row('BANK', 'TOLD', '1000')];
    await o.owner.call(intents.execute, { body: o.intent({ value_date: '2024-02-28', proposed_actions }) });
    const empty = await member.call(interest.explain, { params: { id }, query: {} });
    expect(empty.body).toMatchObject({ interest: null, account: { code: 'TOLD' }, months: [], month: null, days: [] });
    await put(id, { bucket_id: bucket.id, effective_on: '2024-02-27' });
    await wake('2024-03-01');
    const { body } = await member.call(interest.explain, { params: { id }, query: { month: '2024-02' } });
    expect(body.months).toEqual(['2024-02']);
    expect(body.days.map((d) => [d.on, d.balance, d.carried, d.exact, d.amount, d.remainder])).toEqual([
      ['2024-02-29', '-100000', '1/900000000', '-5/36', '-0.13888889', '1/450000000'],
      ['2024-02-28', '-100000', '0', '-5/36', '-0.13888889', '1/900000000'],
      ['2024-02-27', '0', '0', '0', '0.00000000', '0'],
    ]);
    expect(body.capitalisations).toMatchObject([
      { month: '2024-02', value_date: '2024-03-01', accrued: '-0.27777778', amount: '-0.28000000', left: '0.00222222' },
    ]);
    expect(body.interest).toMatchObject({ accrued: '0.222222', remainder: '1/450000000', next_on: '2024-03-01' });
    expect((await member.call(interest.explain, { params: { id }, query: { month: '2023-01' } })).body.days).toEqual([]);
    await put(id, { bucket_id: null, effective_on: '2024-03-01' });
    expect(await member.call(interest.explain, { params: { id: randomUUID() }, query: {} })).toMatchObject(refused(404, 'NOT_FOUND'));
    const answer = await member.call(interest.explain, { params: { id }, query: { month: '2024-13' } });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_ERROR', 'month'));
  });
});
