// Two tabs, two organisations: what a tab shows is where it writes, or nothing is written.

import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

/** One person, owner of Acme and of Second; the session's current organisation is Second. */
async function openTabs() {
  const acme = await openOrganisation(testServer);
  const second = (await acme.owner.call(tenants.create, { body: { name: 'Second' } })).body.tenantId;
  await acme.owner.call(tenants.switch, { body: { tenantId: second } });
  const heads = async () =>
    (
      await testServer.opened.loginPool.query<{ seq: number }>(
        'select seq from chain_heads where tenant_id in ($1, $2) order by tenant_id',
        [acme.tenantId, second],
      )
    ).rows;
  return { ...acme, second, heads };
}
const inTenant = (id: string) => ({ 'x-tenant-id': id });

test('a tab that names its organisation goes on writing there after another tab switched the session', async () => {
  const { owner, intent, tenantId, second } = await openTabs();
  expect((await owner.call(intents.execute, { body: intent() }, inTenant(tenantId))).status).toBe(200);
  expect((await owner.call(parties.create, { body: { label: 'Of Acme' } }, inTenant(tenantId))).status).toBe(200);
  const found = async (id: string) => (await owner.call(parties.search, { query: {} }, inTenant(id))).body.total;
  expect([await found(tenantId), await found(second)]).toEqual([1, 0]);
});

test('an intent whose body names another organisation than the request is refused, and leaves no trace in either', async () => {
  const { owner, intent, tenantId, second, heads } = await openTabs();
  const before = await heads();
  const post = (body: ReturnType<typeof intent>, headers = {}) => owner.call(intents.execute, { body }, headers);
  expect(await post(intent(), inTenant(second))).toMatchObject(refused(409, 'TENANT_MISMATCH'));
  expect(await post(intent({ tenant_id: second }), inTenant(tenantId))).toMatchObject(refused(409, 'TENANT_MISMATCH'));
  // Without a header it is the session's organisation that the body must name.
  expect(await post(intent())).toMatchObject(refused(409, 'TENANT_MISMATCH'));
  expect(await heads()).toEqual(before);
});

test('an id in upper case is the same organisation', async () => {
  const { owner, intent, tenantId } = await openTabs();
  const body = intent({ tenant_id: tenantId.toUpperCase() });
  expect((await owner.call(intents.execute, { body }, inTenant(tenantId.toUpperCase()))).status).toBe(200);
});

test('an organisation of others is not found, whatever the body says', async () => {
  const { owner, intent, heads } = await openTabs();
  const other = await openOrganisation(testServer);
  const [before, theirs] = [await heads(), await other.headSeq()];
  for (const body of [intent(), intent({ tenant_id: other.tenantId }), other.intent()])
    expect(await owner.call(intents.execute, { body }, inTenant(other.tenantId))).toMatchObject(refused(404, 'NOT_FOUND'));
  expect([await heads(), await other.headSeq()]).toEqual([before, theirs]);
});
