// Locking a period against posting into it, from two servers over one database: nothing is posted into it once the lock was
// answered, and what was posted before is in the trial balance that the lock sealed.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
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
  here = await openTestServer(db.where, { DATA_DIR }, { callPace: { burst: 1e6, perMinute: 1e6 } });
  there = await openTestServer(db.where, { DATA_DIR }, { callPace: { burst: 1e6, perMinute: 1e6 } });
});
afterAll(async () => {
  await here.close();
  await there.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

test(`${ROUNDS} rounds of locking against posting: nothing lands in a period once its lock was answered, and nothing before is missing`, async () => {
  const o = await openOrganisation(here);
  const { owner, intent, tenantId } = o;
  // On a GL account of its own, so that the trial balance shows it.
  const gl = await owner.call(glAccounts.create, { body: { code: '2000', title: 'Owed', class: 'L', normalBalance: 'CR' } });
  await owner.call(accounts.create, { body: { code: 'OWED', ledgerAccountId: gl.body.gl.id } });
  const ownerThere = await there.signIn(owner.email, owner.password);
  const today = Date.now();
  const met = { executed: 0, locked: 0 };
  let overlapping = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const day = new Date(today - (ROUNDS - round) * 86_400_000).toISOString().slice(0, 10);
    const range = { period_start: day, period_end: day };
    const post = (who: Pick<typeof owner, 'call'>, amount = '1'): Promise<Timed> =>
      timed(() => who.call(intents.execute, { body: intent({ proposed_actions: [row('CASH', 'OWED', amount, { valueDate: day })] }) }));
    await owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } });
    const early = [post(ownerThere), post(owner)];
    // Every other round the postings have a head start of a turn of the loop, so that each of them wins now and then.
    if (round % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    const lock = timed(() => owner.call(periods.lock, { body: range }));
    const posted = await Promise.all([...early, post(ownerThere), post(owner)]);
    const locked = await lock;
    expect([round, codeOf(locked)]).toEqual([round, 200]);
    const late = await Promise.all([post(ownerThere), post(owner)]);
    expect([round, late.map(codeOf)]).toEqual([round, ['PERIOD_LOCKED', 'PERIOD_LOCKED']]);
    for (const p of posted) {
      expect([200, 'PERIOD_LOCKED']).toContain(codeOf(p));
      met[codeOf(p) === 200 ? 'executed' : 'locked'] += 1;
      if (overlap(locked, p)) overlapping += 1;
    }
    const { period, balances } = (
      await owner.call(periods.get, { params: { id: (locked.answer.body as { period: { id: string } }).period.id } })
    ).body;
    const all = await here.opened.loginPool.query<{ before: number; after: number }>(
      `select count(*) filter (where seq < $2) as before, count(*) filter (where seq > $2 and value_date <= $3) as after
       from postings where tenant_id = $1`,
      [tenantId, period.locked_seq, day],
    );
    const sealed = balances.find((b) => b.code === '2000')?.balance;
    expect([round, all.rows, sealed]).toEqual([round, [{ before: met.executed, after: 0 }], String(-100 * met.executed)]);
  }
  expect(overlapping).toBeGreaterThan(ROUNDS / 2);
  expect(met.executed).toBeGreaterThan(0);
  expect(met.locked).toBeGreaterThan(0);
  expect(await findFaults({ readerPool: here.opened.services.readerPool, loginPool: here.opened.loginPool }, tenantId)).toEqual([]);
}, 180_000);
