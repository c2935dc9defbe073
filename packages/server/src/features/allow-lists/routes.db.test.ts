// From where calls are taken: by people and programs, past the headers that anybody can write, and behind a proxy.

import { accounts } from '@countinghouse/contract/features/accounts';
import { allowLists } from '@countinghouse/contract/features/allow-lists';
import { approvals } from '@countinghouse/contract/features/approvals';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { tenants } from '@countinghouse/contract/features/tenants';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { makeProgram, withKey } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
/** Another server on the same database, behind a proxy on its machine. */
let behindProxy: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  behindProxy = await openTestServer(db.where, { DATA_DIR: testServer.dataDir, TRUSTED_PROXIES: '127.0.0.1' }, { workers: false });
});
afterAll(async () => {
  await behindProxy.close();
  await testServer.close();
});

const OFFICE = { network: '203.0.113.0/24', note: 'Office' };
const refused = (status: number, code: string, details?: unknown) => ({
  status,
  body: { code, error: code, ...(details === undefined ? {} : { details }) },
});
type Caller = Pick<Person, 'call'>;
const set = (who: Caller, networks: readonly { readonly network: string; readonly note?: string | null }[]) =>
  who.call(allowLists.change, { body: { networks: [...networks] } });
const addressOf = async (who: Caller): Promise<string> => (await who.call(allowLists.get)).body.address;
const look = (who: Caller, headers: Readonly<Record<string, string>> = {}) => who.call(accounts.list, { body: {} }, headers);

describe('GET /api/v1/allow-list', () => {
  test('200: every member sees it, and where they call from; nobody else', async () => {
    const acme = await openOrganisation(testServer);
    const auditor = await acme.member('auditor');
    expect((await auditor.call(allowLists.get)).body).toEqual({ networks: [], address: expect.stringMatching(/^10\./) });
    expect(await testServer.nobody.call(allowLists.get)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('POST /api/internal/allow-list', () => {
  test('200: from elsewhere nothing is taken, whoever calls and whatever they say of themselves, until the list is empty', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    const program = await makeProgram(testServer, acme, 'post');
    const [own, others] = [await addressOf(acme.owner), await addressOf(mo)];
    const saved = await set(acme.owner, [{ network: `::ffff:${own}`, note: ' Here ' }, OFFICE]);
    expect(saved.body).toEqual({ networks: [{ network: own, note: 'Here' }, OFFICE], address: own });
    const [event] = (await acme.owner.call(events.list, { query: { limit: 1 } })).body.events;
    expect(event).toMatchObject({ event_type: 'allow_list.changed', payload: { networks: saved.body.networks } });

    const head = await acme.headSeq();
    const forged = { 'x-forwarded-for': own, 'x-real-ip': own, forwarded: `for=${own}` };
    const barred = refused(403, 'ADDRESS_NOT_ALLOWED', { address: others });
    for (const headers of [{}, forged]) expect(await look(mo, headers)).toMatchObject(barred);
    expect(await mo.call(intents.execute, { body: acme.intent() })).toMatchObject(barred);
    expect(await mo.call(allowLists.get)).toMatchObject(barred);
    expect(await look(program, forged)).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED', { address: '127.0.0.1' }));
    expect(JSON.stringify((await look(mo)).body)).not.toContain('203.0.113');
    expect(await acme.headSeq()).toBe(head);
    expect((await look(acme.owner)).status).toBe(200);

    // What belongs to no organisation says what is wrong; another organisation is not concerned.
    const other = await openOrganisation(testServer);
    await other.member('member', mo);
    const mine = (await mo.call(tenants.mine)).body;
    expect(mine.address).toBe(others);
    expect(mine.tenants.map(({ id, barred: why }) => [id, why])).toEqual([
      [acme.tenantId, 'ADDRESS_NOT_ALLOWED'],
      [other.tenantId, null],
    ]);
    expect((await look(mo, { 'x-tenant-id': other.tenantId })).status).toBe(200);

    expect((await set(acme.owner, [])).body.networks).toEqual([]);
    for (const who of [mo, program]) expect((await look(who)).status).toBe(200);
  });
  test('200: behind a proxy that is trusted, the address is the one that the proxy saw', async () => {
    const acme = await openOrganisation(testServer);
    const program = withKey(behindProxy, (await makeProgram(testServer, acme, 'read')).secret);
    await set(acme.owner, [{ network: await addressOf(acme.owner) }, OFFICE]);
    const from = (address: string) => look(program, { 'x-forwarded-for': address });
    expect((await from('203.0.113.9')).status).toBe(200);
    expect((await from('::ffff:203.0.113.9')).status).toBe(200);
    expect((await from('198.51.100.7, 203.0.113.9')).status).toBe(200);
    // What a client had written before the proxy added what it saw.
    expect(await from('203.0.113.9, 198.51.100.7')).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED', { address: '198.51.100.7' }));
    expect(await from('unknown')).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED', { address: 'unknown' }));
    expect(await look(program)).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED', { address: '127.0.0.1' }));
  });
  test('400: a list that would lock out who sets it; a line that names no network', async () => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const [own, head] = [await addressOf(owner), await headSeq()];
    const answer = await set(owner, [OFFICE]);
    expect(answer).toMatchObject(refused(400, 'VALIDATION_ERROR', [{ path: 'networks', message: expect.stringContaining(own) }]));
    expect(await set(owner, [{ network: own }, { network: '203.0.113.7/24' }])).toMatchObject(
      refused(400, 'VALIDATION_ERROR', [{ path: 'networks.1.network', message: expect.stringContaining('203.0.113.0/24') }]),
    );
    expect(await headSeq()).toBe(head);
  });
  test('202, then 409 for the same again: under four eyes it holds once another owner approves', async () => {
    const acme = await openOrganisation(testServer);
    const checker = await acme.member('owner');
    await acme.owner.call(approvals.fourEyes, { body: { on: true } });
    const list = [{ network: await addressOf(acme.owner) }];
    const held = await set(acme.owner, list);
    expect(held).toMatchObject({ status: 202, body: { status: 'proposed' } });
    expect(await set(acme.owner, list)).toMatchObject(refused(409, 'CHANGE_PENDING'));
    const { approvalId: id } = held.body as unknown as { approvalId: string };
    expect((await checker.call(approvals.approve, { params: { id }, body: {} })).status).toBe(200);
    expect(await look(checker)).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED'));
    expect((await look(acme.owner)).status).toBe(200);
  });
  test('401, 403, 423: an owner’s alone, themselves, and only while the organisation can be written to', async () => {
    const acme = await openOrganisation(testServer);
    expect(await set(testServer.nobody, [])).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await set(await acme.member(), [])).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'owner' }));
    expect(await set(await makeProgram(testServer, acme, 'admin'), [])).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    await acme.deactivate();
    expect(await set(acme.owner, [])).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('the operator’s way back lets everybody in, the log says so, and both are found in the tables again', async () => {
    const acme = await openOrganisation(testServer);
    const mo = await acme.member();
    await set(acme.owner, [{ network: await addressOf(acme.owner) }]);
    expect(await look(mo)).toMatchObject(refused(403, 'ADDRESS_NOT_ALLOWED'));
    // As the command line does it: by another process, of which this one has not been told.
    const { ledger, readerPool } = behindProxy.opened.services;
    const outcome = await ledger.submit(acme.tenantId, { type: 'allow_list.clear', actor: systemActor });
    expect(outcome).toMatchObject({ kind: 'written', events: [{ type: 'allow_list.cleared', actorId: 'system' }] });
    expect((await look(mo)).status).toBe(200);
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, acme.tenantId)).toEqual([]);
  });
});
