import { randomUUID } from 'node:crypto';
import { templates } from '@countinghouse/contract/features/templates';
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
const row = { debitAccount: 'CASH', creditAccount: 'BANK', currency: 'usd' };
const rent = { name: 'Rent', use_case: 'rent', rows: [{ ...row, amount: '12.5' }, row] };

describe('GET /api/internal/templates/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', templates.list.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: by name, searched by a part of it', async () => {
    const { owner, member } = await openOrganisation(testServer);
    for (const name of ['rent', 'Payroll', 'Parental leave']) await owner.call(templates.create, { body: { ...rent, name } });
    const names = async (query: object) => (await (await member()).call(templates.list, { query })).body.templates.map((t) => t.name);
    expect(await names({})).toEqual(['Parental leave', 'Payroll', 'rent']);
    expect(await names({ q: 'RENT' })).toEqual(['Parental leave', 'rent']);
  });
});

describe('POST /api/internal/templates', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', templates.create.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: amounts at eight decimals, or left open', async () => {
    const { member } = await openOrganisation(testServer);
    const mo = await member();
    const { template } = (await mo.call(templates.create, { body: rent })).body;
    expect(template).toMatchObject({
      name: 'Rent',
      use_case: 'rent',
      constraints: {},
      saved_by: mo.id,
      rows: [{ debitAccount: 'CASH', creditAccount: 'BANK', amount: '12.50000000', currency: 'USD', narrative: '' }, { amount: null }],
    });
  });
  test.each([
    ['no rows', { rows: [] }, 'rows'],
    ['an amount of zero', { rows: [{ ...row, amount: '0' }] }, 'rows.0.amount'],
    ['a use case that follows another intent', { use_case: 'reversal' }, 'use_case'],
    ['a name too long', { name: 'x'.repeat(121) }, 'name'],
    ['a field that there is not', { value_date: '2026-01-01' }, 'value_date'],
  ])('400: %s', async (_what, change, path) => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.send('POST', templates.create.path, { ...rent, ...change });
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path }] } });
  });
  test('409: a name that another template has', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(templates.create, { body: rent });
    expect(await owner.call(templates.create, { body: { ...rent, name: 'RENT' } })).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
});

describe('POST /api/internal/templates/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', templates.replace.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: replaces it as a whole', async () => {
    const { owner } = await openOrganisation(testServer);
    const { id } = (await owner.call(templates.create, { body: { ...rent, constraints: { a: 1 } } })).body.template;
    const { template } = (await owner.call(templates.replace, { params: { id }, body: { name: 'Office rent', rows: [row] } })).body;
    expect(template).toMatchObject({ id, name: 'Office rent', use_case: 'manual_post', constraints: {}, rows: [{ amount: null }] });
  });
  test('404 and 409: one that is not there or another organisation’s; a name that is taken', async () => {
    const [acme, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { id } = (await other.owner.call(templates.create, { body: rent })).body.template;
    for (const wrong of [randomUUID(), id])
      expect(await acme.owner.call(templates.replace, { params: { id: wrong }, body: rent })).toMatchObject(refused(404, 'NOT_FOUND'));
    const own = (await acme.owner.call(templates.create, { body: rent })).body.template;
    await acme.owner.call(templates.create, { body: { ...rent, name: 'Taken' } });
    const taken = await acme.owner.call(templates.replace, { params: { id: own.id }, body: { ...rent, name: 'Taken' } });
    expect(taken).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
});

describe('DELETE /api/internal/templates/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('DELETE', templates.remove.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200, then 404', async () => {
    const { owner } = await openOrganisation(testServer);
    const { id } = (await owner.call(templates.create, { body: rent })).body.template;
    expect(await owner.call(templates.remove, { params: { id } })).toMatchObject({ status: 200, body: { ok: true } });
    expect(await owner.call(templates.remove, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
