import { createHash, randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { type ApiKey, apiKeys, type KeyGrant } from '@countinghouse/contract/features/api-keys';
import { approvals } from '@countinghouse/contract/features/approvals';
import { currencies } from '@countinghouse/contract/features/currencies';
import { events } from '@countinghouse/contract/features/events';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { people } from '@countinghouse/contract/features/people';
import { serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { tenants } from '@countinghouse/contract/features/tenants';
import { makeProgram, withKey } from '@countinghouse/testkit/api-keys';
import { openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postImports } from '../imports/worker.ts';

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
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const newKey = (more: object = {}) => ({ name: 'Robot', grant: 'post' as const, expires_at: inDays(30), ...more });
const list = async (who: Pick<Person, 'call'>): Promise<readonly ApiKey[]> => (await who.call(apiKeys.list)).body.api_keys;
const soundnessOf = ({ tenantId }: Organisation): Promise<readonly string[]> =>
  findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, tenantId);

describe('GET /api/internal/api-keys', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.call(apiKeys.list)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: every member sees them, the latest first, with who made them and when they were last used, and never the key', async () => {
    const acme = await openOrganisation(testServer);
    const first = await makeProgram(testServer, acme, 'read');
    const second = await makeProgram(testServer, acme, 'post', { rate_per_minute: 5 });
    await first.call(events.list);
    const keys = await list(await acme.member());
    const made = { user_id: acme.owner.id, user_email: acme.owner.email, user_role: 'owner', revoked_at: null, status: 'active' };
    expect(keys).toEqual([
      expect.objectContaining({ ...made, id: second.id, grant: 'post', last_used_at: null, rate_per_minute: 5 }),
      expect.objectContaining({ ...made, id: first.id, grant: 'read', last_used_at: expect.any(String), rate_per_minute: null }),
    ]);
    expect(keys[1]?.hint).toBe(first.secret.slice(0, 8));
    const said = JSON.stringify([keys, (await acme.owner.call(events.list)).body]);
    expect(said).not.toContain(first.secret.slice(9));
  });
});

describe('GET /api/v1/api-key', () => {
  test('401: not without a key or a session', async () => {
    expect(await testServer.nobody.call(apiKeys.own)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: a program learns what it may do, in which organisation and until when; a person, that they ask without one', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'propose');
    const { body } = await program.call(apiKeys.own);
    expect(body).toMatchObject({ tenant_id: acme.tenantId, api_key: { id: program.id, grant: 'propose', status: 'active' } });
    expect((await acme.owner.call(apiKeys.own)).body).toEqual({ tenant_id: acme.tenantId, api_key: null });
  });
});

describe('POST /api/internal/api-keys', () => {
  const create = (who: Pick<Person, 'call'>, more: object = {}) => who.call(apiKeys.create, { body: newKey(more) as never });
  test('401, 403, 423: an owner’s alone, and only while the organisation can be written to', async () => {
    const acme = await openOrganisation(testServer);
    expect(await create(testServer.nobody)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await create(await acme.member())).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'owner' }));
    expect(await create(await acme.member('auditor'))).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'owner', role: 'auditor' }));
    expect(await create(await makeProgram(testServer, acme, 'admin'))).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    await acme.deactivate();
    expect(await create(acme.owner)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
  test.each<readonly [string, object, string, string]>([
    ['no name', { name: ' ' }, 'MISSING_FIELDS', 'name'],
    ['no grant', { grant: undefined }, 'MISSING_FIELDS', 'grant'],
    ['a grant that there is not', { grant: 'owner' }, 'VALIDATION_ERROR', 'grant'],
    ['no end', { expires_at: undefined }, 'MISSING_FIELDS', 'expires_at'],
    ['an end that is no time', { expires_at: '2026-02-30T00:00:00Z' }, 'VALIDATION_ERROR', 'expires_at'],
    ['an end that is past', { expires_at: inDays(-1) }, 'VALIDATION_ERROR', 'expires_at'],
    ['an end too far away', { expires_at: inDays(367) }, 'VALIDATION_ERROR', 'expires_at'],
    ['no calls at all', { rate_per_minute: 0 }, 'VALIDATION_ERROR', 'rate_per_minute'],
    ['half a call', { rate_per_minute: 1.5 }, 'VALIDATION_ERROR', 'rate_per_minute'],
  ])('400: %s', async (_what, more, code, path) => {
    const { owner } = await openOrganisation(testServer);
    expect(await create(owner, more)).toMatchObject({ status: 400, body: { code, details: [{ path }] } });
  });
  test('409: for a service account that is deactivated', async () => {
    const { owner } = await openOrganisation(testServer);
    const { id } = (await owner.call(serviceAccounts.create, { body: { name: 'Payroll', role: 'member' } })).body.service_account;
    await owner.call(serviceAccounts.deactivate, { params: { id } });
    expect(await create(owner, { service_account_id: id })).toMatchObject(refused(409, 'SERVICE_ACCOUNT_INACTIVE'));
  });
  test('409: API_KEYS_FULL beyond a hundred in use', async () => {
    const { owner } = await openOrganisation(testServer);
    const made = await Promise.all(Array.from({ length: 100 }, () => create(owner)));
    expect(made.every((m) => m.status === 200)).toBe(true);
    expect(await create(owner)).toMatchObject(refused(409, 'API_KEYS_FULL'));
    await owner.call(apiKeys.revoke, { params: { id: made[0]?.body.api_key.id ?? '' } });
    expect((await create(owner)).status).toBe(200);
  });
  test('200: 256 bits behind a prefix, of which the database and the log have the hash alone', async () => {
    const acme = await openOrganisation(testServer);
    const { secret, api_key } = (await create(acme.owner)).body;
    expect(secret).toMatch(/^chk_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(secret.slice(4), 'base64url')).toHaveLength(32);
    expect(api_key).toMatchObject({ name: 'Robot', grant: 'post', hint: secret.slice(0, 8), status: 'active' });
    const { rows } = await testServer.opened.loginPool.query<{ key_hash: string; payload: string }>(
      `select k.key_hash, e.payload from api_keys k join events e on e.tenant_id = k.tenant_id and e.seq = k.created_seq where k.id = $1`,
      [api_key.id],
    );
    const hash = createHash('sha256').update(secret).digest('hex');
    expect(rows[0]?.key_hash).toBe(hash);
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({ key_hash: hash, user_id: acme.owner.id });
    expect(rows[0]?.payload).not.toContain(secret.slice(9));
  });
});

describe('POST /api/internal/api-keys/:id/rotate', () => {
  const rotate = (who: Pick<Person, 'call'>, id: string, body: object = {}) =>
    who.call(apiKeys.rotate, { params: { id }, body: body as never });
  test('401, 403, 404, 400, 409: of a key that is in use; a person’s is theirs alone', async () => {
    const acme = await openOrganisation(testServer);
    const { id } = await makeProgram(testServer, acme, 'post');
    expect(await rotate(testServer.nobody, id)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await rotate(await acme.member(), id)).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'owner' }));
    expect(await rotate(await acme.member('owner'), id)).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'maker' }));
    expect(await rotate(acme.owner, randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
    for (const body of [{ overlap_hours: -1 }, { overlap_hours: 169 }, { overlap_hours: 0.5 }, { expires_at: inDays(367) }])
      expect(await rotate(acme.owner, id, body)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    await acme.owner.call(apiKeys.revoke, { params: { id } });
    expect(await rotate(acme.owner, id)).toMatchObject(refused(409, 'API_KEY_ENDED'));
  });
  test('200: both secrets open it, each with its last use, until the old one is ended; its events name the one key', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'post');
    expect((await program.call(events.list)).status).toBe(200);
    const { secret, api_key } = (await rotate(acme.owner, program.id)).body;
    const left = Date.parse(api_key.old_secret?.ends_at ?? '') - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(24);
    expect(api_key).toMatchObject({
      hint: secret.slice(0, 8),
      secret_last_used_at: null,
      old_secret: { hint: program.secret.slice(0, 8) },
    });
    const renewed = withKey(testServer, secret);
    for (const who of [program, renewed]) expect((await who.call(intents.execute, { body: acme.intent() })).status).toBe(200);
    const [key] = await list(acme.owner);
    expect(key).toMatchObject({ rotated_at: expect.any(String), secret_last_used_at: expect.any(String) });
    expect(key?.old_secret?.last_used_at).toEqual(expect.any(String));
    const said = (await acme.owner.call(events.list)).body.events;
    expect(said.slice(0, 2).map((e) => e.payload['api_key_id'])).toEqual([program.id, program.id]);
    expect(JSON.stringify(said)).not.toContain(secret.slice(9));

    const third = (await rotate(acme.owner, program.id, { overlap_hours: 0, expires_at: inDays(60) })).body;
    expect(third.api_key).toMatchObject({ old_secret: null });
    expect(Date.parse(third.api_key.expires_at)).toBeGreaterThan(Date.parse(inDays(59)));
    for (const who of [program, renewed]) expect(await who.call(events.list)).toMatchObject(refused(401, 'UNAUTHORIZED'));
    expect((await withKey(testServer, third.secret).call(events.list)).status).toBe(200);
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('200: whoever gave a service account’s key its secret stands behind what it asks for, as whoever made it', async () => {
    const acme = await openApprovals(testServer);
    const { id } = (await acme.owner.call(serviceAccounts.create, { body: { name: 'Payroll', role: 'member' } })).body.service_account;
    const program = await makeProgram(testServer, acme, 'post', { service_account_id: id });
    const { secret } = (await rotate(acme.checker, program.id)).body;
    const body = acme.intent({ proposed_actions: [row('CASH', 'BANK', '100')] });
    const params = { id: (await withKey(testServer, secret).call(intents.execute, { body })).body.approvalId ?? '' };
    for (const who of [acme.owner, acme.checker])
      expect(await who.call(approvals.approve, { params, body: {} })).toMatchObject(refused(403, 'SELF_APPROVAL'));
    expect((await (await acme.member('owner')).call(approvals.approve, { params, body: {} })).status).toBe(200);
    expect(await soundnessOf(acme)).toEqual([]);
  });
});

describe('POST /api/internal/api-keys/:id/revoke', () => {
  const revoke = (who: Pick<Person, 'call'>, id: string) => who.call(apiKeys.revoke, { params: { id } });
  test('401, 403, 404: an owner’s alone; a key of nobody, or of another organisation, is not found', async () => {
    const [acme, other] = await Promise.all([openOrganisation(testServer), openOrganisation(testServer)]);
    const { id } = await makeProgram(testServer, acme, 'admin');
    expect(await revoke(testServer.nobody, id)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await revoke(await acme.member(), id)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await revoke(await makeProgram(testServer, acme, 'admin'), id)).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    expect(await revoke(acme.owner, randomUUID())).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await revoke(other.owner, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: it is dead on the next request, also while read-only; again changes nothing', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'post');
    expect((await program.call(events.list)).status).toBe(200);
    await acme.deactivate();
    expect(await revoke(acme.owner, program.id)).toMatchObject({ status: 200, body: { api_key: { status: 'revoked' } } });
    expect(await program.call(events.list)).toMatchObject(refused(401, 'UNAUTHORIZED'));
    const head = await acme.headSeq();
    expect(await revoke(acme.owner, program.id)).toMatchObject({ status: 200, body: { api_key: { status: 'revoked' } } });
    expect(await acme.headSeq()).toBe(head);
  });
});

describe('a call with an API key', () => {
  test('is judged by the key alone: a session beside it, and where it comes from, do not count', async () => {
    const acme = await openOrganisation(testServer);
    const { secret } = await makeProgram(testServer, acme, 'read');
    const bearer = { authorization: `Bearer ${secret}` };
    const elsewhere = { ...bearer, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await acme.owner.call(accounts.list, { body: {} }, elsewhere)).toMatchObject({ status: 200 });
    expect(await acme.owner.call(currencies.add, { body: { code: 'JPY' } }, bearer)).toMatchObject(
      refused(403, 'FORBIDDEN', { needs: 'grant', grant: 'admin' }),
    );
    const wrong = { authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` };
    expect(await acme.owner.call(events.list, { query: {} }, wrong)).toMatchObject(refused(401, 'UNAUTHORIZED'));
    for (const scheme of ['bearer', 'BEARER'])
      expect((await testServer.nobody.call(events.list, { query: {} }, { authorization: `${scheme}  ${secret}` })).status).toBe(200);
  });
  test('acts in the key’s own organisation, whatever others its maker belongs to', async () => {
    const acme = await openOrganisation(testServer);
    const { tenantId } = (await acme.owner.call(tenants.create, { body: { name: 'Second' } })).body;
    const program = await makeProgram(testServer, acme, 'admin');
    expect((await program.call(tenants.mine)).body).toMatchObject({ currentId: acme.tenantId, tenants: [{ id: acme.tenantId }] });
    expect((await program.call(tenants.mine)).body.tenants).toHaveLength(1);
    expect(await program.call(events.list, { query: {} }, { 'x-tenant-id': tenantId })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await program.call(events.list, { query: {} }, { 'x-tenant-id': acme.tenantId })).status).toBe(200);
  });
  test.each<readonly [KeyGrant, number, number, number]>([
    ['read', 200, 403, 403],
    ['post', 200, 200, 403],
    ['admin', 200, 200, 200],
  ])('%s: reading %i, posting %i, master data %i', async (grant, reads, posts, changes) => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, grant);
    expect((await program.call(accounts.list, { body: {} })).status).toBe(reads);
    expect((await program.call(intents.execute, { body: acme.intent() })).status).toBe(posts);
    expect((await program.call(currencies.add, { body: { code: 'JPY' } })).status).toBe(changes);
    expect((await program.call(people.changeRole, { params: { id: acme.owner.id }, body: { role: 'member' } })).status).toBe(403);
  });
  test('ends with its maker’s membership, for reading too, and has no more than they have', async () => {
    const acme = await openOrganisation(testServer);
    const maker = await acme.member('owner');
    const program = await makeProgram(testServer, acme, 'admin', { maker });
    expect((await program.call(currencies.add, { body: { code: 'JPY' } })).status).toBe(200);
    await acme.owner.call(people.changeRole, { params: { id: maker.id }, body: { role: 'member' } });
    expect(await program.call(currencies.add, { body: { code: 'CHF' } })).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'admin' }));
    expect((await program.call(intents.execute, { body: acme.intent() })).status).toBe(200);
    await acme.owner.call(people.removeMember, { params: { id: maker.id } });
    expect(await program.call(intents.execute, { body: acme.intent() })).toMatchObject(refused(401, 'UNAUTHORIZED'));
    expect(await program.call(events.list)).toMatchObject(refused(401, 'UNAUTHORIZED'));
    expect((await list(acme.owner))[0]).toMatchObject({ id: program.id, status: 'revoked', user_role: null });
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('is refused from its end on', async () => {
    const acme = await openOrganisation(testServer);
    const soonMs = 1500;
    const program = await makeProgram(testServer, acme, 'read', { expires_at: new Date(Date.now() + soonMs).toISOString() });
    expect((await program.call(events.list)).status).toBe(200);
    await expect.poll(async () => (await program.call(events.list)).status, { timeout: 5000, interval: 100 }).toBe(401);
    expect((await list(acme.owner))[0]?.status).toBe('expired');
  });
  test('429: not more than its own pace, which no other key shares', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'read', { rate_per_minute: 3 });
    const other = await makeProgram(testServer, acme, 'read', { rate_per_minute: 3 });
    for (const left of ['2', '1', '0']) {
      const { status, headers } = await program.call(events.list);
      expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([200, '3', left]);
    }
    const over = await program.call(events.list);
    expect(over).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect([over.headers['ratelimit-remaining'], over.headers['ratelimit-reset']]).toEqual(['0', over.headers['retry-after']]);
    expect((await other.call(events.list)).status).toBe(200);
  });
  test('makes its maker the maker of what waits: they cannot approve it', async () => {
    const acme = await openApprovals(testServer);
    const program = await makeProgram(testServer, acme, 'admin');
    const held = await program.call(intents.execute, { body: acme.intent({ proposed_actions: [row('CASH', 'BANK', '100')] }) });
    expect(held.status).toBe(202);
    const params = { id: held.body.approvalId ?? '' };
    expect(await acme.owner.call(approvals.approve, { params, body: {} })).toMatchObject(refused(403, 'SELF_APPROVAL'));
    expect(await program.call(approvals.approve, { params, body: {} })).toMatchObject(refused(403, 'FORBIDDEN', { needs: 'person' }));
    expect(await acme.checker.call(approvals.approve, { params, body: {} })).toMatchObject({ status: 200 });
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('leaves its id beside what each of its events says, hashed with it, and the books replay', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'admin');
    await program.call(intents.execute, { body: acme.intent() });
    await program.call(accounts.create, { body: { code: 'MADE', ledgerAccountId: acme.glAccountId } });
    const log = (await program.call(events.list)).body.events;
    expect(log.slice(0, 2).map((e) => [e.event_type, e.actor_id, e.payload['api_key_id']])).toEqual([
      ['account.created', acme.owner.id, program.id],
      ['intent.executed', acme.owner.id, program.id],
    ]);
    expect(log.slice(2).some((e) => 'api_key_id' in e.payload)).toBe(false);
    expect(await soundnessOf(acme)).toEqual([]);
  });
  test('posts an import in its name, and nothing more of it once it is revoked', async () => {
    const acme = await openOrganisation(testServer);
    const program = await makeProgram(testServer, acme, 'post');
    const today = new Date().toISOString().slice(0, 10);
    const content = `debit_account,credit_account,amount,currency,value_date\nCASH,BANK,1,USD,${today}`;
    const check = async (): Promise<string> =>
      (
        await program.call(imports.check, {
          body: { kind: 'intents', content: content.replace(',1,', `,${Math.ceil(Math.random() * 1e6)},`) },
        })
      ).body.import.id;
    const [kept, cut] = [await check(), await check()];
    expect((await program.call(imports.post, { params: { id: kept } })).status).toBe(200);
    await postImports(testServer.opened.services);
    expect((await program.call(events.list)).body.events[0]).toMatchObject({
      event_type: 'intent.executed',
      payload: { api_key_id: program.id },
    });
    expect((await program.call(imports.post, { params: { id: cut } })).status).toBe(200);
    await acme.owner.call(apiKeys.revoke, { params: { id: program.id } });
    await postImports(testServer.opened.services);
    const done = await acme.owner.call(imports.get, { params: { id: cut }, query: {} });
    expect(done.body.intents).toMatchObject([{ result: 'refused', code: 'UNAUTHORIZED' }]);
  });
  test('is in the reference of the API: the scheme, and which grant a call needs', async () => {
    const { body } = await testServer.nobody.send('GET', '/api/openapi.json');
    const spec = body as unknown as {
      components: { securitySchemes: Record<string, object> };
      paths: Record<string, Record<string, { security?: object[]; description?: string }>>;
    };
    expect(spec.components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' });
    const execute = spec.paths['/api/v1/intents/execute']?.['post'];
    expect(execute).toMatchObject({ security: [{ session: [] }, { apiKey: [] }] });
    expect(execute?.description).toBe(
      'With an API key: grant `propose`. With `propose`, what it asks for waits until a person approves it.',
    );
    expect(spec.paths['/api/internal/limits/set']?.['post']?.security).toEqual([{ session: [] }]);
    expect(spec.paths['/api/v1/events']?.['get']?.description).toContain('`read`');
  });
  test('of nobody’s making opens nothing', async () => {
    for (const secret of ['', 'x', 'chk_', `chk_${'A'.repeat(43)}`, `chk_${'A'.repeat(44)}`, '\u00ff'.repeat(47)])
      expect(await withKey(testServer, secret).call(events.list)).toMatchObject(refused(401, 'UNAUTHORIZED'));
  });
});
