// Closing an account against posting to it, from two servers over one database: once the close was answered nothing is posted to
// it, and a closed account has nothing on it.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@countinghouse/contract/features/accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, type Timed, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROUNDS = inForm(60, 200);

const db = useDatabase();
const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-test-server-'));
let here: TestServer;
let there: TestServer;
beforeAll(async () => {
  here = await openTestServer(db.where, { DATA_DIR });
  there = await openTestServer(db.where, { DATA_DIR });
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test(`${ROUNDS} rounds of closing against posting: nothing lands on an account once its close was answered`, async () => {
  const { owner, cash, intent, tenantId } = await openOrganisation(here);
  const ownerThere = await there.signIn(owner.email, owner.password);
  const post = (amount: string): Promise<Timed> =>
    timed(() => ownerThere.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'BANK', amount)] }) }));
  let overlapping = 0;
  const met = { closed: 0, 'not empty': 0 };
  // The posting's head start: longer after each round that it lost, shorter after each that it won, so that both are met.
  let headStartMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const posting = post('5');
    if (headStartMs > 0) await sleep(headStartMs);
    const [closed, posted] = await Promise.all([timed(() => owner.call(accounts.close, { params: { id: cash }, body: {} })), posting]);
    if (overlap(closed, posted)) overlapping += 1;
    const { account } = (await owner.call(accounts.get, { params: { id: cash } })).body;
    if (closed.answer.status === 200) {
      met.closed += 1;
      headStartMs += 1;
      expect([round, codeOf(posted), account.closed, account.balance]).toEqual([round, 'ACCOUNT_CLOSED', true, '0']);
      expect([round, codeOf(await post('1'))]).toEqual([round, 'ACCOUNT_CLOSED']);
      expect((await owner.call(accounts.reopen, { params: { id: cash } })).status).toBe(200);
    } else {
      met['not empty'] += 1;
      headStartMs = Math.max(0, headStartMs - 1);
      expect([round, codeOf(closed), posted.answer.status]).toEqual([round, 'ACCOUNT_NOT_EMPTY', 200]);
      expect([account.closed, account.balance]).toEqual([false, '500']);
      expect((await post('-5')).answer.status).toBe(200);
    }
  }
  console.log(`close against post: ${overlapping} of ${ROUNDS} rounds overlapped, ${JSON.stringify(met)}`);
  expect(overlapping).toBeGreaterThan(0);
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0);
  const { readerPool } = here.opened.services;
  expect(await findFaults({ readerPool, loginPool: here.opened.loginPool }, tenantId)).toEqual([]);
});
