// What a second owner must approve once four eyes is on.

import { randomUUID } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { controls } from '@countinghouse/contract/features/controls';
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

const approve = async (answer: { readonly body: unknown }) => {
  const { approvalId: id } = answer.body as { approvalId: string };
  expect(await o.checker.call(approvals.approve, { params: { id }, body: {} })).toMatchObject({ status: 200 });
};
const names = async () => (await o.owner.call(controls.list)).body.controls.map((c) => [c.name, c.retired_at === null]);
const id = randomUUID();

describe('POST /api/internal/compliance/controls', () => {
  test('202, then 409 for the same again: under four eyes a control is there once another owner approves, word for word', async () => {
    const spec = { units: '5', note: 'é', amountE8: '7', steps: [{ a: 1.5e-7 }] };
    const save = () => o.owner.call(controls.register, { body: { id, name: 'Bank access', spec } });
    const held = await save();
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await save()).toMatchObject(refused(409, 'CHANGE_PENDING'));
    expect(await names()).toEqual([]);
    await approve(held);
    expect((await o.owner.call(controls.get, { params: { id } })).body.control).toMatchObject({ name: 'Bank access', version: 1, spec });
  });
});

describe('POST /api/internal/compliance/controls/:id/retire', () => {
  test('202, then 409 for the same again: it is in force until another owner approves', async () => {
    const retire = () => o.owner.call(controls.retire, { params: { id } });
    const held = await retire();
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await retire()).toMatchObject(refused(409, 'CHANGE_PENDING'));
    expect(await names()).toEqual([['Bank access', true]]);
    await approve(held);
    expect(await names()).toEqual([['Bank access', false]]);
  });
});
