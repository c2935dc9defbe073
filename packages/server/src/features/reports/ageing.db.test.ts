// What parties owe, and are owed, by how long it has been due.
import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { reports } from '@countinghouse/contract/features/reports';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const AS_OF = '2026-06-30';
const db = useDatabase();
let testServer: TestServer;
let acme: Organisation;
let [fjord, baltic] = ['', ''];
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  const { owner, glAccountId } = acme;
  const newParty = async (label: string) => (await owner.call(parties.create, { body: { label } })).body.party.id;
  [fjord, baltic] = [await newParty('Fjord'), await newParty('Baltic')];
  const debts = (await owner.call(glAccounts.create, { body: { code: '2000', title: 'Debts', class: 'L', normalBalance: 'CR' } })).body.gl
    .id;
  for (const body of [
    { code: 'AR-F', ledgerAccountId: glAccountId, party_id: fjord },
    { code: 'AR-B', ledgerAccountId: glAccountId, party_id: baltic },
    // What a bank holds is no receivable, what is held for somebody no payable.
    { code: 'AT-BANK', ledgerAccountId: glAccountId, party_id: baltic, kind: 'bank' },
    { code: 'HELD', ledgerAccountId: debts, party_id: baltic, kind: 'client' },
    { code: 'AP-B', ledgerAccountId: debts, party_id: baltic },
  ])
    expect(await owner.call(accounts.create, { body })).toMatchObject({ status: 200 });
  for (const [debit, credit, amount, valueDate] of [
    ['AR-F', 'CASH', '100', '2026-02-01'],
    ['AR-F', 'CASH', '40', '2026-04-15'],
    ['AR-F', 'CASH', '20', '2026-06-01'],
    ['AR-F', 'CASH', '7', '2026-07-15'],
    ['CASH', 'AR-F', '110', '2026-06-29'],
    ['CASH', 'AR-B', '50', '2026-06-29'],
    ['AT-BANK', 'CASH', '900', '2026-01-01'],
    ['CASH', 'HELD', '800', '2026-01-01'],
    ['CASH', 'AP-B', '60', '2026-06-30'],
  ] as const)
    await owner.call(intents.execute, { body: acme.intent({ proposed_actions: [row(debit, credit, amount, { valueDate })] }) });
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const ageing = (query: object = {}) => acme.owner.call(reports.ageing, { query: { as_of: AS_OF, ...query } });

describe('GET /api/internal/ledger/reports/ageing', () => {
  test('200: receivables by days overdue; the oldest is paid first, what is paid in advance stands apart', async () => {
    const { body } = await ageing();
    expect(body).toMatchObject({ as_of: AS_OF, side: 'receivable', complete: true });
    expect(
      body.rows.map(({ label, current, up_to_30, up_to_60, up_to_90, older, advance, total }) => [
        label,
        current,
        up_to_30,
        up_to_60,
        up_to_90,
        older,
        advance,
        total,
      ]),
    ).toEqual([
      ['Baltic', '0', '0', '0', '0', '0', '5000', '-5000'],
      ['Fjord', '700', '2000', '0', '3000', '0', '0', '5700'],
    ]);
    expect(body.totals).toMatchObject([{ currency: 'USD', current: '700', up_to_90: '3000', advance: '5000', total: '700' }]);
  });
  test('200: payables; of one party; as of an earlier day', async () => {
    expect((await ageing({ side: 'payable' })).body.rows).toMatchObject([{ label: 'Baltic', current: '6000', total: '6000' }]);
    expect((await ageing({ party_id: fjord })).body.rows.map((r) => r.party_id)).toEqual([fjord]);
    const earlier = (await ageing({ party_id: fjord, as_of: '2026-04-30' })).body.rows;
    // What is booked and due later is current; what was paid later is not paid yet.
    expect(earlier).toMatchObject([{ current: '2700', up_to_30: '4000', up_to_90: '10000', advance: '0', total: '16700' }]);
  });
  test('200: as CSV and as PDF', async () => {
    const csv = await ageing({ format: 'csv' });
    expect((csv.body as unknown as { text: string }).text).toContain(`Fjord,${fjord},USD,7.00,20.00,0.00,30.00,0.00,0.00,57.00`);
    expect((await ageing({ format: 'pdf' })).headers['content-type']).toBe('application/pdf');
  });
  test('401 and 404: nobody, and a party that never was', async () => {
    expect(await testServer.nobody.call(reports.ageing, { query: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await ageing({ party_id: randomUUID() })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
