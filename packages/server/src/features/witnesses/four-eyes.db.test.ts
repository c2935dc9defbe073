// What a second owner must approve once four eyes is on.

import { approvals } from '@countinghouse/contract/features/approvals';
import { witnesses } from '@countinghouse/contract/features/witnesses';
import { type Approvals, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { makeWitnessKey } from '@countinghouse/verifier/witness/key';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let o: Approvals;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
  o = await openApprovals(testServer);
  await o.owner.call(approvals.fourEyes, { body: { on: true } });
});
afterAll(() => testServer.close());

const approve = async (answer: { readonly body: unknown }) => {
  const { approvalId: id } = answer.body as { approvalId: string };
  expect(await o.checker.call(approvals.approve, { params: { id }, body: {} })).toMatchObject({ status: 200 });
};
const known = async () => (await o.owner.call(witnesses.list)).body.witnesses;

describe('POST /api/internal/witnesses', () => {
  test('202: under four eyes a witness is asked once another owner approves', async () => {
    const { vkey } = makeWitnessKey('witness.example/a');
    const held = await o.owner.call(witnesses.add, { body: { vkey, url: 'http://127.0.0.1:1' } });
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await known()).toEqual([]);
    const { body } = await o.checker.call(approvals.list, { query: {} });
    expect(body.approvals.at(0)).toMatchObject({ subject: 'witness.add', summary: 'witness.example/a' });
    await approve(held);
    expect(await known()).toMatchObject([{ name: 'witness.example/a', vkey }]);
  });
});

describe('DELETE /api/internal/witnesses/:id', () => {
  test('202, then 409 for the same again: it is asked until another owner approves', async () => {
    const [witness = expect.fail('a witness')] = await known();
    const remove = () => o.owner.call(witnesses.remove, { params: { id: witness.id } });
    const held = await remove();
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'CHANGE_PENDING' } });
    expect(await known()).toMatchObject([{ id: witness.id }]);
    await approve(held);
    expect(await known()).toEqual([]);
  });
});
