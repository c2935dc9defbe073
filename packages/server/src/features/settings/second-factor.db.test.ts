import { accounts } from '@countinghouse/contract/features/accounts';
import { auth } from '@countinghouse/contract/features/auth';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { enrol } from '@countinghouse/testkit/second-factor';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refusal = (status: number, code: string) => ({ status, body: { code } });
const require = (who: Pick<Person, 'call'>, required: boolean) => who.call(settings.changeSecondFactor, { body: { required } });

describe('PATCH /api/internal/settings/second-factor', () => {
  test('200: in the log; whoever has none can do nothing in the organisation until they have one, and is told so', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    await enrol(acme.owner);
    expect((await require(acme.owner, true)).body.settings.second_factor_required).toBe(true);
    const [event] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(event).toMatchObject({ event_type: 'second_factor.changed', payload: { required: true } });
    const head = await acme.headSeq();
    for (const barred of [await mo.call(accounts.list, { body: {} }), await mo.call(intents.execute, { body: acme.intent() })])
      expect(barred).toMatchObject(refusal(403, 'SECOND_FACTOR_REQUIRED'));
    expect(await acme.headSeq()).toBe(head);
    expect((await mo.call(tenants.mine, {})).body.tenants[0]).toMatchObject({ secondFactorRequired: true });
    expect((await mo.call(auth.session)).body.user).toMatchObject({ second_factor: false });
    const app = await enrol(mo);
    expect((await mo.call(accounts.list, { body: {} })).status).toBe(200);
    await mo.call(secondFactors.disable, { body: { password: mo.password, code: app.next() } });
    expect(await mo.call(accounts.list, { body: {} })).toMatchObject(refusal(403, 'SECOND_FACTOR_REQUIRED'));
    expect((await require(acme.owner, false)).status).toBe(200);
    expect((await mo.call(accounts.list, { body: {} })).status).toBe(200);
  });
  test('200: it is of one organisation: the person works in another as before', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const mo = await other.member('member', await acme.member());
    await enrol(acme.owner);
    await require(acme.owner, true);
    expect((await mo.call(accounts.list, { body: {} }, { 'x-tenant-id': other.tenantId })).status).toBe(200);
    expect(await mo.call(accounts.list, { body: {} }, { 'x-tenant-id': acme.tenantId })).toMatchObject(
      refusal(403, 'SECOND_FACTOR_REQUIRED'),
    );
  });
  test('403: an owner without one cannot ask the others for one', async () => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const head = await headSeq();
    expect(await require(owner, true)).toMatchObject(refusal(403, 'SECOND_FACTOR_REQUIRED'));
    expect(await headSeq()).toBe(head);
  });
  test('403: a member changes nothing', async () => {
    expect(await require(await (await openOrganisation(testServer)).member(), false)).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
  test('423: not while it is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await require(owner, false)).toMatchObject(refusal(423, 'TENANT_READONLY'));
  });
  test('401: for nobody', async () => {
    expect(await require(testServer.nobody, true)).toMatchObject(refusal(401, 'UNAUTHENTICATED'));
  });
});
