// What a second owner must approve once four eyes is on.

import { approvals } from '@countinghouse/contract/features/approvals';
import { limits } from '@countinghouse/contract/features/limits';
import { type Approvals, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let o: Approvals;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  o = await openApprovals(testServer);
  await o.owner.call(approvals.fourEyes, { body: { on: true } });
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

describe('POST /api/internal/limits/set', () => {
  test('202, then 409 for the same again: under four eyes a limit stays as it is until another owner approves', async () => {
    const set = () => o.owner.call(limits.set, { body: { key: 'txn_amount_max', value: '500' } });
    const held = await set();
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed', details: { eligible: 1 } } });
    expect(await set()).toMatchObject(refused(409, 'CHANGE_PENDING'));
    const inForce = async () => (await o.owner.call(limits.get)).body.limits.txn_amount_max;
    expect(await inForce()).toBeNull();
    const { approvalId: id } = held.body as unknown as { approvalId: string };
    expect((await o.checker.call(approvals.get, { params: { id } })).body.preview?.changes).toEqual([
      { what: 'txn_amount_max', before: null, after: '500' },
    ]);
    expect(await o.checker.call(approvals.approve, { params: { id }, body: {} })).toMatchObject({ status: 200 });
    expect(await inForce()).toBe('500.00');
  });
});
