// A server that checks on a thread and one that checks in place, over the same database: they find the same.

import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { replays } from '@countinghouse/contract/features/replays';
import { startOfChain } from '@countinghouse/kernel/chain/check-link';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedgers } from '../features/health/worker.ts';
import { replayLedgers } from '../features/replays/worker.ts';

const db = useDatabase();
const errors: unknown[] = [];
let inPlace: TestServer;
let onThread: TestServer;
beforeAll(async () => {
  inPlace = await openTestServer(db.where);
  const more = { workers: false, onCheckError: (error: unknown) => void errors.push(error) };
  onThread = await openTestServer(db.where, { DATA_DIR: inPlace.dataDir }, more);
});
afterAll(async () => {
  await onThread.close();
  await inPlace.close();
  expect(errors).toEqual([]);
});

const atAnyTime = ({ checked, ...found }: { readonly checked: object }) => ({ ...found, checked: { ...checked, at: '' } });

test('both find a ledger in order, and the same faults', async () => {
  const o = await openOrganisation(inPlace);
  for (let i = 0; i < 3; i++) await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'BANK', '1')] }) });
  const here = { 'x-tenant-id': o.tenantId };
  const other = await onThread.signIn(o.owner.email, o.owner.password);
  const look = async () => {
    const [one, two] = [await o.owner.call(health.get), await other.call(health.get, {}, here)];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(atAnyTime(two.body)).toEqual(atAnyTime(one.body));
    return two.body;
  };
  expect(await look()).toMatchObject({ ok: true, counts: { postings: 3 } });
  await inPlace.opened.loginPool.query('delete from postings where tenant_id = $1', [o.tenantId]);
  // Whoever finds it first writes it down.
  await o.owner.call(health.get);
  expect(await look()).toMatchObject({ ok: false, invariants: { missingPostings: [{}, {}, {}] } });
  await o.owner.call(health.check, { body: {} });
  expect(await checkLedgers(onThread.opened.services)).toBe(1);
  expect((await look()).full).toMatchObject({ state: 'done', ok: false, found: { missing_postings: 3, differences: expect.any(Number) } });
});

test('replays there, and what stops a replay or a walk is thrown as it is', async () => {
  const o = await openOrganisation(inPlace);
  await o.owner.call(intents.execute, { body: o.intent() });
  await o.owner.call(replays.start, { body: {} });
  expect(await replayLedgers(onThread.opened.services)).toBe(1);
  expect((await o.owner.call(replays.latest)).body.replay).toMatchObject({ state: 'done', result: { equal: true, postings: 1 } });
  class Stop extends Error {}
  const { checking, readerPool } = onThread.opened.services;
  const stop = () => Promise.reject(new Stop());
  await expect(checking.replay(o.tenantId, stop)).rejects.toBeInstanceOf(Stop);
  await expect(checking.walk(readerPool, { tenantId: o.tenantId, from: startOfChain, known: null }, stop)).rejects.toBeInstanceOf(Stop);
});
