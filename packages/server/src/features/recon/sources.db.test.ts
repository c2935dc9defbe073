// Feeds of statements, and the accounts they tell about.

import { recon } from '@countinghouse/contract/features/recon';
import { csv, refused, turnedAway } from '@countinghouse/testkit/bank-rows';
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

describe('GET /api/internal/recon/sources', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.sources.path, 401, 'UNAUTHENTICATED'));
});

describe('POST /api/internal/recon/sources', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.saveSource.path, 401, 'UNAUTHENTICATED'));
  test('403: not by a member who administers nothing', async () =>
    turnedAway(await (await openOrganisation(testServer)).member(), 'POST', recon.saveSource.path, 403, 'FORBIDDEN'));
  test('200: is there by name, and replaced as a whole', async () => {
    const { owner } = await openOrganisation(testServer);
    const body = { name: 'Main', account_code: 'cash', bank_account: 'de89 3704 0044 0532 0130 00', csv };
    expect((await owner.call(recon.saveSource, { body })).body).toEqual({ ok: true });
    const list = async () => (await owner.call(recon.sources, {})).body.sources;
    expect(await list()).toMatchObject([
      {
        name: 'Main',
        account_code: 'CASH',
        currency: 'USD',
        bank_account: 'DE89370400440532013000',
        csv: { ...csv, headerRow: 1 },
      },
    ]);
    await owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'BANK' } });
    expect(await list()).toMatchObject([{ name: 'Main', account_code: 'BANK', bank_account: null, csv: null }]);
  });
  test('409: the bank’s account feeds another source; 400: no such account; a mapping without amounts', async () => {
    const { owner } = await openOrganisation(testServer);
    const save = (body: object) =>
      owner.send('POST', recon.saveSource.path, { name: 'Main', account_code: 'CASH', bank_account: 'X1', ...body });
    await save({});
    expect(await save({ name: 'Other' })).toMatchObject(refused(409, 'CODE_TAKEN'));
    expect(await save({ account_code: 'NONE' })).toMatchObject({ status: 400, body: { details: [{ path: 'account_code' }] } });
    const without = { ...csv, columns: { postedAt: 'Buchungstag' } };
    expect(await save({ csv: without })).toMatchObject({ status: 400, body: { details: [{ path: 'csv.columns.amount' }] } });
  });
});

describe('POST /api/internal/recon/sources/remove', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.removeSource.path, 401, 'UNAUTHENTICATED'));
  test('403: not by a member who administers nothing', async () =>
    turnedAway(await (await openOrganisation(testServer)).member(), 'POST', recon.removeSource.path, 403, 'FORBIDDEN'));
  test('200: once; 404: then', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH' } });
    expect((await owner.call(recon.removeSource, { body: { name: 'Main' } })).body).toEqual({ ok: true });
    expect(await owner.call(recon.removeSource, { body: { name: 'Main' } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
