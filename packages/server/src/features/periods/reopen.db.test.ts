import { approvals } from '@countinghouse/contract/features/approvals';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { type Approvals, holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const YEAR = new Date().getUTCFullYear() - 1;
const MARCH = { period_start: `${YEAR}-03-01`, period_end: `${YEAR}-03-31` };
const reopening = { ...MARCH, reason: 'A late invoice' };

async function lockMarch(o: Approvals) {
  await o.owner.call(periods.start, { body: { ...MARCH, valuation_snapshot_id: o.fxSnapshotId } });
  return (await o.owner.call(periods.lock, { body: MARCH })).body.period;
}
const post = (o: Approvals) =>
  o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { valueDate: MARCH.period_end })] }) });

describe('POST /api/internal/periods/reopen', () => {
  test('401, 403, 400 without a reason, and 409 where it is not locked', async () => {
    const o = await openApprovals(testServer);
    const path = periods.reopen.path;
    expect(await testServer.nobody.send('POST', path, reopening)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await o.maker.send('POST', path, reopening)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await o.owner.send('POST', path, MARCH)).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await o.owner.send('POST', path, reopening)).toMatchObject(refused(409, 'PERIOD_STATE'));
  });
  test('202: it waits for another owner, asked for once; then it is closing, takes postings past the second check, and can be locked and published again', async () => {
    const o = await openApprovals(testServer);
    const { id, accounts_sha256: sealed } = await lockMarch(o);
    await o.owner.call(periods.publish, { body: MARCH });
    const asked = await o.owner.call(periods.reopen, { body: reopening });
    expect(asked).toMatchObject({ status: 202, body: { status: 'proposed', details: { eligible: 1 } } });
    expect(await o.owner.call(periods.reopen, { body: reopening })).toMatchObject(refused(409, 'CHANGE_PENDING'));
    expect(await post(o)).toMatchObject(refused(422, 'PERIOD_LOCKED'));
    const { approvalId } = asked.body as unknown as { approvalId: string };
    const of = async () => (await o.owner.call(periods.get, { params: { id } })).body;
    expect((await of()).work.pending_approvals).toEqual([{ id: approvalId, intent_id: null }]);
    expect(await o.checker.call(approvals.approve, { params: { id: approvalId }, body: {} })).toMatchObject({ status: 200 });
    expect(await of()).toMatchObject({
      period: { status: 'closing', locked_at: null, published_at: null, files: [], reopened_by: o.checker.id },
      balances: [],
    });
    expect(await post(o)).toMatchObject({ status: 200 });
    const again = (await o.owner.call(periods.lock, { body: MARCH })).body.period;
    expect(again.accounts_sha256).not.toBe(sealed);
    expect(await o.owner.call(periods.publish, { body: MARCH })).toMatchObject({ status: 200 });
    expect(await post(o)).toMatchObject(refused(422, 'PERIOD_LOCKED'));
    expect(
      await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
    ).toEqual([]);
  });
});

describe('locking a period in which something waits for approval', () => {
  test('409 names it; it is among what the period waits for', async () => {
    const o = await openApprovals(testServer);
    const { period } = (await o.owner.call(periods.start, { body: { ...MARCH, valuation_snapshot_id: o.fxSnapshotId } })).body;
    const held = await holdBack(o, o.maker, { proposed_actions: [row('CASH', 'BANK', '100', { valueDate: MARCH.period_end })] });
    expect(await o.owner.call(periods.lock, { body: MARCH })).toMatchObject({
      ...refused(409, 'PERIOD_STATE'),
      body: { details: { pending_approvals: [held.intentId] } },
    });
    const { work } = (await o.owner.call(periods.get, { params: { id: period.id } })).body;
    expect(work.pending_approvals).toEqual([{ id: held.approvalId, intent_id: held.intentId }]);
    await o.maker.call(approvals.withdraw, { params: { id: held.approvalId } });
    expect(await o.owner.call(periods.lock, { body: MARCH })).toMatchObject({ status: 200 });
  });
});
