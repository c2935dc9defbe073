import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse, type Person } from '@countinghouse/testkit/house';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let house: House;
beforeAll(async () => {
  house = await openHouse(db.where);
});
afterAll(() => house.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

/** HQ and DE with an account each beside CASH and BANK of none. */
async function openEntities() {
  const acme = await openOrganisation(house);
  const [hq, de] = [await acme.entity('HQ'), await acme.entity('DE')];
  await acme.account('HQ-1', { entityId: hq });
  await acme.account('DE-1', { entityId: de });
  return { ...acme, hq, de };
}
const at = (entityId: string) => ({ 'x-entity-id': entityId });

describe('x-entity-id', () => {
  test('filters accounts, balances and the log of intents; `all` filters nothing; the chain itself is always whole', async () => {
    const { owner, hq, de, intent } = await openEntities();
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
    const { owner, hq, de, intent } = await openEntities();
    const body = intent({ proposed_actions: [row('hq-1', 'HQ-1', '1')] });
    expect(await owner.call(intents.execute, { body })).toMatchObject(refused(422, 'SAME_ACCOUNT'));
    const count = async (id: string) => (await owner.call(events.list, { query: { type: 'intent.' } }, at(id))).body.events.length;
    expect([await count(hq), await count(de)]).toEqual([1, 0]);
  });
  test('filters the balances of a snapshot as well', async () => {
    const { owner, hq, intent } = await openEntities();
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) });
    const { id } = (await owner.call(snapshots.take, { body: { kind: 'reference' } })).body.snapshot;
    await owner.call(intents.execute, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) });
    const then = await owner.call(balances.get, { query: { snapshot_id: id } }, at(hq));
    expect(then.body.accounts).toMatchObject([{ code: 'HQ-1', balance: '100' }]);
  });
  test('404: one that is not there, or is another organisation’s, or no id at all', async () => {
    const [acme, other] = [await openOrganisation(house), await openOrganisation(house)];
    for (const id of [randomUUID(), await other.entity('HQ'), 'x', '', 'ALL']) {
      expect(await acme.owner.call(accounts.list, { body: {} }, at(id))).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await acme.owner.call(balances.get, { query: {} }, at(id))).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await acme.owner.call(events.list, { query: { type: 'intent.' } }, at(id))).toMatchObject(refused(404, 'NOT_FOUND'));
    }
  });
  test('a deactivated entity stays readable', async () => {
    const { owner, hq } = await openEntities();
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect((await owner.call(accounts.list, { body: {} }, at(hq))).body.accounts.map((a) => a.code)).toEqual(['HQ-1']);
  });
  test('the active entity of one organisation filters nothing in another', async () => {
    const { owner, hq, tenantId } = await openEntities();
    const second = (await owner.send('POST', '/api/internal/tenants/create', { name: 'Second' })).body['tenantId'];
    await owner.call(entities.switch, { body: { entityId: hq } }, { 'x-tenant-id': tenantId });
    expect((await owner.call(accounts.list, { body: {} }, { 'x-tenant-id': String(second) })).status).toBe(200);
  });
});

describe('POST /api/internal/accounts/create in an entity', () => {
  const open = async (who: Person, glAccountId: string, headers: Readonly<Record<string, string>>, code = randomUUID().slice(0, 8)) =>
    who.call(accounts.create, { body: { code, ledgerAccountId: glAccountId } }, headers);
  test('200: the account belongs to the entity the request names, else to the active one, else to none', async () => {
    const { owner, hq, de, glAccountId } = await openEntities();
    const entityOf = async (headers: Readonly<Record<string, string>>) => {
      const { account } = (await open(owner, glAccountId, headers)).body;
      return [account.entityId, account.entityCode];
    };
    expect(await entityOf(at(hq))).toEqual([hq, 'HQ']);
    expect(await entityOf({})).toEqual([null, null]);
    await owner.call(entities.switch, { body: { entityId: de } });
    expect(await entityOf({})).toEqual([de, 'DE']);
    expect(await entityOf(at('all'))).toEqual([null, null]);
  });
  test('403: a member without a role there; with one they may', async () => {
    const { hq, de, glAccountId, member, entityPerson } = await openEntities();
    expect(await open(await member(), glAccountId, at(hq))).toMatchObject({
      ...refused(403, 'FORBIDDEN'),
      body: { details: { needs: 'entity_member' } },
    });
    const worker = await entityPerson(hq, 'entity_member');
    expect((await open(worker, glAccountId, at(hq))).status).toBe(200);
    expect(await open(worker, glAccountId, at(de))).toMatchObject(refused(403, 'FORBIDDEN'));
    expect((await open(worker, glAccountId, at('all'))).status).toBe(200);
  });
  test('404: an entity that is not there', async () => {
    const { owner, glAccountId } = await openOrganisation(house);
    expect(await open(owner, glAccountId, at(randomUUID()))).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: a code is used once in the organisation, whatever the entity', async () => {
    const { owner, hq, de, glAccountId } = await openEntities();
    expect((await open(owner, glAccountId, at(hq), 'ONE')).status).toBe(200);
    expect(await open(owner, glAccountId, at(de), 'one')).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('422: an entity that is deactivated', async () => {
    const { owner, hq, glAccountId } = await openEntities();
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect(await open(owner, glAccountId, at(hq))).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
  test('422: a GL account that is not there, a currency that is not allowed', async () => {
    const { owner, glAccountId } = await openOrganisation(house);
    expect(await open(owner, randomUUID(), {})).toMatchObject(refused(422, 'GL_ACCOUNT_NOT_FOUND'));
    expect(await owner.call(accounts.create, { body: { code: 'J', currency: 'JPY', ledgerAccountId: glAccountId } })).toMatchObject(
      refused(422, 'CURRENCY_NOT_ALLOWED'),
    );
  });
});

describe('POST /api/v1/intents/execute to the accounts of an entity', () => {
  const post = (who: Person, body: Parameters<Person['call']>[1]) => who.call(intents.execute, body as never);
  test('200: an owner, or who has a role in every entity of the rows', async () => {
    const { owner, hq, de, intent, entityPerson } = await openEntities();
    const worker = await entityPerson(hq, 'entity_member');
    const across = { proposed_actions: [row('HQ-1', 'DE-1', '1')] };
    expect((await post(owner, { body: intent(across) })).status).toBe(200);
    expect((await post(worker, { body: intent({ proposed_actions: [row('HQ-1', 'CASH', '1')] }) })).status).toBe(200);
    expect(await post(worker, { body: intent(across) })).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { row: 0 } } });
    await owner.call(entities.setRole, { body: { entityId: de, userId: worker.id, entity_role: 'entity_member' } });
    expect((await post(worker, { body: intent(across) })).status).toBe(200);
  });
  test('403: leaves no trace and does not use up the key', async () => {
    const { owner, hq, intent, member, headSeq } = await openEntities();
    const mo = await member();
    const body = intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('HQ-1', 'CASH', '1')] });
    const before = await headSeq();
    expect(await post(mo, { body })).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { row: 1, account: 'HQ-1' } } });
    expect(await headSeq()).toBe(before);
    await owner.call(entities.setRole, { body: { entityId: hq, userId: mo.id, entity_role: 'entity_member' } });
    expect(await post(mo, { body })).toMatchObject({ status: 200, body: { duplicate: false } });
  });
  test('422: an entity that is deactivated takes no postings until it is back', async () => {
    const { owner, hq, intent } = await openEntities();
    const body = () => intent({ proposed_actions: [row('CASH', 'BANK', '1'), row('CASH', 'HQ-1', '1')] });
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect(await post(owner, { body: body() })).toMatchObject({
      ...refused(422, 'ENTITY_INACTIVE'),
      body: { ok: false, status: 'rejected', details: { row: 1, account: 'HQ-1' } },
    });
    await owner.call(entities.reactivate, { body: { id: hq } });
    expect((await post(owner, { body: body() })).status).toBe(200);
  });
});
