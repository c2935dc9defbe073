// What has ended, and which day it is, is told by the checked clock of the server: neither the database's clock, nor a wall clock that stepped.

import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { controls } from '@countinghouse/contract/features/controls';
import { fx } from '@countinghouse/contract/features/fx';
import { holds } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { notifications } from '@countinghouse/contract/features/notifications';
import { people } from '@countinghouse/contract/features/people';
import { reports } from '@countinghouse/contract/features/reports';
import { schedules } from '@countinghouse/contract/features/schedules';
import { type Approvals, holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { ClockFile } from './clock-file.ts';
import { expireApprovals, tellCheckers } from './features/approvals/worker.ts';
import { expireHolds } from './features/holds/worker.ts';
import { postDueSchedules } from './features/schedules/worker.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const APPROVAL_MINUTES = 7 * DAY_MINUTES;
const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { SESSION_IDLE_HOURS: '48' });
});
afterEach(() => {
  vi.useRealTimers();
  testServer.opened.services.clock.confirm();
});
afterAll(() => testServer.close());

/** The server's clock is so far ahead of the database's, and an operator says that it is right. */
function setAhead(minutes: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
  testServer.opened.services.clock.confirm();
}
/** The wall clock steps, and nobody says that it is right. */
function step(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
}
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

async function holdUntil(minutes: number) {
  const o = await openOrganisation(testServer);
  const constraints = { hold_expires_at: inMinutes(minutes) };
  const body = o.intent({ use_case: 'hold', constraints, proposed_actions: [row('BANK', 'CASH', '10')] });
  expect(await o.owner.call(intents.execute, { body })).toMatchObject({ status: 200 });
  const look = async () => {
    const [hold] = (await o.owner.call(holds.list, { query: {} })).body.holds;
    const ofIntent = (await o.owner.call(intents.get, { params: { intent_id: body.intent_id } })).body.intent.hold;
    const listed = (await o.owner.call(accounts.list, { body: {} })).body.accounts.find((a) => a.code === 'CASH');
    const cash = (await o.owner.call(accounts.get, { params: { id: listed?.id ?? '' } })).body.account;
    return [hold?.status, hold?.rows[0]?.rest, ofIntent?.status, listed?.held, cash.held, cash.available];
  };
  return { o, look };
}

async function waitUntil(minutes: number) {
  const o: Approvals = await openApprovals(testServer);
  const { approvalId } = await holdBack(o, o.maker);
  const setEnd = (at: string) =>
    testServer.opened.loginPool.query('update approvals set expires_at = $3 where tenant_id = $1 and id = $2', [
      o.tenantId,
      approvalId,
      at,
    ]);
  await setEnd(inMinutes(minutes));
  // To the kernel, which was not told, it lasts as long as any: left so it would be tried by each pass.
  onTestFinished(async () => void (await setEnd(inMinutes(APPROVAL_MINUTES))));
  const look = async () => {
    const { waiting, approvals: listed } = (await o.checker.call(approvals.list, { query: {} })).body;
    const { approval } = (await o.checker.call(approvals.get, { params: { id: approvalId } })).body;
    const news = (await o.checker.call(notifications.list, { query: { view: 'mine' } })).body;
    return [listed[0]?.status, waiting, approval.status, approval.barred, news.unread];
  };
  return { o, look };
}

test('a hold that has half an hour left is open, though the database has it ended', async () => {
  setAhead(-50);
  const { o, look } = await holdUntil(30);
  expect(await look()).toEqual(['open', '10.00000000', 'open', '1000', '1000', '-1000']);
  const before = await o.headSeq();
  await expireHolds(testServer.opened.services);
  expect(await o.headSeq()).toBe(before);
});

test('a hold whose time is over has ended, and its event is written, though the database has it open', async () => {
  const { o, look } = await holdUntil(40);
  setAhead(50);
  expect(await look()).toEqual(['expired', '0.00000000', 'expired', '0', '0', '0']);
  const before = await o.headSeq();
  await expireHolds(testServer.opened.services);
  expect(await o.headSeq()).toBe(before + 1);
});

test('an approval that has half an hour left waits, and those who may decide it are told', async () => {
  setAhead(-50);
  const { o, look } = await waitUntil(30);
  expect(await look()).toEqual(['pending', 1, 'pending', null, 1]);
  const before = (await testServer.mails()).length;
  expect(await tellCheckers(testServer.opened.services)).toBe(2);
  const mails = (await testServer.mails()).slice(before);
  expect(mails.map((m) => /^To: (.+)$/m.exec(m)?.[1]).sort()).toEqual([o.owner.email, o.checker.email].sort());
  const head = await o.headSeq();
  await expireApprovals(testServer.opened.services);
  expect(await o.headSeq()).toBe(head);
});

test('an approval whose time is over has ended, and nobody is told of it any more', async () => {
  const { look } = await waitUntil(40);
  setAhead(50);
  expect(await look()).toEqual(['rejected', 0, 'rejected', 'APPROVAL_ALREADY_DECIDED', 0]);
  expect(await tellCheckers(testServer.opened.services)).toBe(0);
});

test('a hold and an approval outlive a wall clock that runs away: nothing is written, and both are open when it is back', async () => {
  const held = await holdUntil(DAY_MINUTES - 60);
  const waiting = await waitUntil(APPROVAL_MINUTES);
  const heads = () => Promise.all([held.o.headSeq(), waiting.o.headSeq()]);
  const look = async () => [await held.look(), await waiting.look()];
  const expire = async () => [await expireHolds(testServer.opened.services), await expireApprovals(testServer.opened.services)];
  // Of other tests, and over.
  await expire();
  const before = await heads();
  const seen = await look();
  step(DAY_MINUTES);
  expect(await expire()).toEqual([0, 0]);
  expect(await look()).toEqual(seen);
  step(APPROVAL_MINUTES);
  expect(await expire()).toEqual([0, 0]);
  vi.useRealTimers();
  expect(await look()).toEqual(seen);
  expect(seen.map(([status]) => status)).toEqual(['open', 'pending']);
  expect(await heads()).toEqual(before);
});

test('what is written while the wall clock is half an hour off carries the time that has passed', async () => {
  const o = await openOrganisation(testServer);
  const nowMs = Date.now();
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const off = (instant: string | undefined, days = 0): number => Date.parse(instant ?? '') - nowMs - days * DAY_MS;
  step(30);
  const rate = { base_currency: 'USD', quote_currency: 'EUR', rate: '0.9', source: 'desk' };
  const set = (await o.owner.call(fx.upsert, { body: rate })).body.rate;
  const { invite } = (await o.owner.call(people.invite, { body: { email: 'new@example.test', role: 'member' } })).body;
  const rows = [{ debitAccount: 'CASH', creditAccount: 'BANK', currency: 'USD', amount: '5' }];
  const body = { name: 'Rent', use_case: 'rent', rows, frequency: 'daily' as const, start_on: today };
  const { id } = (await o.owner.call(schedules.create, { body })).body.schedule;
  await postDueSchedules(testServer.opened.services, today);
  const posted = await testServer.opened.loginPool.query<{ until: string }>(
    "select payload::jsonb #>> '{request,consent,expires_at}' as until from events where tenant_id = $1 and intent_id like $2 order by seq limit 1",
    [o.tenantId, `schedule-${id}-%`],
  );
  const offs = [off(set.asof), off(invite.expires_at, 7), off(posted.rows[0]?.until, 1)];
  for (const ms of offs) expect(Math.abs(ms), offs.join(' ')).toBeLessThan(MINUTE_MS);
});

test('the day that reports and controls go by is the day it is, where the wall clock is a day ahead', async () => {
  const o = await openOrganisation(testServer);
  const id = randomUUID();
  const spec = { requirement: 'Count the till.', attest_every_days: 1 };
  expect(await o.owner.call(controls.register, { body: { id, name: 'Till', spec } })).toMatchObject({ status: 200 });
  const today = inMinutes(0).slice(0, 10);
  const look = async () => {
    const { status, body } = await o.owner.send('GET', `${reports.cashPosition.path}?currency=USD`);
    expect(status).toBe(200);
    const { control } = (await o.owner.call(controls.get, { params: { id } })).body;
    return [body['as_of'], control.due_on, control.due];
  };
  const before = await look();
  expect(before).toEqual([today, today, 'due']);
  step(DAY_MINUTES);
  expect(await look()).toEqual(before);
});

test.runIf(process.platform === 'linux')(
  'a start on the same boot beside a clock that stepped meanwhile writes nothing until it is confirmed',
  async () => {
    const o = await openOrganisation(testServer);
    const command = { type: 'limit.set', actor: { kind: 'user', id: o.owner.id }, key: 'daily_txn_count_max', value: '9' } as const;
    new ClockFile(testServer.dataDir).write({ wallMs: Date.now() - 120 * MINUTE_MS, uptimeMs: os.uptime() * 1000 });
    const next = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
    try {
      const { ledger, clock } = next.opened.services;
      await expect(ledger.submit(o.tenantId, command)).rejects.toMatchObject({ code: 'CLOCK_UNSURE' });
      clock.confirm();
      expect(await ledger.submit(o.tenantId, command)).toMatchObject({ kind: 'written' });
      expect(Math.abs((new ClockFile(testServer.dataDir).read()?.wallMs ?? 0) - Date.now())).toBeLessThan(MINUTE_MS);
    } finally {
      await next.close();
    }
  },
);
