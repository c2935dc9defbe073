import { randomUUID } from 'node:crypto';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const created = { code: '1100', title: 'Receivables', class: 'A', normalBalance: 'DR' } as const;

describe('GET /api/internal/ledger-accounts/list', () => {
  test('200: the chart of accounts in the order of its codes, each with how often it is used', async () => {
    const { owner, member, glAccountId } = await openOrganisation(testServer);
    await owner.call(glAccounts.create, { body: { ...created, parentId: glAccountId } });
    const mo = await member();
    expect((await mo.call(glAccounts.list)).body).toEqual({
      gl: [
        { id: glAccountId, code: '1000', title: 'Cash', class: 'A', normalBalance: 'DR', parentId: null, usageCount: 3 },
        { ...created, id: expect.any(String), parentId: glAccountId, usageCount: 0 },
      ],
    });
  });
  test('401: nobody sees it', async () => {
    expect(await testServer.nobody.call(glAccounts.list)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});

describe('POST /api/internal/ledger-accounts/create', () => {
  test('200: the code is upper-cased, code and title are trimmed', async () => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.call(glAccounts.create, { body: { ...created, code: ' ar-1 ', title: ' Receivables ' } });
    expect(answer).toMatchObject({ status: 200, body: { gl: { ...created, code: 'AR-1', parentId: null, usageCount: 0 } } });
    expect((await owner.call(glAccounts.list)).body.gl).toContainEqual(answer.body.gl);
  });
  describe('400', () => {
    test.each([
      ['no code', { code: undefined }, 'MISSING_FIELDS', 'code'],
      ['a blank code', { code: '  ' }, 'MISSING_FIELDS', 'code'],
      ['a code of 17', { code: 'x'.repeat(17) }, 'VALIDATION_ERROR', 'code'],
      ['a code with a space', { code: 'A B' }, 'VALIDATION_ERROR', 'code'],
      ['a code in other digits', { code: '١٠٠' }, 'VALIDATION_ERROR', 'code'],
      ['a blank title', { title: ' ' }, 'MISSING_FIELDS', 'title'],
      ['a title of 121', { title: 'x'.repeat(121) }, 'VALIDATION_ERROR', 'title'],
      ['a title with a control character', { title: 'a\u0000b' }, 'VALIDATION_ERROR', 'title'],
      ['no class', { class: undefined }, 'MISSING_FIELDS', 'class'],
      ['an unknown class', { class: 'Z' }, 'VALIDATION_ERROR', 'class'],
      ['an unknown side', { normalBalance: 'dr' }, 'VALIDATION_ERROR', 'normalBalance'],
      ['a parent that is no id', { parentId: '1000' }, 'VALIDATION_ERROR', 'parentId'],
    ])('%s is refused where it is', async (_what, change, code, path) => {
      const { owner, headSeq } = await openOrganisation(testServer);
      const before = await headSeq();
      const answer = await owner.send('POST', glAccounts.create.path, { ...created, ...change });
      expect(answer).toMatchObject({
        status: 400,
        body: { code, details: expect.arrayContaining([{ path, message: expect.any(String) }]) },
      });
      expect(await headSeq()).toBe(before);
    });
    test('sixteen characters and a hundred and twenty are allowed', async () => {
      const { owner } = await openOrganisation(testServer);
      const body = { ...created, code: 'x'.repeat(16), title: 'ö'.repeat(120) };
      expect((await owner.call(glAccounts.create, { body })).status).toBe(200);
    });
  });
  test('200: below a parent, class and side may be left out: they are the parent’s', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    const answer = await owner.call(glAccounts.create, { body: { code: '1010', title: 'Petty cash', parentId: glAccountId } });
    expect(answer).toMatchObject({ status: 200, body: { gl: { class: 'A', normalBalance: 'DR', parentId: glAccountId } } });
  });
  test('401: nobody adds to it', async () => {
    expect(await testServer.nobody.call(glAccounts.create, { body: created })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
  test('403: a member does not, and is told who may', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    const answer = await mo.call(glAccounts.create, { body: created });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', details: { needs: 'admin' } } });
  });
  test('409: a code is used once, in any case', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(glAccounts.create, { body: { ...created, code: 'AR' } });
    expect(await owner.call(glAccounts.create, { body: { ...created, code: 'ar' } })).toMatchObject({
      status: 409,
      body: { code: 'CODE_TAKEN', error: 'CODE_TAKEN', details: { code: 'AR' } },
    });
  });
  describe('422', () => {
    test('a parent that is not there, or is another organisation’s', async () => {
      const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
      for (const parentId of [randomUUID(), other.glAccountId])
        expect(await acme.owner.call(glAccounts.create, { body: { ...created, parentId } })).toMatchObject({
          status: 422,
          body: { code: 'GL_ACCOUNT_NOT_FOUND', details: { parent_id: parentId } },
        });
    });
    test('a parent of another class', async () => {
      const { owner, glAccountId } = await openOrganisation(testServer);
      expect(await owner.call(glAccounts.create, { body: { ...created, class: 'L', parentId: glAccountId } })).toMatchObject({
        status: 422,
        body: { code: 'GL_CLASS_MISMATCH', details: { parent: '1000', class: 'A' } },
      });
    });
  });
});

describe('POST /api/internal/ledger-accounts/standard-chart', () => {
  test('200: what is not there is added in one go, what is there stays; again it adds nothing', async () => {
    const { owner, headSeq } = await openOrganisation(testServer);
    const first = await owner.call(glAccounts.useStandardChart);
    expect(first).toMatchObject({ status: 200, body: { existing: 1 } });
    const { gl } = (await owner.call(glAccounts.list)).body;
    expect(gl).toHaveLength(first.body.created + 1);
    expect(gl.find((a) => a.code === '1000')).toMatchObject({ title: 'Cash', parentId: null });
    expect(gl.find((a) => a.code === '7900')).toMatchObject({ title: 'Unrealised FX', class: 'X', normalBalance: 'DR' });
    expect(gl.find((a) => a.code === '1100')?.parentId).toBe(gl.find((a) => a.code === '1000')?.id);
    const before = await headSeq();
    expect(await owner.call(glAccounts.useStandardChart)).toMatchObject({
      status: 200,
      body: { created: 0, existing: first.body.created + 1 },
    });
    expect(await headSeq()).toBe(before);
  });
  test('200: of two who click at once, each account is made once', async () => {
    const { owner } = await openOrganisation(testServer);
    const answers = await Promise.all([1, 2, 3].map(() => owner.call(glAccounts.useStandardChart)));
    expect(answers.filter((a) => a.body.created > 0)).toHaveLength(1);
    expect(new Set(answers.map((a) => a.body.created + a.body.existing)).size).toBe(1);
  });
  test('401: nobody', async () => {
    expect(await testServer.nobody.call(glAccounts.useStandardChart)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
  test('403: a member does not', async () => {
    const mo = await (await openOrganisation(testServer)).member();
    expect(await mo.call(glAccounts.useStandardChart)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});

describe('POST /api/internal/ledger-accounts/:id/delete', () => {
  test('200: what is not used is gone, and its code is free again', async () => {
    const { owner } = await openOrganisation(testServer);
    const { id } = (await owner.call(glAccounts.create, { body: created })).body.gl;
    expect(await owner.call(glAccounts.delete, { params: { id } })).toMatchObject({ status: 200, body: { ok: true } });
    expect((await owner.call(glAccounts.list)).body.gl.map((g) => g.code)).toEqual(['1000']);
    expect((await owner.call(glAccounts.create, { body: created })).status).toBe(200);
  });
  test('200: an id in upper case is the same id', async () => {
    const { owner } = await openOrganisation(testServer);
    const { id } = (await owner.call(glAccounts.create, { body: created })).body.gl;
    expect((await owner.call(glAccounts.delete, { params: { id: id.toUpperCase() } })).status).toBe(200);
  });
  test('400: an id that is none', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(glAccounts.delete, { params: { id: 'x' } })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'id' }] },
    });
  });
  test('401: nobody deletes', async () => {
    expect(await testServer.nobody.call(glAccounts.delete, { params: { id: randomUUID() } })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  });
  test('403: a member does not', async () => {
    const { member, glAccountId } = await openOrganisation(testServer);
    const mo = await member();
    expect(await mo.call(glAccounts.delete, { params: { id: glAccountId } })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
  test('404: another organisation’s is as one that never was, and stays', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { id } = (await other.owner.call(glAccounts.create, { body: created })).body.gl;
    for (const wanted of [id, randomUUID()])
      expect(await acme.owner.call(glAccounts.delete, { params: { id: wanted } })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect((await other.owner.call(glAccounts.list)).body.gl.map((g) => g.id)).toContain(id);
  });
  test('409: one that accounts or children use stays', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    expect(await owner.call(glAccounts.delete, { params: { id: glAccountId } })).toMatchObject({
      status: 409,
      body: { code: 'GL_ACCOUNT_IN_USE', details: { usage_count: 2 } },
    });
    const parent = (await owner.call(glAccounts.create, { body: created })).body.gl.id;
    await owner.call(glAccounts.create, { body: { ...created, code: '1110', parentId: parent } });
    expect(await owner.call(glAccounts.delete, { params: { id: parent } })).toMatchObject({
      status: 409,
      body: { code: 'GL_ACCOUNT_IN_USE', details: { usage_count: 1 } },
    });
  });
});

describe('PATCH /api/internal/ledger-accounts/:id', () => {
  const change = (
    by: Pick<Organisation['owner'], 'call'>,
    id: string,
    body: { readonly title?: string; readonly parent_id?: string | null },
  ) => by.call(glAccounts.change, { params: { id }, body });
  const refused = (status: number, code: string) => ({ status, body: { code } });
  test('200: title and parent, each by itself', async () => {
    const { owner, glAccountId } = await openOrganisation(testServer);
    const { id } = (await owner.call(glAccounts.create, { body: created })).body.gl;
    expect((await change(owner, id, { title: 'Owed to us', parent_id: glAccountId })).body.gl).toMatchObject({
      code: '1100',
      title: 'Owed to us',
      parentId: glAccountId,
    });
    expect((await change(owner, id, { parent_id: null })).body.gl).toMatchObject({ title: 'Owed to us', parentId: null });
  });
  test('400: below itself; 401: nobody; 403: a member; 404 and 422: what is not there, and a parent of another class', async () => {
    const { owner, member, glAccountId } = await openOrganisation(testServer);
    const body = { title: 'x' };
    expect(await change(owner, glAccountId, { parent_id: glAccountId })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await change(testServer.nobody, glAccountId, body)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await change(await member(), glAccountId, body)).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(await change(owner, randomUUID(), body)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await change(owner, glAccountId, { parent_id: randomUUID() })).toMatchObject(refused(422, 'GL_ACCOUNT_NOT_FOUND'));
    const debt = { code: '2000', title: 'Debt', class: 'L' } as const;
    const { id } = (await owner.call(glAccounts.create, { body: debt })).body.gl;
    expect(await change(owner, id, { parent_id: glAccountId })).toMatchObject(refused(422, 'GL_CLASS_MISMATCH'));
  });
});
