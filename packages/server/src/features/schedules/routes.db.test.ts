import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { type NewSchedule, schedules } from '@countinghouse/contract/features/schedules';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openEntities, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { postDueSchedules } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const day = (ahead: number): string => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const row = { debitAccount: 'CASH', creditAccount: 'BANK', currency: 'USD', amount: '10' };
const rent = (more: Partial<z.input<typeof NewSchedule>> = {}) => ({
  name: 'Rent',
  use_case: 'rent',
  rows: [row],
  frequency: 'daily' as const,
  start_on: day(0),
  ...more,
});
const make = async (who: Person, more: Partial<z.input<typeof NewSchedule>> = {}): Promise<string> =>
  (await who.call(schedules.create, { body: rent(more) })).body.schedule.id;
const runsOf = async (who: Person, id: string) => (await who.call(schedules.runs, { params: { id }, query: {} })).body;
/** What a server does that wakes up on a day. Other organisations of this file have nothing due. */
const wake = (ahead = 0): Promise<number> => postDueSchedules(testServer.opened.services, day(ahead));
const sound = async (o: Organisation) =>
  expect(
    await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
  ).toEqual([]);

describe('POST /api/internal/schedules', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', schedules.create.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: posts in the name of whoever made it, first on its first day', async () => {
    const { member } = await openOrganisation(testServer);
    const mo = await member();
    const { schedule } = (await mo.call(schedules.create, { body: rent({ start_on: day(40), end_on: day(60) }) })).body;
    expect(schedule).toMatchObject({ name: 'Rent', status: 'active', maker_id: mo.id, next_on: day(40), end_on: day(60), runs: 0 });
    expect(schedule.rows).toEqual([{ ...row, amount: '10.00000000', narrative: '' }]);
  });
  test.each([
    ['a first day that has passed', { start_on: day(-1) }, 'start_on'],
    ['an end before the start', { end_on: day(-1) }, 'end_on'],
    ['an amount left open', { rows: [{ ...row, amount: null }] }, 'rows.0.amount'],
    ['a rhythm that there is not', { frequency: 'hourly' }, 'frequency'],
  ])('400: %s', async (_what, change, path) => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.send('POST', schedules.create.path, { ...rent(), ...change });
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path }] } });
  });
});

describe('GET /api/internal/schedules/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', schedules.list.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: by the next day; by status and name', async () => {
    const { owner } = await openOrganisation(testServer);
    const late = await make(owner, { name: 'Late', start_on: day(60) });
    const soon = await make(owner, { name: 'Soon', start_on: day(50) });
    await owner.call(schedules.end, { params: { id: late } });
    const list = async (query: object) => (await owner.call(schedules.list, { query })).body.schedules.map((s) => s.id);
    expect(await list({})).toEqual([soon, late]);
    expect(await list({ status: 'ended' })).toEqual([late]);
    expect(await list({ q: 'so' })).toEqual([soon]);
  });
});

describe('the daily posting', () => {
  test('posts each day once, whoever asks how often, and catches up on the days a server slept', async () => {
    const o = await openOrganisation(testServer);
    const id = await make(o.owner);
    expect(await wake()).toBe(1);
    expect(await wake()).toBe(0);
    // Four days later two servers wake up at once, twice.
    const decided = await Promise.all([wake(4), wake(4), wake(4), wake(4)]);
    expect(decided.reduce((a, b) => a + b)).toBe(4);
    const { schedule, runs } = await runsOf(o.owner, id);
    expect(runs.map((r) => [r.on, r.status])).toEqual([4, 3, 2, 1, 0].map((ahead) => [day(ahead), 'executed']));
    expect(schedule).toMatchObject({ next_on: day(5), runs: 5, rejected: 0 });
    const intent = (await o.owner.call(intents.get, { params: { intent_id: runs[0]?.intent_id ?? '' } })).body.intent;
    expect(intent).toMatchObject({ use_case: 'rent', value_date: day(4), actor_id: o.owner.id, schedule: { id, on: day(4) } });
    expect(intent.postings).toMatchObject([{ amount: '10.00000000', narrative: 'Rent', value_date: day(4) }]);
    await sound(o);
    await o.owner.call(schedules.end, { params: { id } });
  });
  test('takes an FX snapshot where there is none', async () => {
    const owner = await testServer.person('Olive');
    const { tenantId } = (await owner.call(tenants.create, { body: { name: 'Bare' } })).body;
    const id = await make(owner);
    await wake();
    // There is no account either: the intent is rejected for that, not for want of a snapshot.
    expect((await runsOf(owner, id)).runs).toMatchObject([{ status: 'rejected', error_code: 'ACCOUNT_NOT_FOUND' }]);
    await owner.call(schedules.end, { params: { id } }, { 'x-tenant-id': tenantId });
  });
  test('a rejection is noted and the next day is tried; after the last day it has ended', async () => {
    const o = await openOrganisation(testServer);
    const id = await make(o.owner, { rows: [{ ...row, creditAccount: 'NEW' }], end_on: day(1) });
    await wake();
    await o.account('NEW');
    await wake(1);
    const { schedule, runs } = await runsOf(o.owner, id);
    expect(runs.map((r) => [r.on, r.status, r.error_code])).toEqual([
      [day(1), 'executed', null],
      [day(0), 'rejected', 'ACCOUNT_NOT_FOUND'],
    ]);
    expect(schedule).toMatchObject({ status: 'ended', next_on: null, rejected: 1 });
    await sound(o);
  });
  test('is paused with the reason where its maker may not post any more; whoever resumes it answers for it', async () => {
    const o = await openEntities(testServer);
    const worker = await o.entityPerson(o.hq, 'entity_member');
    const id = await make(worker, { rows: [{ ...row, debitAccount: 'HQ-1' }] });
    await o.owner.call(people.removeMember, { params: { id: worker.id } });
    expect(await wake()).toBe(0);
    expect((await runsOf(o.owner, id)).schedule).toMatchObject({ status: 'paused', reason_code: 'NOT_FOUND', runs: 0 });
    await o.owner.call(schedules.resume, { params: { id } });
    expect(await wake()).toBe(1);
    expect((await runsOf(o.owner, id)).schedule).toMatchObject({ status: 'active', reason_code: null, maker_id: o.owner.id, runs: 1 });
    await o.owner.call(schedules.end, { params: { id } });
    await sound(o);
  });
  test('waits while the organisation is read-only, and catches up', async () => {
    const o = await openOrganisation(testServer);
    const id = await make(o.owner);
    await o.deactivate();
    expect(await wake(1)).toBe(0);
    await o.owner.call(tenants.clearReadOnly);
    expect(await wake(1)).toBe(2);
    await o.owner.call(schedules.end, { params: { id } });
  });
  const ROUNDS = 40;
  test(`${ROUNDS} rounds of a pause against the posting: nothing is posted after the pause’s answer`, async () => {
    const o = await openOrganisation(testServer);
    let before = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const id = await make(o.owner);
      // The pause sets out a little later each round, so that it meets every step of the posting.
      const pause = sleep((round % 10) * 2).then(() => o.owner.call(schedules.pause, { params: { id } }));
      const [decided] = await Promise.all([wake(), pause]);
      const { runs } = await runsOf(o.owner, id);
      expect(runs).toHaveLength(decided);
      before += decided;
      await wake();
      expect((await runsOf(o.owner, id)).runs).toHaveLength(decided);
    }
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(ROUNDS);
  });
});

describe.each([
  ['POST /api/internal/schedules/:id/pause', schedules.pause, 'active'],
  ['POST /api/internal/schedules/:id/resume', schedules.resume, 'paused'],
  ['POST /api/internal/schedules/:id/end', schedules.end, 'active'],
] as const)('%s', (_title, route, from) => {
  test('401, 404 NOT_FOUND, then 200 once and 409 SCHEDULE_STATE after', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    expect(await testServer.nobody.send('POST', route.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const foreign = await make(other.owner, { start_on: day(1) });
    for (const id of [randomUUID(), foreign])
      expect(await o.owner.call(route, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
    const id = await make(o.owner, { start_on: day(1) });
    if (from === 'paused') await o.owner.call(schedules.pause, { params: { id } });
    expect(await o.owner.call(route, { params: { id } })).toMatchObject({ status: 200, body: { ok: true } });
    expect(await o.owner.call(route, { params: { id } })).toMatchObject(refused(409, 'SCHEDULE_STATE'));
  });
});

describe('GET /api/internal/schedules/:id/runs', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', schedules.runs.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: one that is not there, or another organisation’s', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const foreign = await make(other.owner, { start_on: day(1) });
    for (const id of [randomUUID(), foreign])
      expect(await o.owner.call(schedules.runs, { params: { id }, query: {} })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
