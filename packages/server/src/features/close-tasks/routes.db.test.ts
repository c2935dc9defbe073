import { randomUUID } from 'node:crypto';
import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { periods } from '@countinghouse/contract/features/periods';
import { CLOSE_TASKS_MAX } from '@countinghouse/kernel/bounds';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let member: Person;
/** A period of long ago that is closing. */
let periodId: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  member = await acme.member();
  periodId = await closing('2020-10');
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const closing = async (month: string): Promise<string> => {
  const body = { period_start: `${month}-01`, period_end: `${month}-28`, valuation_snapshot_id: acme.fxSnapshotId };
  return (await acme.owner.call(periods.start, { body })).body.period.id;
};
const task = (more: object = {}) => ({ title: 'Count cash', group: 'Cash', due_on: '2020-11-05', ...more });
const add = (id: string, more: object = {}, who = member) => who.call(closeTasks.add, { params: { id }, body: task(more) });
const list = async (id: string) => (await member.call(closeTasks.list, { params: { id } })).body;
const lastOf = async (id: string) => (await list(id)).tasks.at(-1);
const nowhere = { params: { id: randomUUID() } };

let full: string | undefined;
/** One with as many tasks as there may be. */
async function fullPeriod(): Promise<string> {
  if (full !== undefined) return full;
  full = await closing('2020-12');
  const words = { title: 'T', group: 'G', owner_id: null, owner_role: null, check: null, due_on: '2020-12-31' };
  const filled = await testServer.opened.services.ledger.submit(acme.tenantId, {
    type: 'close_tasks.add',
    actor: { kind: 'user', id: member.id },
    periodId: full,
    fromTemplate: false,
    tasks: Array.from({ length: CLOSE_TASKS_MAX }, () => ({ ...words, id: randomUUID() })),
  });
  expect(filled).toMatchObject({ kind: 'written' });
  return full;
}

describe('POST /api/v1/close-template', () => {
  test('200: an owner sets it as a whole, and everybody reads it', async () => {
    const tasks = [
      { title: 'Count cash', group: 'Cash', owner_id: member.id, owner_role: null, check: null, due_days: 5 },
      { title: 'Match the bank', group: 'Cash', owner_id: null, owner_role: 'owner', check: 'bank_rows', due_days: 3 },
    ] as const;
    expect(await acme.owner.call(closeTasks.setTemplate, { body: { tasks: [...tasks] } })).toMatchObject({ status: 200 });
    expect((await member.call(closeTasks.template, {})).body).toEqual({ tasks });
  });
  test('400: a task of a stranger, or of a person and a role', async () => {
    const set = (more: object) =>
      acme.owner.call(closeTasks.setTemplate, { body: { tasks: [{ title: 'T', group: 'G', due_days: 1, ...more }] } });
    for (const more of [{ owner_id: randomUUID() }, { owner_id: member.id, owner_role: 'owner' }])
      expect(await set(more)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('401 and 403: nobody, and a member', async () => {
    const input = { body: { tasks: [] } };
    expect(await testServer.nobody.call(closeTasks.setTemplate, input)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await member.call(closeTasks.setTemplate, input)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
});

describe('GET /api/v1/close-template', () => {
  test('401: nobody', async () => {
    expect(await testServer.nobody.call(closeTasks.template, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/v1/periods/:id/tasks/from-template', () => {
  const take = (id: string) => member.call(closeTasks.take, { params: { id } });
  test('200: a period takes them once, due by its last day; what the ledger knows is done by itself', async () => {
    const id = await closing('2020-11');
    const taken = await take(id);
    expect(taken).toMatchObject({ status: 200, body: { from_template: true } });
    expect(taken.body.tasks).toMatchObject([
      { title: 'Count cash', owner_id: member.id, due_on: '2020-12-03', done: false, late: true, left: null },
      { title: 'Match the bank', owner_role: 'owner', due_on: '2020-12-01', done: true, late: false, left: 0, done_by: null },
    ]);
    expect((await take(id)).body.tasks).toHaveLength(2);
  });
  test('404: a period that never was; 409: one with no room', async () => {
    expect(await member.call(closeTasks.take, nowhere)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await take(await fullPeriod())).toMatchObject(refused(409, 'CLOSE_TASKS_FULL'));
  });
  test('401: nobody', async () => {
    expect(await testServer.nobody.call(closeTasks.take, nowhere)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/v1/periods/:id/tasks', () => {
  test('200: added by a member, in its order; what is locked is known', async () => {
    await add(periodId, { title: 'Accrue the fee', owner_id: acme.owner.id });
    const answer = await add(periodId, { title: 'Lock it', check: 'locked', due_on: '2999-01-01' });
    expect(answer).toMatchObject({ status: 200, body: { from_template: false } });
    expect(answer.body.tasks.map((t) => [t.title, t.done, t.late, t.left])).toEqual([
      ['Accrue the fee', false, true, null],
      ['Lock it', false, false, 1],
    ]);
  });
  test('400, 401, 404: a stranger’s task, nobody, a period that never was', async () => {
    expect(await add(periodId, { owner_id: randomUUID() })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await testServer.nobody.call(closeTasks.add, { ...nowhere, body: task() })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await add(randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: no room', async () => {
    expect(await add(await fullPeriod())).toMatchObject(refused(409, 'CLOSE_TASKS_FULL'));
  });
});

describe('GET /api/v1/periods/:id/tasks', () => {
  test('401, 404: nobody, and a period that never was', async () => {
    expect(await testServer.nobody.call(closeTasks.list, nowhere)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await member.call(closeTasks.list, nowhere)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

/** Adds a task; answers how it is named. */
async function newTask(more: object = {}): Promise<{ params: { id: string } }> {
  await add(periodId, more);
  return { params: { id: (await lastOf(periodId))?.id ?? '' } };
}

describe('POST /api/v1/close-tasks/:id/done', () => {
  test('200: by whom and when', async () => {
    expect(await member.call(closeTasks.finish, await newTask())).toMatchObject({ status: 200 });
    expect(await lastOf(periodId)).toMatchObject({ done: true, late: false, done_by: member.id, done_at: expect.stringMatching(/Z$/) });
  });
  test('401, 404, 409: nobody, a task that never was, what the ledger knows by itself', async () => {
    expect(await testServer.nobody.call(closeTasks.finish, nowhere)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await member.call(closeTasks.finish, nowhere)).toMatchObject(refused(404, 'NOT_FOUND'));
    const checked = await newTask({ check: 'published' });
    expect(await member.call(closeTasks.finish, checked)).toMatchObject(refused(409, 'CLOSE_TASK_CHECKED'));
  });
});

describe('POST /api/v1/close-tasks/:id/undone', () => {
  test('200: also by somebody else', async () => {
    const named = await newTask();
    await member.call(closeTasks.finish, named);
    expect(await acme.owner.call(closeTasks.undo, named)).toMatchObject({ status: 200 });
    expect(await lastOf(periodId)).toMatchObject({ done: false, done_by: null, done_at: null });
  });
  test('401, 404, 409: nobody, a task that never was, what the ledger knows by itself', async () => {
    expect(await testServer.nobody.call(closeTasks.undo, nowhere)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await member.call(closeTasks.undo, nowhere)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await member.call(closeTasks.undo, await newTask({ check: 'locked' }))).toMatchObject(refused(409, 'CLOSE_TASK_CHECKED'));
  });
});

describe('DELETE /api/v1/close-tasks/:id', () => {
  test('200: it is gone, and 404 from then on', async () => {
    const named = await newTask({ title: 'Explain' });
    expect(await member.call(closeTasks.remove, named)).toMatchObject({ status: 200 });
    expect((await list(periodId)).tasks.map((t) => t.title)).not.toContain('Explain');
    expect(await member.call(closeTasks.remove, named)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('401: nobody', async () => {
    expect(await testServer.nobody.call(closeTasks.remove, nowhere)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});
