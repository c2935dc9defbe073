import { accessReviews, type Right } from '@countinghouse/contract/features/access-reviews';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { people } from '@countinghouse/contract/features/people';
import { serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { changeEvents } from '@countinghouse/testkit/changed-events';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const DAY_MS = 86_400_000;
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const today = (): string => dayOf(Date.now());
const rightsOf = async (who: Pick<Person, 'call'>, on?: string): Promise<readonly Right[]> =>
  (await who.call(accessReviews.get, { query: on === undefined ? {} : { on } })).body.rights;
const told = (rights: readonly Right[]): readonly unknown[] =>
  rights.map((r) => [r.kind, r.user_email ?? r.service_account ?? 'the system', r.right, r.object]);

describe('GET /api/internal/access-review', () => {
  test('401, 400: not without a session, nor of a day to come or before there was an organisation', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await testServer.nobody.call(accessReviews.get, { query: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const ask = (on: string) => owner.call(accessReviews.get, { query: { on } });
    expect(await ask(dayOf(Date.now() + 2 * DAY_MS))).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await ask('2026-02-30')).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await ask('2001-01-01')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: tells who holds which right now, and what was held on a day before it was taken', async () => {
    const acme = await openOrganisation(testServer);
    const { owner } = acme;
    const hq = await acme.entity('HQ');
    const worker = await acme.entityPerson(hq, 'entity_member');
    const auditor = await acme.member('auditor');
    const program = await makeProgram(testServer, acme, 'post');
    const { id } = (await owner.call(serviceAccounts.create, { body: { name: 'Payroll', role: 'member' } })).body.service_account;
    await makeProgram(testServer, acme, 'read', { service_account_id: id });
    const before = [
      ['organisation', owner.email, 'owner', ''],
      ['organisation', worker.email, 'member', ''],
      ['organisation', auditor.email, 'auditor', ''],
      ['organisation', 'Payroll', 'member', ''],
      ['entity', owner.email, 'entity_admin', 'HQ'],
      ['entity', worker.email, 'entity_member', 'HQ'],
      ['api_key', owner.email, 'post', 'post key'],
      ['api_key', 'Payroll', 'read', 'read key'],
      ['signing_key', 'the system', 'chain', 'Chain key'],
    ];
    expect(told(await rightsOf(auditor))).toEqual(before);
    // As if all of it had been so since yesterday: what is taken now was held then.
    const { loginPool } = testServer.opened;
    await changeEvents(loginPool, acme.tenantId, { column: 'event_ts', to: "event_ts - interval '1 day'" });
    await owner.call(people.removeMember, { params: { id: worker.id } });
    await owner.call(apiKeys.revoke, { params: { id: program.id } });
    const yesterday = dayOf(Date.now() - DAY_MS);
    expect(told(await rightsOf(owner, yesterday))).toEqual(before);
    const now = await rightsOf(owner, today());
    expect(told(now)).toEqual(before.filter(([, holder, right]) => holder !== worker.email && right !== 'post'));
    expect(now[0]).toMatchObject({ given_by_email: owner.email, in_force: true, until: null, seq: 2 });
    const answer = await owner.call(accessReviews.get, { query: {} });
    expect(answer.body).toMatchObject({ on: today(), seq: await acme.headSeq() });
  });
});

describe('GET /api/internal/access-review.csv', () => {
  test('401, 400, 404, as the list', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await testServer.nobody.call(accessReviews.csv, { query: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await owner.call(accessReviews.csv, { query: { on: '2999-01-01' } })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await owner.call(accessReviews.csv, { query: { on: '2001-01-01' } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: the same as a file that no spreadsheet takes for formulas', async () => {
    const acme = await openOrganisation(testServer);
    await acme.owner.call(apiKeys.create, {
      body: {
        name: '=1+1',
        grant: 'read',
        expires_at: new Date(Date.now() + DAY_MS).toISOString(),
        allow_list: [{ network: '203.0.113.7' }, { network: '2001:db8::/48', note: 'Office' }],
      },
    });
    const answer = await acme.owner.call(accessReviews.csv, { query: {} });
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': `attachment; filename="access-review-${today()}.csv"`,
    });
    const [head, first, key] = (answer.body as { text: string }).text.split('\r\n');
    expect(head).toBe('kind,holder,right,object,in_force,since,event,given_by,until,networks');
    expect(first).toMatch(new RegExp(`^organisation,${acme.owner.email},owner,,yes,\\S+Z,2,${acme.owner.email},,$`));
    expect(key).toMatch(/^api_key,.*,read,'=1\+1,yes,.*Z,203\.0\.113\.7 2001:db8::\/48$/);
  });
});
