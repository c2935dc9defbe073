import { randomUUID } from 'node:crypto';
import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { type Notification, notifications } from '@countinghouse/contract/features/notifications';
import { periods } from '@countinghouse/contract/features/periods';
import { addDays } from '@countinghouse/kernel/reports/days';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellOfLateTasks } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let [mo, ada]: Person[] = [];
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  mo = await acme.member();
  ada = await acme.member('auditor', await testServer.person('Ada'));
});
afterAll(() => testServer.close());

const tell = () => tellOfLateTasks(testServer.opened.services);
const daysAgo = (days: number): string => addDays(testServer.opened.services.clock.today(), -days);
const mailsTo = async ({ email }: Person) => (await testServer.mails()).filter((mail) => mail.startsWith(`To: ${email}\n`));
const bellOf = async (person: Person, view: 'mine' | 'everything' = 'mine'): Promise<readonly Notification[]> =>
  (await person.call(notifications.list, { query: { view } })).body.notifications.filter(({ kind }) => kind === 'tasks_late');
const told = async () =>
  (
    await testServer.opened.loginPool.query<{ actor_id: string; payload: string }>(
      `select actor_id, payload from events where tenant_id = $1 and event_type = 'close_tasks.late' order by seq`,
      [acme.tenantId],
    )
  ).rows;

test('whose task is late gets one mail and one notification, once, whoever looks and how often', async () => {
  const { owner, fxSnapshotId } = acme;
  const range = { period_start: '2020-10-01', period_end: '2020-10-31', valuation_snapshot_id: fxSnapshotId };
  const { id: periodId, period_code } = (await owner.call(periods.start, { body: range })).body.period;
  const add = async (title: string, more: object): Promise<string> => {
    const body = { title, group: 'Cash', due_on: daysAgo(1), ...more };
    return (await owner.call(closeTasks.add, { params: { id: periodId }, body })).body.tasks.at(-1)?.id ?? '';
  };
  const count = await add('Count cash', { owner_id: mo?.id });
  const accrue = await add('Accrue the fee', { owner_id: mo?.id, due_on: daysAgo(7) });
  const lock = await add('Lock it', { owner_role: 'owner', check: 'locked' });
  const nobodys = await add('Nobody’s', {});
  const done = await add('Done in time', { owner_id: mo?.id });
  await owner.call(closeTasks.finish, { params: { id: done } });
  await add('Due today', { owner_id: mo?.id, due_on: daysAgo(0) });
  await add('Long ago', { owner_id: mo?.id, due_on: daysAgo(8) });
  await add('No open hold', { owner_id: mo?.id, check: 'holds' });

  // Two servers at it, and a third that comes later.
  expect((await Promise.all([tell(), tell()])).reduce((sum, n) => sum + n, 0)).toBe(4);
  expect(await tell()).toBe(0);
  const [event, ...more] = await told();
  expect(more).toEqual([]);
  expect(event?.actor_id).toBe('system');
  expect(JSON.parse(event?.payload ?? '')).toEqual({ period_id: periodId, ids: [count, accrue, lock, nobodys] });

  const [mail = '', ...others] = await mailsTo(mo as Person);
  expect(others).toEqual([]);
  expect(mail).toContain('Acme: 2 close tasks are late');
  expect(mail).toContain(`- Count cash, due ${daysAgo(1)}\n- Accrue the fee, due ${daysAgo(7)}`);
  expect(mail).toContain(`/dashboard/period-close/${periodId}`);
  expect(await mailsTo(owner)).toMatchObject([expect.stringContaining('Lock it')]);
  expect(await mailsTo(ada as Person)).toEqual([]);

  expect(await bellOf(mo as Person)).toMatchObject([
    {
      actor: null,
      subject: 'task',
      subject_id: count,
      period_id: periodId,
      what: period_code,
      says: 'Count cash, Accrue the fee',
      read: false,
    },
  ]);
  expect(await bellOf(owner)).toMatchObject([{ says: 'Lock it' }]);
  expect(await bellOf(ada as Person)).toEqual([]);
  expect(await bellOf(ada as Person, 'everything')).toMatchObject([{ says: 'Count cash, Accrue the fee, Lock it, Nobody’s' }]);

  // What is undone again was told of; what comes late after it has a telling of its own.
  await owner.call(closeTasks.finish, { params: { id: count } });
  await owner.call(closeTasks.undo, { params: { id: count } });
  await add('One more', { owner_role: 'member' });
  expect([await tell(), (await told()).length, (await mailsTo(mo as Person)).length]).toEqual([1, 2, 2]);
  const { readerPool } = testServer.opened.services;
  expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, acme.tenantId)).toEqual([]);
});

test('a mail is not sent of what was done before it left; nothing is told in a read-only organisation', async () => {
  const { letters, clock } = testServer.opened.services;
  const other = await openOrganisation(testServer);
  const range = { period_start: '2020-11-01', period_end: '2020-11-30', valuation_snapshot_id: other.fxSnapshotId };
  const { id: periodId } = (await other.owner.call(periods.start, { body: range })).body.period;
  const add = (title: string) =>
    other.owner.call(closeTasks.add, {
      params: { id: periodId },
      body: { title, group: 'Cash', due_on: addDays(clock.today(), -1), owner_id: other.owner.id },
    });
  const id = (await add('Count')).body.tasks[0]?.id ?? '';
  await other.owner.call(closeTasks.finish, { params: { id } });
  const due = { id: randomUUID(), kind: 'late_tasks', user_id: other.owner.id, attempts: 0, refusals: 0, outlived: false } as const;
  const queued = await letters.queueLateTasks(other.owner.id, other.tenantId, { periodId, ids: [id] });
  const [mailId, , , wrapped_token] = queued.values as readonly string[];
  expect(await letters.write({ ...due, id: mailId ?? '', wrapped_token: wrapped_token ?? '' })).toBeNull();

  await add('Reconcile');
  await other.deactivate();
  expect(await tell()).toBe(0);
});
