import { approvals } from '@countinghouse/contract/features/approvals';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

test('what is asked for by a policy says what its rows come to, a currency each; a change comes to nothing', async () => {
  const o = await openApprovals(testServer);
  await o.submit({ type: 'limit.set', key: 'high_risk_amount', value: null });
  await o.account('EUROS', { currency: 'EUR' });
  await o.account('EUROS-2', { currency: 'EUR' });
  await o.submit({
    type: 'control.register',
    id: crypto.randomUUID(),
    name: 'Every second row',
    spec: { hook: 'intent.high_risk', expr: 'intent.rows.size() > 1 ? 1 : 0' },
  });
  const rows = [row('CASH', 'BANK', '1.5'), row('EUROS', 'EUROS-2', '2', { currency: 'EUR' }), row('CASH', 'BANK', '3')];
  const { approvalId } = await holdBack(o, o.maker, { proposed_actions: rows });
  const one = (await o.checker.call(approvals.list, { query: {} })).body.approvals.find((a) => a.id === approvalId);
  expect(one).toMatchObject({
    held_for: { code: 'POLICY' },
    amounts: [
      { currency: 'USD', amount: '4.50000000' },
      { currency: 'EUR', amount: '2.00000000' },
    ],
  });
  expect((await o.checker.call(approvals.get, { params: { id: approvalId } })).body.approval.amounts).toEqual(one?.amounts);
  await o.owner.call(approvals.fourEyes, { body: { on: true } });
  await o.owner.call(approvals.fourEyes, { body: { on: false } });
  expect((await o.checker.call(approvals.list, { query: {} })).body.approvals[0]).toMatchObject({ kind: 'change', amounts: [] });
});
