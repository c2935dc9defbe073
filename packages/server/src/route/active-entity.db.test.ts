import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { useDatabase } from '@countinghouse/testkit/database';
import { openEntities, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

const at = (entityId: string) => ({ 'x-entity-id': entityId });

describe('x-entity-id', () => {
  test('filters accounts, balances and the log of intents; `all` filters nothing; the chain itself is always whole', async () => {
    const { owner, hq, de, intent } = await openEntities(testServer);
    for (const [debit, credit] of [
      ['HQ-1', 'CASH'],
      ['DE-1', 'CASH'],
      ['HQ-1', 'DE-1'],
      ['CASH', 'BANK'],
    ] as const)
      expect((await owner.call(intents.execute, { body: intent({ proposed_actions: [row(debit, credit, '1')] }) })).status).toBe(200);
    const seen = async (headers: Readonly<Record<string, string>>) => ({
      accounts: (await owner.call(accounts.list, { body: {} }, headers)).body.accounts.map((a) => a.code),
      total: (await owner.call(accounts.list, { body: {} }, headers)).body.total,
      balances: (await owner.call(balances.get, { query: {} }, headers)).body.accounts.map((a) => [a.code, a.balance]),
      intents: (await owner.call(events.list, { query: { type: 'intent.' } }, headers)).body.events.length,
      chain: (await owner.call(events.list, { query: {} }, headers)).body.events[0]?.event_type,
    });
    const chain = 'intent.executed';
    expect(await seen(at(hq))).toEqual({ accounts: ['HQ-1'], total: 1, balances: [['HQ-1', '200']], intents: 2, chain });
    expect(await seen(at(de))).toEqual({ accounts: ['DE-1'], total: 1, balances: [['DE-1', '0']], intents: 2, chain });
    const all = { accounts: ['BANK', 'CASH', 'DE-1', 'HQ-1'], total: 4, intents: 4, chain };
    expect(await seen(at('all'))).toMatchObject(all);
    expect(await seen({})).toMatchObject(all);
    await owner.call(entities.switch, { body: { entityId: de } });
    expect(await seen({})).toMatchObject({ accounts: ['DE-1'] });
    expect(await seen(at(hq))).toMatchObject({ accounts: ['HQ-1'] });
    expect(await seen(at('all'))).toMatchObject(all);
  });
  test('a rejected intent is shown where a row names an account of the entity, by code in any case or by id', async () => {
    const { owner, hq, de, intent } = await openEntities(testServer);
    const body = intent({ proposed_actions: [row('hq-1', 'HQ-1', '1')] });
    expect(await owner.call(intents.execute, { body })).toMatchObject(refused(422, 'SAME_ACCOUNT'));
    const count = async (id: string) => (await owner.call(events.list, { query: { type: 'intent.' } }, at(id))).body.events.length;
    expect([await count(hq), await count(de)]).toEqual([1, 0]);
  });
  test('filters the balances of a snapshot as well', async () => {
    const { owner, hq, intent } = await openEntities(testServer);
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) });
    const { id } = (await owner.call(snapshots.take, { body: { kind: 'reference' } })).body.snapshot;
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) });
    const then = await owner.call(balances.get, { query: { snapshot_id: id } }, at(hq));
    expect(then.body.accounts).toMatchObject([{ code: 'HQ-1', balance: '100' }]);
  });
  test('404: one that is not there, or is another organisation’s, or no id at all', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), await other.entity('HQ'), 'x', '', 'ALL']) {
      expect(await acme.owner.call(accounts.list, { body: {} }, at(id))).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await acme.owner.call(balances.get, { query: {} }, at(id))).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await acme.owner.call(events.list, { query: { type: 'intent.' } }, at(id))).toMatchObject(refused(404, 'NOT_FOUND'));
    }
  });
  test('a deactivated entity stays readable', async () => {
    const { owner, hq } = await openEntities(testServer);
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect((await owner.call(accounts.list, { body: {} }, at(hq))).body.accounts.map((a) => a.code)).toEqual(['HQ-1']);
  });
  test('the active entity of one organisation filters nothing in another', async () => {
    const { owner, hq, tenantId } = await openEntities(testServer);
    const second = (await owner.send('POST', '/api/internal/tenants/create', { name: 'Second' })).body['tenantId'];
    await owner.call(entities.switch, { body: { entityId: hq } }, { 'x-tenant-id': tenantId });
    expect((await owner.call(accounts.list, { body: {} }, { 'x-tenant-id': String(second) })).status).toBe(200);
  });
});
