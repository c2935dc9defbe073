// What is open and what is looked into: rows of banks, and postings that no row explains.

import { randomUUID } from 'node:crypto';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { DAY, line, post, refused, rowsOf, run, statusOf, take, turnedAway, withRows } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/internal/recon/status', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.status.path, 401, 'UNAUTHENTICATED'));
  test('200: counts rows, with their age, and tells of the last run', async () => {
    const o = await openOrganisation(testServer);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 0, unmatched: 0, exceptions: 0, updated_at: null, run: null });
    const today = new Date().toISOString().slice(0, 10);
    await take(o.owner, [line('5'), line('6', { posted_at: today })]);
    await post(o, '6', today);
    const { run: done } = await run(o.owner);
    const told = await statusOf(o.owner);
    expect(told).toMatchObject({ matched: 1, unmatched: 1, updated_at: expect.stringMatching(/Z$/), run: done });
    expect(Object.values(told.aging).reduce((a, b) => a + b, 0)).toBe(1);
    expect(told.aging.days_0_7).toBe(0);
  });
});

describe('GET /api/internal/recon/rows', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.rows.path, 401, 'UNAUTHENTICATED'));
  test('200: the oldest first, a page at a time; by state, account, source and amount', async () => {
    const o = await openOrganisation(testServer);
    await take(o.owner, [line('1', { posted_at: '2026-03-03' }), line('-2', { source: 'Other' }), line('3', { account_code: 'BANK' })]);
    const amounts = async (query: object) => (await rowsOf(o.owner, query)).map((r) => Number(r.amount)).sort((a, b) => a - b);
    expect((await rowsOf(o.owner))[0]).toMatchObject({
      posted_on: '2026-03-03',
      state: 'unmatched',
      description: '',
      match: null,
      exception: null,
    });
    expect(await amounts({ account_id: o.bank })).toEqual([3]);
    expect(await amounts({ q: 'OTHER' })).toEqual([-2]);
    expect(await amounts({ q: '2' })).toEqual([-2]);
    expect(await amounts({ state: 'matched' })).toEqual([]);
    const [first] = await rowsOf(o.owner);
    expect((await o.owner.call(recon.rows, { query: { id: first?.id ?? '' } })).body).toMatchObject({
      rows: [{ id: first?.id }],
      total: 1,
      as_of: await o.headSeq(),
    });
    const page = (await o.owner.call(recon.rows, { query: { after: 2, limit: 2 } })).body;
    expect([page.rows.length, page.total]).toEqual([1, 3]);
  });
});

describe('GET /api/internal/recon/postings', () => {
  const path = recon.postings.path;
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', path, 401, 'UNAUTHENTICATED'));
  test('200: what no row is matched to, the newest first; around a day; marked where it was taken back', async () => {
    const o = await openOrganisation(testServer);
    await post(o, '10', '2026-01-10');
    const intent = o.intent({ proposed_actions: [row('CASH', 'BANK', '-20', { valueDate: DAY })] });
    await o.owner.call(intents.execute, { body: intent });
    await post(o, '-20', DAY, { use_case: 'reversal', constraints: { reverses: intent.intent_id }, proposed_actions: [] });
    const list = async (query: object) => (await o.owner.call(recon.postings, { query: { account_id: o.cash, ...query } })).body.postings;
    expect((await list({})).map((p) => [p.amount, p.reversed, p.counterparty.code])).toEqual([
      ['20.00000000', true, 'BANK'],
      ['-20.00000000', true, 'BANK'],
      ['10.00000000', false, 'BANK'],
    ]);
    expect(await list({ around: '2026-01-11', days: 5 })).toHaveLength(1);
    expect((await list({ limit: 1, after: 1 })).map((p) => p.amount)).toEqual(['-20.00000000']);
    await take(o.owner, [line('10', { posted_at: '2026-01-10' })]);
    await run(o.owner);
    expect(await list({})).toHaveLength(2);
  });
  test('404: an account that is not there; 400: without one', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${path}?account_id=${randomUUID()}`)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await owner.send('GET', path)).toMatchObject({ status: 400, body: { details: [{ path: 'account_id' }] } });
  });
});

describe('POST /api/internal/recon/rows/:id/exception', () => {
  test('401: not without a session', () =>
    turnedAway(testServer.nobody, 'POST', recon.setException.path.replace(':id', randomUUID()), 401, 'UNAUTHENTICATED'));
  test('200: a note and an owner, which a match ends; the note is not in the log', async () => {
    const o = await withRows(testServer);
    const note = `Asked Jane ${randomUUID()}`;
    expect((await o.owner.call(recon.setException, { params: { id: o.ten }, body: { note, owner_id: o.owner.id } })).body).toEqual({
      ok: true,
    });
    expect(await rowsOf(o.owner, { state: 'exception' })).toMatchObject([
      { id: o.ten, state: 'exception', exception: { note, owner_id: o.owner.id, set_by: o.owner.id } },
    ]);
    expect(await statusOf(o.owner)).toMatchObject({ unmatched: 2, exceptions: 1 });
    const logged = await testServer.opened.loginPool.query('select from events where tenant_id = $1 and strpos(payload, $2) > 0', [
      o.tenantId,
      note,
    ]);
    expect(logged.rowCount).toBe(0);
    await run(o.owner);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 1, exceptions: 0 });
    await expectSound(testServer, o);
  });
  test('404: a row that is not there; 409: one that is matched; 400: an owner who is no member', async () => {
    const o = await withRows(testServer);
    const set = (id: string, body: { note: string; owner_id?: string }) => o.owner.call(recon.setException, { params: { id }, body });
    expect(await set(randomUUID(), { note: 'n' })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await set(o.ten, { note: 'n', owner_id: 'nobody' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    await o.match([o.ten]);
    expect(await set(o.ten, { note: 'n' })).toMatchObject(refused(409, 'RECON_MATCHED'));
  });
});

describe('POST /api/internal/recon/rows/:id/exception/clear', () => {
  test('401: not without a session', () =>
    turnedAway(testServer.nobody, 'POST', recon.clearException.path.replace(':id', randomUUID()), 401, 'UNAUTHENTICATED'));
  test('200: it is a row like others again; 404: a row that is not there', async () => {
    const o = await withRows(testServer);
    await o.owner.call(recon.setException, { params: { id: o.ten }, body: { note: 'n' } });
    expect((await o.owner.call(recon.clearException, { params: { id: o.ten } })).body).toEqual({ ok: true });
    expect(await rowsOf(o.owner, { state: 'exception' })).toEqual([]);
    expect(await o.owner.call(recon.clearException, { params: { id: randomUUID() } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
