// From where API keys may be used, beside the allow list of their organisation.

import { accounts } from '@countinghouse/contract/features/accounts';
import { allowLists } from '@countinghouse/contract/features/allow-lists';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { tenants } from '@countinghouse/contract/features/tenants';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string, details?: unknown) => ({
  status,
  body: { code, error: code, ...(details === undefined ? {} : { details }) },
});
type Caller = Pick<Person, 'call'>;
interface Typed {
  readonly network: string;
}
const set = (who: Caller, networks: readonly Typed[]) => who.call(allowLists.change, { body: { networks: [...networks] } });
const addressOf = async (who: Caller): Promise<string> => (await who.call(allowLists.get)).body.address;
const look = (who: Caller) => who.call(accounts.list, { body: {} });

describe('POST /api/internal/api-keys/:id/allow-list', () => {
  const setOfKey = (who: Caller, id: string, networks: readonly Typed[]) =>
    who.call(apiKeys.changeAllowList, { params: { id }, body: { networks: [...networks] } });
  test('200: both lists must admit; it is said when the key is made or later, and told of it', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'read', { allow_list: [{ network: '203.0.113.0/24', note: 'Office' }] });
    const barred = refused(403, 'ADDRESS_NOT_ALLOWED', { address: '127.0.0.1' });
    for (const answer of [await look(program), await program.call(tenants.mine)]) expect(answer).toMatchObject(barred);
    const { body } = await setOfKey(acme.owner, program.id, [{ network: '127.0.0.0/8' }]);
    expect(body.api_key.allow_list).toEqual([{ network: '127.0.0.0/8', note: null }]);
    expect((await look(program)).status).toBe(200);
    const [key] = (await acme.owner.call(apiKeys.list)).body.api_keys;
    expect(key?.allow_list).toEqual(body.api_key.allow_list);
    await set(acme.owner, [{ network: await addressOf(acme.owner) }]);
    expect(await look(program)).toMatchObject(barred);
    await set(acme.owner, [{ network: '10.0.0.0/8' }, { network: '127.0.0.1' }]);
    expect((await look(program)).status).toBe(200);
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, acme.tenantId)).toEqual([]);
  });
  test('400, 401, 403, 404, 409, 423', async () => {
    const acme = await openOrganisation(testServer);
    const { id, ...program } = await makeProgram(testServer, acme, 'admin');
    expect(await setOfKey(acme.owner, id, [{ network: 'office' }])).toMatchObject(
      refused(400, 'VALIDATION_ERROR', [{ path: 'networks.0.network', message: expect.stringContaining('203.0.113.0/24') }]),
    );
    expect(await setOfKey(testServer.nobody, id, [])).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await setOfKey(await acme.member(), id, [])).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'owner' }));
    expect(await setOfKey(program, id, [])).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    expect(await setOfKey((await openOrganisation(testServer)).owner, id, [])).toMatchObject(refused(404, 'NOT_FOUND'));
    await acme.owner.call(apiKeys.revoke, { params: { id } });
    expect(await setOfKey(acme.owner, id, [])).toMatchObject(refused(409, 'API_KEY_ENDED'));
    await acme.deactivate();
    expect(await setOfKey(acme.owner, id, [])).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
