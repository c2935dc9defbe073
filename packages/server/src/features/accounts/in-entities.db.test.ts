import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { entities } from '@countinghouse/contract/features/entities';
import { useDatabase } from '@countinghouse/testkit/database';
import { openEntities, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const at = (entityId: string) => ({ 'x-entity-id': entityId });

describe('POST /api/internal/accounts/create', () => {
  const open = async (who: Person, glAccountId: string, headers: Readonly<Record<string, string>>, code = randomUUID().slice(0, 8)) =>
    who.call(accounts.create, { body: { code, ledgerAccountId: glAccountId } }, headers);
  test('200: the account belongs to the entity the request names, else to the active one, else to none', async () => {
    const { owner, hq, de, glAccountId } = await openEntities(testServer);
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
    const { hq, de, glAccountId, member, entityPerson } = await openEntities(testServer);
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
    const { owner, glAccountId } = await openOrganisation(testServer);
    expect(await open(owner, glAccountId, at(randomUUID()))).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: a code is used once in the organisation, whatever the entity', async () => {
    const { owner, hq, de, glAccountId } = await openEntities(testServer);
    expect((await open(owner, glAccountId, at(hq), 'ONE')).status).toBe(200);
    expect(await open(owner, glAccountId, at(de), 'one')).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('422: an entity that is deactivated', async () => {
    const { owner, hq, glAccountId } = await openEntities(testServer);
    await owner.call(entities.deactivate, { body: { id: hq } });
    expect(await open(owner, glAccountId, at(hq))).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
  test('422: a GL account that is not there, a currency that is not allowed', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    expect(await open(owner, randomUUID(), {})).toMatchObject(refused(422, 'GL_ACCOUNT_NOT_FOUND'));
    expect(await owner.call(accounts.create, { body: { code: 'J', currency: 'JPY', ledgerAccountId: glAccountId } })).toMatchObject(
      refused(422, 'CURRENCY_NOT_ALLOWED'),
    );
  });
});
