import { randomUUID } from 'node:crypto';
import { savedViews, VIEWS_OF_A_LIST_MAX } from '@countinghouse/contract/features/saved-views';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const search = { q: 'cash', sort: '-code' };
const save = (person: Pick<Person, 'call'>, name: string, over = {}) =>
  person.call(savedViews.save, { body: { list: 'accounts', name, search, ...over } });
const listOf = async (person: Person, headers = {}) => (await person.call(savedViews.list, undefined, headers)).body.views;

describe('GET /api/v1/saved-views', () => {
  test('401 without a session', async () => {
    expect(await testServer.nobody.call(savedViews.list)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('lists what the caller has saved in this organisation, by list and name: nobody else’s, and not that of elsewhere', async () => {
    const o = await openOrganisation(testServer);
    const mel = await o.member('member');
    expect(await listOf(o.owner)).toEqual([]);
    await save(o.owner, 'Cash');
    await save(o.owner, 'All of it', { search: {} });
    await save(o.owner, 'Late', { list: 'approvals', search: { view: 'mine' } });
    await save(mel, 'Hers');
    expect((await listOf(o.owner)).map(({ list, name, search: said }) => [list, name, said])).toEqual([
      ['accounts', 'All of it', {}],
      ['accounts', 'Cash', search],
      ['approvals', 'Late', { view: 'mine' }],
    ]);
    expect((await listOf(mel)).map(({ name }) => name)).toEqual(['Hers']);
    const { tenantId } = (await o.owner.call(tenants.create, { body: { name: 'Elsewhere' } })).body;
    expect(await listOf(o.owner, { 'x-tenant-id': tenantId })).toEqual([]);
  });
});

describe('POST /api/v1/saved-views', () => {
  test('401 without a session', async () => {
    expect(await save(testServer.nobody, 'Cash')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: one of the same name takes its place and keeps its id', async () => {
    const o = await openOrganisation(testServer);
    const first = await save(o.owner, '  Cash  ');
    expect(first).toMatchObject({ status: 200, body: { view: { list: 'accounts', name: 'Cash', search } } });
    const again = await save(o.owner, 'Cash', { search: { q: 'bank' } });
    expect(again.body.view.id).toBe(first.body.view.id);
    expect(await listOf(o.owner)).toEqual([{ ...first.body.view, search: { q: 'bank' } }]);
  });
  test('200 in an organisation that is read-only', async () => {
    const o = await openOrganisation(testServer);
    await o.deactivate();
    expect((await save(o.owner, 'Cash')).status).toBe(200);
  });
  test.each([
    ['no name', { name: ' ' }, 'MISSING_FIELDS'],
    ['a name that is too long', { name: 'x'.repeat(41) }, 'VALIDATION_ERROR'],
    ['a list that cannot be', { list: 'Accounts!' }, 'VALIDATION_ERROR'],
    ['too many parts', { search: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, 'x'])) }, 'VALIDATION_ERROR'],
    ['a part that is too long', { search: { q: 'x'.repeat(501) } }, 'VALIDATION_ERROR'],
    ['a part that is no text', { search: { q: 1 } }, 'VALIDATION_ERROR'],
  ])('400: %s', async (_what, over, code) => {
    const o = await openOrganisation(testServer);
    const body = { list: 'accounts', name: 'Cash', search, ...over };
    expect(await o.owner.send('POST', savedViews.save.path, body)).toMatchObject(refused(400, code));
    expect(await listOf(o.owner)).toEqual([]);
  });
  test('SAVED_VIEWS_FULL: one more of a list than may be; of another list, or in the place of one, it goes', async () => {
    const o = await openOrganisation(testServer);
    for (let i = 1; i <= VIEWS_OF_A_LIST_MAX; i++) expect((await save(o.owner, `View ${i}`)).status).toBe(200);
    expect(await save(o.owner, 'One more')).toMatchObject(refused(409, 'SAVED_VIEWS_FULL'));
    expect((await save(o.owner, 'View 3', { search: {} })).status).toBe(200);
    expect((await save(o.owner, 'One more', { list: 'approvals' })).status).toBe(200);
    expect(await listOf(o.owner)).toHaveLength(VIEWS_OF_A_LIST_MAX + 1);
  });
  test('SAVED_VIEWS_FULL: however many are saved at once, no more of a list are kept than may be', async () => {
    const o = await openOrganisation(testServer);
    let overlapping = 0;
    for (let round = 0; round < 5; round++) {
      const list = `list-${round}`;
      const names = Array.from({ length: VIEWS_OF_A_LIST_MAX + 8 }, (_, i) => `View ${i}`);
      const answers = await Promise.all(names.map((name) => timed(() => save(o.owner, name, { list }))));
      const [first] = answers;
      overlapping += answers.filter((a) => first !== undefined && a !== first && overlap(first, a)).length;
      expect(answers.map(codeOf).filter((code) => code !== 200)).toEqual(new Array(8).fill('SAVED_VIEWS_FULL'));
      expect((await listOf(o.owner)).filter((view) => view.list === list)).toHaveLength(VIEWS_OF_A_LIST_MAX);
    }
    expect(overlapping).toBeGreaterThan(0);
  });
});

describe('DELETE /api/v1/saved-views/:id', () => {
  test('401 without a session', async () => {
    const params = { id: randomUUID() };
    expect(await testServer.nobody.call(savedViews.remove, { params })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200, and it is gone; NOT_FOUND afterwards, for one that never was, and for somebody else’s', async () => {
    const o = await openOrganisation(testServer);
    const mel = await o.member('member');
    const { id } = (await save(o.owner, 'Cash')).body.view;
    const remove = (person: Person, which: string) => person.call(savedViews.remove, { params: { id: which } });
    expect(await remove(mel, id)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await listOf(o.owner)).toHaveLength(1);
    expect(await remove(o.owner, id)).toMatchObject({ status: 200, body: { ok: true } });
    for (const gone of [id, randomUUID()]) expect(await remove(o.owner, gone)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await listOf(o.owner)).toEqual([]);
  });
});
