import { randomUUID } from 'node:crypto';
import { metadata } from '@countinghouse/contract/features/metadata';
import { parties } from '@countinghouse/contract/features/parties';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

describe('POST /api/parties', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/parties', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: a company unless said otherwise, words trimmed, both spellings of the reference', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    const answer = await mo.call(parties.create, { body: { label: '  Ünal Ltd ', external_ref: ' DE89 3704 ' } });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.party).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      label: 'Ünal Ltd',
      kind: 'company',
      externalRef: 'DE89 3704',
      external_ref: 'DE89 3704',
      created_at: expect.stringMatching(/Z$/),
      metadata: {},
    });
    expect((await mo.call(parties.get, { params: { id: answer.body.party.id } })).body).toEqual(answer.body);
  });
  test('200: without a reference, null or blank, there is none; two parties may have the same words', async () => {
    const { owner } = await openOrganisation(testServer);
    for (const external_ref of [undefined, null, ' '])
      expect((await owner.call(parties.create, { body: { label: 'Same', kind: 'person', external_ref } })).body.party).toMatchObject({
        kind: 'person',
        externalRef: null,
        external_ref: null,
      });
    expect((await owner.call(parties.search, { query: { q: 'same' } })).body.total).toBe(3);
  });
  test.each([
    [{}, 'MISSING_FIELDS', 'label'],
    [{ label: '  ' }, 'MISSING_FIELDS', 'label'],
    [{ label: 'x'.repeat(121) }, 'VALIDATION_ERROR', 'label'],
    [{ label: 'a\u0000b' }, 'VALIDATION_ERROR', 'label'],
    [{ label: 'x', kind: 'k'.repeat(65) }, 'VALIDATION_ERROR', 'kind'],
    [{ label: 'x', kind: ' ' }, 'MISSING_FIELDS', 'kind'],
    [{ label: 'x', external_ref: 'r'.repeat(121) }, 'VALIDATION_ERROR', 'external_ref'],
  ])('400: %j', async (body, code, path) => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const before = await headSeq();
    expect(await owner.send('POST', parties.create.path, body)).toMatchObject({ status: 400, body: { code, details: [{ path }] } });
    expect(await headSeq()).toBe(before);
  });
  test('423: not while the organisation is read-only', async () => {
    const { owner, deactivate } = await openOrganisation(testServer);
    await deactivate();
    expect(await owner.call(parties.create, { body: { label: 'x' } })).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/parties/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', '/api/parties/x', {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: all words are replaced, id and time stay; the old words are not found any more', async () => {
    const { owner } = await openOrganisation(testServer);
    const { party } = (await owner.call(parties.create, { body: { label: 'Before', kind: 'person', external_ref: 'R1' } })).body;
    const changed = (await owner.call(parties.change, { params: { id: party.id }, body: { label: 'After' } })).body.party;
    expect(changed).toEqual({ ...party, label: 'After', kind: 'company', externalRef: null, external_ref: null });
    expect((await owner.call(parties.search, { query: { q: 'Before' } })).body.parties).toEqual([]);
    expect((await owner.call(parties.search, { query: { q: 'R1' } })).body.parties).toEqual([]);
  });
  test('404: unknown, or of another organisation, which stays as it was', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { party } = (await other.owner.call(parties.create, { body: { label: 'Theirs' } })).body;
    const before = await acme.headSeq();
    for (const id of [randomUUID(), party.id]) {
      expect(await acme.owner.call(parties.change, { params: { id }, body: { label: 'Mine' } })).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await acme.owner.call(parties.get, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
    }
    expect(await acme.headSeq()).toBe(before);
    expect((await other.owner.call(parties.get, { params: { id: party.id } })).body.party.label).toBe('Theirs');
  });
  test('400: an id that is none', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(parties.change, { params: { id: 'x' }, body: { label: 'x' } })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await owner.call(parties.get, { params: { id: 'x' } })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
});

describe('GET /api/parties/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/parties/x')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: what was recorded; an id in upper case is the same', async () => {
    const { owner } = await openOrganisation(testServer);
    const created = await owner.call(parties.create, { body: { label: 'Acme', external_ref: 'R' } });
    expect((await owner.call(parties.get, { params: { id: created.body.party.id.toUpperCase() } })).body).toEqual(created.body);
  });
  test('200: with its metadata as it is now, which a change of its words leaves', async () => {
    const { owner } = await openOrganisation(testServer);
    const made = await owner.call(parties.create, { body: { label: 'Acme', metadata: { segment: 'retail', desk: 'fx' } } });
    expect(made.body.party.metadata).toEqual({ segment: 'retail', desk: 'fx' });
    const params = { id: made.body.party.id };
    await owner.call(metadata.annotateParty, { params, body: { metadata: { segment: 'wholesale', desk: null } } });
    expect((await owner.call(parties.get, { params })).body.party.metadata).toEqual({ segment: 'wholesale' });
    expect((await owner.call(parties.change, { params, body: { label: 'Acme AG' } })).body.party.metadata).toEqual({
      segment: 'wholesale',
    });
  });
  test('404: one that is not there', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(parties.get, { params: { id: randomUUID() } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/parties/search', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', '/api/parties/search')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  const names = ['alpha', 'Beta 100%', 'beta_two', 'Gamma\\x', 'Ünal'];
  const open = async () => {
    const { owner } = await openOrganisation(testServer);
    for (const [i, label] of names.entries())
      await owner.call(parties.create, { body: { label, kind: i === 0 ? 'person' : 'company', external_ref: `REF-${i}` } });
    const found = async (q: string): Promise<readonly string[]> =>
      (await owner.call(parties.search, { query: { q } })).body.parties.map((p) => p.label);
    return { owner, found };
  };
  test('200: without a text all of them, by label, whatever its case', async () => {
    const { owner } = await open();
    const { body } = await owner.call(parties.search, { query: {} });
    expect(body.total).toBe(5);
    expect(body.parties.map((p) => p.label).slice(0, 4)).toEqual(['alpha', 'Beta 100%', 'beta_two', 'Gamma\\x']);
  });
  test('200: each with its metadata, at both addresses; asked by metadata only those that have all of it, counted and by pages', async () => {
    const { owner, tenantId } = await openOrganisation(testServer);
    await (await openOrganisation(testServer)).owner.call(parties.create, { body: { label: 'Other', metadata: { segment: 'retail' } } });
    const add = async (label: string, given?: Readonly<Record<string, string>>) =>
      (await owner.call(parties.create, { body: { label, ...(given === undefined ? {} : { metadata: given }) } })).body.party.id;
    const [first] = [await add('Alpha', { segment: 'retail', tier: '1' }), await add('Beta', { segment: 'retail' }), await add('Gamma')];
    const search = async (query: object) => (await owner.call(parties.search, { query })).body;
    const labels = async (query: object) => (await search(query)).parties.map(({ label }) => label);
    expect((await search({})).parties.map((p) => [p.label, p.metadata])).toEqual([
      ['Alpha', { segment: 'retail', tier: '1' }],
      ['Beta', { segment: 'retail' }],
      ['Gamma', {}],
    ]);
    expect(await labels({ metadata: { segment: 'retail' } })).toEqual(['Alpha', 'Beta']);
    expect(await labels({ metadata: { segment: 'retail', tier: '1' } })).toEqual(['Alpha']);
    expect(await labels({ metadata: { segment: 'Retail' } })).toEqual([]);
    expect(await labels({ metadata: { segment: 'retail' }, q: 'bet' })).toEqual(['Beta']);
    const second = await search({ metadata: { segment: 'retail' }, page: 2, page_size: 1 });
    expect([second.parties.map(({ label }) => label), second.total]).toEqual([['Beta'], 2]);
    // By the directory in memory, which has known the party since: metadata is asked for each time.
    await owner.call(metadata.annotateParty, { params: { id: first }, body: { metadata: { segment: null } } });
    const v1 = await owner.send('GET', '/api/v1/parties?metadata[segment]=retail&limit=2', undefined, { 'x-tenant-id': tenantId });
    expect(v1.body).toMatchObject({ parties: [{ label: 'Beta', metadata: { segment: 'retail' } }], next: null });
  });
  test('200: label, kind and reference are searched in any case; what means something in a pattern stands for itself', async () => {
    const { found, owner } = await open();
    expect(await found('BETA')).toEqual(['Beta 100%', 'beta_two']);
    expect(await found('person')).toEqual(['alpha']);
    expect(await found('ref-4')).toEqual(['Ünal']);
    expect(await found('ün')).toEqual(['Ünal']);
    expect(await found('%')).toEqual(['Beta 100%']);
    expect(await found('a_t')).toEqual(['beta_two']);
    expect(await found('\\')).toEqual(['Gamma\\x']);
    expect(await found('  alpha ')).toEqual(['alpha']);
    expect(await found("'; drop table parties; --")).toEqual([]);
    const [first] = (await owner.call(parties.search, { query: { q: 'alpha' } })).body.parties;
    expect(await found(first?.id.toUpperCase() ?? '')).toEqual(['alpha']);
  });
  test('200: twelve a page; every page says how many there are, also one that nobody is on', async () => {
    const { owner } = await openOrganisation(testServer);
    await Promise.all(Array.from({ length: 14 }, (_, i) => owner.call(parties.create, { body: { label: `P${10 + i}` } })));
    const page = async (n: number) => (await owner.call(parties.search, { query: { q: 'p', page: n } })).body;
    expect([(await page(1)).parties.length, (await page(2)).parties.map((p) => p.label)]).toEqual([12, ['P22', 'P23']]);
    expect(await page(3)).toEqual({ parties: [], total: 14 });
    expect([(await page(1)).total, (await page(2)).total]).toEqual([14, 14]);
  });
  test('200: another organisation’s parties are never found', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await other.owner.call(parties.create, { body: { label: 'Secret' } });
    expect((await acme.owner.call(parties.search, { query: { q: 'Secret' } })).body).toEqual({ parties: [], total: 0 });
  });
  test.each(['page=0', 'page=x', 'page_size=501', `q=${'x'.repeat(121)}`])('400: %s', async (query) => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${parties.search.path}?${query}`)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
});
