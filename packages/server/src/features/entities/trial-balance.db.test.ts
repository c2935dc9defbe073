// The trial balance of one entity, with what is due from and to the others.

import { randomUUID } from 'node:crypto';
import { entities } from '@countinghouse/contract/features/entities';
import { intents } from '@countinghouse/contract/features/intents';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

describe('GET /api/entities/:id/trial-balance', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/entities/x/trial-balance')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const lines = async (who: Person, id: string) =>
    (await who.call(entities.trialBalance, { params: { id } })).body.lines.map((l) => [l.kind, l.code, l.currency, l.balance]);
  test('200: accounts and what is due from and to others; each currency sums to zero and the lines cancel across entities', async () => {
    const { owner, entity, account, intent } = await openOrganisation(testServer);
    const [hq, de] = [await entity('HQ'), await entity('DE')];
    await account('HQ-1', { entityId: hq });
    await account('DE-1', { entityId: de });
    const rows = [row('HQ-1', 'DE-1', '7.5'), row('DE-1', 'HQ-1', '2'), row('HQ-1', 'CASH', '1'), row('CASH', 'BANK', '9')];
    expect((await owner.call(intents.execute, { body: intent({ proposed_actions: rows }) })).status).toBe(200);
    expect(await lines(owner, hq)).toEqual([
      ['account', 'HQ-1', 'USD', '650'],
      ['due', 'DE', 'USD', '-550'],
      ['due', '–', 'USD', '-100'],
    ]);
    expect(await lines(owner, de)).toEqual([
      ['account', 'DE-1', 'USD', '-550'],
      ['due', 'HQ', 'USD', '550'],
    ]);
    const { body } = await owner.call(entities.trialBalance, { params: { id: hq } });
    expect(body.entity).toEqual({ id: hq, code: 'HQ', name: 'Entity HQ' });
    expect(body.lines.map((l) => [l.title, l.minorUnits])).toEqual([
      ['Cash', 2],
      ['Due from / due to DE', 2],
      ['Due from / due to accounts of no entity', 2],
    ]);
  });
  test('200: an entity without accounts has no lines; a deactivated one stays readable, to every member', async () => {
    const { owner, entity, member } = await openOrganisation(testServer);
    const id = await entity('HQ');
    await owner.call(entities.deactivate, { body: { id } });
    expect(await lines(await member(), id)).toEqual([]);
  });
  test('400: an id that is none', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(entities.trialBalance, { params: { id: 'x' } })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('404: one that is not there, or another organisation’s', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    for (const id of [randomUUID(), await other.entity('HQ')])
      expect(await acme.owner.call(entities.trialBalance, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
