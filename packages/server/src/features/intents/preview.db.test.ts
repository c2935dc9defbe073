import { intents } from '@countinghouse/contract/features/intents';
import { openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const plain = { code: null, message: null };

describe('POST /api/internal/intents/preview', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', intents.preview.path, { body: {} })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
  test('200: what would be posted is said to be, leaves no event and no key', async () => {
    const { owner, intent, headSeq } = await openOrganisation(testServer);
    const [body, before] = [intent(), await headSeq()];
    expect((await owner.call(intents.preview, { body: { intent: body } })).body).toEqual({ ...plain, outcome: 'executed', held: null });
    expect(await headSeq()).toBe(before);
    expect((await owner.call(intents.execute, { body })).body).toMatchObject({ status: 'executed', duplicate: false });
  });
  test('200: what an amount or a policy would hold says why, how many must approve and how many could', async () => {
    const o = await openApprovals(testServer);
    const look = async (amount: string) =>
      (await o.maker.call(intents.preview, { body: { intent: o.intent({ proposed_actions: [row('CASH', 'BANK', amount)] }) } })).body;
    const held_for = { code: 'HIGH_RISK_AMOUNT', limit: '100.00000000', amount: '100.00000000', currency: 'USD' };
    expect(await look('100')).toMatchObject({ ...plain, outcome: 'proposed', held: { held_for, needed: 1, eligible: 2 } });
    expect((await look('99')).outcome).toBe('executed');
    const spec = { hook: 'intent.high_risk', expr: 'intent.amount > 50 ? 2 : 0' };
    await o.submit({ type: 'control.register', id: crypto.randomUUID(), name: 'Two persons', spec });
    expect((await look('99')).held).toEqual({ held_for: { code: 'POLICY' }, needed: 2, eligible: 2 });
    expect((await look('100')).held).toMatchObject({ needed: 2, held_for: { code: 'HIGH_RISK_AMOUNT' } });
  });
  test('200: what would be rejected says where, and whoever may not post is told', async () => {
    const o = await openOrganisation(testServer);
    const body = o.intent({ proposed_actions: [row('CASH', 'NOWHERE', '1')] });
    expect((await o.owner.call(intents.preview, { body: { intent: body } })).body).toMatchObject({
      outcome: 'rejected',
      code: 'ACCOUNT_NOT_FOUND',
      message: expect.any(String),
      details: { row: 0 },
      held: null,
    });
    const other = await openOrganisation(testServer, 'Other');
    const foreign = o.intent({ proposed_actions: [row('CASH', other.bank, '1')] });
    expect((await o.owner.call(intents.preview, { body: { intent: foreign } })).body).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    const auditor = await o.member('auditor');
    expect((await auditor.call(intents.preview, { body: { intent: o.intent() } })).body).toMatchObject({
      outcome: 'refused',
      code: 'FORBIDDEN',
    });
  });
});
