// Whose account it is: said when it is opened, changed later, and what lists are narrowed by.
import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { parties } from '@countinghouse/contract/features/parties';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let [fjord, baltic] = ['', ''];
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  [fjord, baltic] = (await Promise.all(['Fjord', 'Baltic'].map((label) => partyIn(acme, label)))) as [string, string];
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const partyIn = async ({ owner }: Organisation, label: string): Promise<string> =>
  (await owner.call(parties.create, { body: { label } })).body.party.id;
const setParty = (id: string, party_id: string | null, { owner } = acme) =>
  owner.call(accounts.setParty, { params: { id }, body: { party_id } });

describe('POST /api/internal/accounts/create', () => {
  test('200: an account is opened for a party, and lists are narrowed to it; 422: a party that is not there', async () => {
    const { owner, glAccountId } = acme;
    const body = { code: 'AR-FJORD', ledgerAccountId: glAccountId, party_id: fjord };
    const opened = await owner.call(accounts.create, { body });
    expect(opened).toMatchObject({ status: 200, body: { account: { party_id: fjord } } });
    const listed = (await owner.call(accounts.search, { query: { party_id: fjord } })).body.accounts;
    expect(listed.map((a) => [a.code, a.party_id])).toEqual([['AR-FJORD', fjord]]);
    expect((await owner.call(accounts.list, { body: { party_id: fjord } })).body).toMatchObject({
      total: 1,
      accounts: [{ code: 'AR-FJORD' }],
    });
    expect((await owner.call(accounts.list, { body: { party_id: randomUUID() } })).body).toMatchObject({ total: 0, accounts: [] });
    expect(await owner.call(accounts.create, { body: { ...body, code: 'NEW', party_id: randomUUID() } })).toMatchObject(
      refused(422, 'PARTY_NOT_FOUND'),
    );
  });
});

describe('POST /api/internal/accounts/:id/party', () => {
  test('200: it is changed and taken away, once each', async () => {
    const { cash, headSeq } = acme;
    expect(await setParty(cash, baltic)).toMatchObject({ status: 200, body: { account: { party_id: baltic } } });
    const before = await headSeq();
    expect((await setParty(cash, baltic)).status).toBe(200);
    expect(await headSeq()).toBe(before);
    expect(await setParty(cash, null)).toMatchObject({ status: 200, body: { account: { party_id: null } } });
    expect(await headSeq()).toBe(before + 1);
  });
  test('401: nobody', async () => {
    const answer = await testServer.nobody.call(accounts.setParty, { params: { id: acme.cash }, body: { party_id: null } });
    expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('403: a member without a role in the entity of the account', async () => {
    const id = await acme.account('HQ-AR', { entityId: await acme.entity('HQ') });
    const member = await acme.member();
    const answer = await member.call(accounts.setParty, { params: { id }, body: { party_id: fjord } });
    expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('404 and 422: another organisation’s account, and its party', async () => {
    const other = await openOrganisation(testServer);
    expect(await setParty(other.cash, null)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await setParty(acme.bank, await partyIn(other, 'Theirs'))).toMatchObject(refused(422, 'PARTY_NOT_FOUND'));
  });
});
