// Runs that are left in the middle, and runs that others go on with.

import { randomUUID } from 'node:crypto';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { findLastRun, insertRun } from '@countinghouse/store/features/recon/runs';
import { read } from '@countinghouse/store/reader';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginRun, goOnMatching } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const MONTHS = ['2026-01-15', '2026-02-15', '2026-03-15'];
/** A posting and a row in each of three months. */
async function open(): Promise<Organisation> {
  const o = await openOrganisation(testServer);
  const proposed_actions = MONTHS.map((valueDate) => row('CASH', 'BANK', '5', { valueDate }));
  await o.owner.call(intents.execute, { body: o.intent({ proposed_actions }) });
  const rows = MONTHS.map((posted_at) => ({ source: 'b', posted_at, account_code: 'CASH', amount: '5', currency: 'USD' }));
  await o.owner.call(recon.importRows, { body: { rows } });
  return o;
}
const last = (o: Organisation) =>
  read(testServer.opened.services.readerPool, { tenantId: o.tenantId }, (tx) => findLastRun(tx, o.tenantId));

test('a run that is left after a month is taken on where it was, by whoever wakes up', async () => {
  const o = await open();
  const { services } = testServer.opened;
  let asked = 0;
  const run = await beginRun(services, o.tenantId, o.owner.id, () => asked++ < 2);
  expect(run).toMatchObject({ status: 'running', rows_total: 3, rows_done: 1, rows_matched: 1, after_month: '2026-01-01' });
  expect(await goOnMatching(services)).toBe(2);
  expect(await last(o)).toMatchObject({ id: run.id, status: 'done', rows_done: 3, rows_matched: 3, matches: 3 });
  expect(await goOnMatching(services)).toBe(0);
});

test('a run that somebody is at is left to them; one whose holder went away is not', async () => {
  const o = await open();
  const { services } = testServer.opened;
  const { id } = await insertRun(services.writerPool, o.tenantId, randomUUID(), o.owner.id, 60);
  expect(await goOnMatching(services)).toBe(0);
  await testServer.opened.loginPool.query("update recon_runs set leased_until = now() - interval '1 second' where id = $1", [id]);
  const both = await Promise.all([goOnMatching(services), goOnMatching(services)]);
  expect(both.toSorted((a, b) => a - b)).toEqual([0, 3]);
});

test('a read-only organisation is waited for', async () => {
  const o = await open();
  const { services } = testServer.opened;
  await insertRun(services.writerPool, o.tenantId, randomUUID(), o.owner.id, 0);
  await o.deactivate();
  expect(await goOnMatching(services)).toBe(0);
  expect(await last(o)).toMatchObject({ status: 'running', rows_matched: 0 });
});

test('the run of somebody who left ends', async () => {
  const o = await open();
  const { services } = testServer.opened;
  await insertRun(services.writerPool, o.tenantId, randomUUID(), 'nobody', 0);
  await expect(goOnMatching(services)).rejects.toThrow('NOT_FOUND');
  expect(await last(o)).toMatchObject({ status: 'done', rows_matched: 0 });
});
