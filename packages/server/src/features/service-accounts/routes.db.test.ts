import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { approvals } from '@countinghouse/contract/features/approvals';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { type ServiceAccount, serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { tenants } from '@countinghouse/contract/features/tenants';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postImports } from '../imports/worker.ts';

const db = useDatabase();
let testServer: TestServer;
/** Two owners, and nothing that a test changes for another. */
let shared: Organisation & { readonly second: Person };
let plain: Person;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  const acme = await openOrganisation(testServer);
  shared = { ...acme, second: await acme.member('owner') };
  plain = await acme.member();
});
afterAll(() => testServer.close());

const refused = (status: number, code: string, details?: unknown) => ({
  status,
  body: { code, error: code, ...(details === undefined ? {} : { details }) },
});
type Asking = Pick<Person, 'call'>;
const create = (who: Asking, body: object = {}) => who.call(serviceAccounts.create, { body: { name: randomUUID(), ...body } as never });
async function make(o: Pick<Organisation, 'owner'>, body: object = {}): Promise<ServiceAccount> {
  const made = await create(o.owner, body);
  if (made.status !== 200) throw new Error(`not made: ${JSON.stringify(made.body)}`);
  return made.body.service_account;
}
const soundnessOf = ({ tenantId }: Organisation): Promise<readonly string[]> =>
  findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, tenantId);

describe('GET /api/internal/service-accounts', () => {
  const list = (who: Asking) => who.call(serviceAccounts.list);
  test('401: not without a session', async () => {
    expect(await list(testServer.nobody)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: every member sees them, those in use first, with roles, keys and last use', async () => {
    const acme = await openOrganisation(testServer);
    const [ended, payroll] = [await make(acme, { name: 'Ended' }), await make(acme, { name: 'Payroll' })];
    await acme.owner.call(serviceAccounts.deactivate, { params: { id: ended.id } });
    const entityId = await acme.entity('HQ');
    await acme.owner.call(entities.setRole, { body: { entityId, userId: payroll.id, entity_role: 'entity_member' } });
    const program = await makeProgram(testServer, acme, 'read', { service_account_id: payroll.id });
    await program.call(events.list);
    const found = (await list(await acme.member())).body.service_accounts;
    expect(found).toEqual([
      {
        ...payroll,
        status: 'active',
        live_keys: 1,
        last_used_at: expect.any(String),
        entities: [{ id: entityId, code: 'HQ', role: 'entity_member' }],
      },
      { ...ended, status: 'deactivated', deactivated_at: expect.any(String) },
    ]);
    const members = (await acme.owner.call(entities.members, { query: { entityId } })).body;
    expect(members.members).toContainEqual({ id: payroll.id, kind: 'service_account', name: 'Payroll', email: '', role: 'entity_member' });
    expect(members.tenantMembers.filter((m) => m.kind === 'service_account').map((m) => m.id)).toEqual([payroll.id]);
    expect((await acme.owner.call(people.names)).body.service_accounts).toEqual([
      { id: ended.id, name: 'Ended', active: false },
      { id: payroll.id, name: 'Payroll', active: true },
    ]);
  });
});

describe('POST /api/internal/service-accounts', () => {
  test('401, 403, 423: an owner’s alone, never a key’s, and only while the organisation can be written to', async () => {
    expect(await create(testServer.nobody)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await create(plain)).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'owner' }));
    expect(await create(await makeProgram(testServer, shared, 'admin'))).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    const other = await openOrganisation(testServer);
    await other.deactivate();
    expect(await create(other.owner)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test('400: without a name, with one that is taken, or with a role that there is not', async () => {
    await make(shared, { name: 'Taken' });
    expect(await create(shared.owner, { name: ' ' })).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await create(shared.owner, { name: 'taken' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'name' }] },
    });
    expect(await create(shared.owner, { role: 'entity_admin' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
  test('202, 409: under four eyes an owner waits for another owner, once', async () => {
    const acme = await openOrganisation(testServer);
    const second = await acme.member('owner');
    await acme.owner.call(approvals.fourEyes, { body: { on: true } });
    const body = { name: 'Treasury', role: 'owner' };
    const held = await create(acme.owner, body);
    expect(held.status).toBe(202);
    const params = { id: (held.body as unknown as { approvalId: string }).approvalId };
    expect((await acme.owner.call(approvals.get, { params })).body).toMatchObject({
      approval: { summary: 'Treasury becomes owner' },
      preview: { changes: [{ what: 'role of Treasury', before: null, after: 'owner' }] },
    });
    expect((await second.call(approvals.approve, { params, body: {} })).status).toBe(200);
    const [made] = (await second.call(serviceAccounts.list)).body.service_accounts;
    expect(made).toMatchObject({ name: 'Treasury', role: 'owner' });
  });
});

describe('POST /api/internal/service-accounts/:id/rename', () => {
  const rename = (who: Asking, id: string, name: string) => who.call(serviceAccounts.rename, { params: { id }, body: { name } });
  test('401, 403, 404, 400, 409: of one that is there and in use, by an owner', async () => {
    const { id } = await make(shared, { name: 'Before' });
    await make(shared, { name: 'Beside' });
    expect(await rename(testServer.nobody, id, 'After')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await rename(plain, id, 'After')).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await rename(shared.owner, randomUUID(), 'After')).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await rename(shared.owner, id, '')).toMatchObject(refused(400, 'MISSING_FIELDS'));
    expect(await rename(shared.owner, id, 'Beside')).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await rename(shared.owner, id, 'After')).toMatchObject({ status: 200, body: { service_account: { name: 'After' } } });
    await shared.owner.call(serviceAccounts.deactivate, { params: { id } });
    expect(await rename(shared.owner, id, 'Later')).toMatchObject(refused(409, 'SERVICE_ACCOUNT_INACTIVE'));
  });
});

describe('POST /api/internal/service-accounts/:id/role', () => {
  const change = (who: Asking, id: string, role: 'owner' | 'auditor') =>
    who.call(serviceAccounts.changeRole, { params: { id }, body: { role } });
  test('401, 403, 404, 409: of one that is there and in use, by an owner', async () => {
    const { id } = await make(shared);
    expect(await change(testServer.nobody, id, 'owner')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await change(plain, id, 'owner')).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await change(shared.owner, randomUUID(), 'owner')).toMatchObject(refused(404, 'NOT_FOUND'));
    await shared.owner.call(serviceAccounts.deactivate, { params: { id } });
    expect(await change(shared.owner, id, 'owner')).toMatchObject(refused(409, 'SERVICE_ACCOUNT_INACTIVE'));
  });
  test('202, 409: under four eyes any change of a role waits for another owner, once', async () => {
    const acme = await openOrganisation(testServer);
    const { id } = await make(acme);
    await acme.member('owner');
    await acme.owner.call(approvals.fourEyes, { body: { on: true } });
    expect((await change(acme.owner, id, 'auditor')).status).toBe(202);
    expect(await change(acme.owner, id, 'auditor')).toMatchObject(refused(409, 'CHANGE_PENDING'));
  });
  test('200: what its keys may do follows its role and its roles in entities, from the next call on', async () => {
    const acme = await openOrganisation(testServer);
    const { id } = await make(acme);
    const program = await makeProgram(testServer, acme, 'admin', { service_account_id: id });
    const add = (code: string) => program.call(currencies.add, { body: { code } });
    expect(await add('JPY')).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'admin' }));
    await change(acme.owner, id, 'owner');
    expect((await add('JPY')).status).toBe(200);
    await change(acme.owner, id, 'auditor');
    expect(await add('CHF')).toMatchObject(refused(403, 'FORBIDDEN', { role: 'auditor' }));
    expect((await program.call(accounts.list, { body: {} })).status).toBe(200);
  });
});

describe('POST /api/internal/service-accounts/:id/deactivate', () => {
  const end = (who: Asking, id: string) => who.call(serviceAccounts.deactivate, { params: { id } });
  test('401, 403, 404: of one that is there, by an owner', async () => {
    const { id } = await make(shared);
    expect(await end(testServer.nobody, id)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await end(plain, id)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await end(shared.owner, randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: its keys are dead on the next call, also while read-only, and none is made for it; again changes nothing', async () => {
    const acme = await openOrganisation(testServer);
    const { id } = await make(acme);
    const program = await makeProgram(testServer, acme, 'post', { service_account_id: id });
    expect((await program.call(events.list)).status).toBe(200);
    const key = { name: 'More', grant: 'read', expires_at: new Date(Date.now() + 86_400_000).toISOString() } as const;
    expect(await acme.owner.call(apiKeys.create, { body: { ...key, service_account_id: randomUUID() } })).toMatchObject(
      refused(404, 'NOT_FOUND'),
    );
    await acme.deactivate();
    expect(await end(acme.owner, id)).toMatchObject({ status: 200, body: { service_account: { status: 'deactivated', live_keys: 0 } } });
    expect(await program.call(events.list)).toMatchObject(refused(401, 'UNAUTHORIZED'));
    const head = await acme.headSeq();
    expect((await end(acme.owner, id)).status).toBe(200);
    expect(await acme.headSeq()).toBe(head);
    await acme.owner.call(tenants.clearReadOnly, { body: {} });
    expect((await acme.owner.call(apiKeys.create, { body: { ...key, service_account_id: id } })).status).toBe(409);
    expect(await soundnessOf(acme)).toEqual([]);
  });
});

describe('a service account', () => {
  test('acts as itself in what its keys do, imports among it, and goes on when the person who made the key leaves', async () => {
    const acme = await openOrganisation(testServer);
    const { id } = await make(acme, { name: 'Payroll' });
    const maker = await acme.member('owner');
    const program = await makeProgram(testServer, acme, 'post', { maker, service_account_id: id });
    await acme.owner.call(people.removeMember, { params: { id: maker.id } });
    expect((await program.call(intents.execute, { body: acme.intent() })).status).toBe(200);
    const content = `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,1,USD,${new Date().toISOString().slice(0, 10)}`;
    const checked = (await program.call(imports.check, { body: { kind: 'intents', content } })).body.import.id;
    expect((await program.call(imports.post, { params: { id: checked } })).status).toBe(200);
    await postImports(testServer.opened.services);
    const log = (await acme.owner.call(events.list)).body.events.slice(0, 2);
    for (const event of log)
      expect(event).toMatchObject({ event_type: 'intent.executed', actor_id: id, payload: { actor_id: id, api_key_id: program.id } });
    expect((await program.call(apiKeys.own)).body.api_key).toMatchObject({ service_account: { id, name: 'Payroll' }, user_id: maker.id });
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('proposes; whoever made its key may withdraw that and not approve it, another owner may', async () => {
    const acme = await openOrganisation(testServer);
    const second = await acme.member('owner');
    const { id } = await make(acme, { name: 'Payroll', role: 'owner' });
    const program = await makeProgram(testServer, acme, 'propose', { service_account_id: id });
    const propose = async () => ({ id: (await program.call(intents.execute, { body: acme.intent() })).body.approvalId ?? '' });
    const first = await propose();
    const approve = (who: Asking) => who.call(approvals.approve, { params: first, body: {} });
    expect(await approve(program)).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    expect(await approve(acme.owner)).toMatchObject(refused(403, 'SELF_APPROVAL'));
    const seen = (who: Person) => who.call(approvals.list, { query: {} });
    expect((await seen(acme.owner)).body).toMatchObject({
      waiting: 0,
      approvals: [{ maker: 'Payroll (service account)', barred: 'SELF_APPROVAL' }],
    });
    expect((await seen(second)).body).toMatchObject({ waiting: 1, approvals: [{ barred: null }] });
    expect((await approve(second)).status).toBe(200);
    expect((await acme.owner.call(approvals.withdraw, { params: await propose() })).status).toBe(200);
    expect(await soundnessOf(acme)).toEqual([]);
  });
});
