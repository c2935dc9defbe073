// What is held where no person posts: a run of a schedule, a row of an import.

import { approvals } from '@countinghouse/contract/features/approvals';
import { imports } from '@countinghouse/contract/features/imports';
import { schedules } from '@countinghouse/contract/features/schedules';
import { type Approvals, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postImports } from '../imports/worker.ts';
import { postDueSchedules } from '../schedules/worker.ts';

const db = useDatabase();
let testServer: TestServer;
let o: Approvals;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  o = await openApprovals(testServer);
});
afterAll(() => testServer.close());

const today = new Date().toISOString().slice(0, 10);
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const pending = async () => (await o.checker.call(approvals.list, { query: { status: 'pending' } })).body.approvals;
const sound = async () =>
  expect(
    await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
  ).toEqual([]);

test('a recurring intent that is held goes on to its next day; its run waits, then says what was decided', async () => {
  const row = { debitAccount: 'CASH', creditAccount: 'BANK', currency: 'USD', amount: '500' };
  const body = { name: 'Rent', use_case: 'rent', rows: [row], frequency: 'daily' as const, start_on: today };
  const { id } = (await o.maker.call(schedules.create, { body })).body.schedule;
  const runs = async () =>
    (await o.maker.call(schedules.runs, { params: { id }, query: {} })).body.runs.map((r) => [r.on, r.status, r.error_code]);
  await postDueSchedules(testServer.opened.services, today);
  expect(await runs()).toEqual([[today, 'proposed', null]]);
  const [first] = await pending();
  expect(first).toMatchObject({ maker_id: o.maker.id, subject: 'rent' });
  expect(await o.checker.call(approvals.approve, { params: { id: first?.id ?? '' }, body: {} })).toMatchObject({ status: 200 });
  await postDueSchedules(testServer.opened.services, tomorrow);
  const [second] = await pending();
  await o.checker.call(approvals.reject, { params: { id: second?.id ?? '' }, body: { reason: 'Moved out' } });
  expect(await runs()).toEqual([
    [tomorrow, 'rejected', 'REJECTED'],
    [today, 'executed', null],
  ]);
  await sound();
});

test('an import tells of its rows that are held', async () => {
  const content = `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,500,USD,${today}\nCASH,BANK,5,USD,${today}`;
  const { id } = (await o.maker.call(imports.check, { body: { kind: 'intents', content, file_name: 'a.csv' } })).body.import;
  await o.maker.call(imports.post, { params: { id } });
  await postImports(testServer.opened.services);
  const found = (await o.maker.call(imports.get, { params: { id }, query: {} })).body;
  expect(found.import.counts).toMatchObject({ posted: 2, executed: 1, held: 1, failed: 0 });
  expect(found.intents.map((i) => i.result)).toEqual(['held', 'executed']);
  expect(await pending()).toMatchObject([{ intent_id: found.intents[0]?.intent_id }]);
  await sound();
});
