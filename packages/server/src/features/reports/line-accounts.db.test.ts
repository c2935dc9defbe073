import { randomUUID } from 'node:crypto';
import { type LineAccounts, reports } from '@countinghouse/contract/features/reports';
import { useDatabase } from '@countinghouse/testkit/database';
import { linesApart } from '@countinghouse/testkit/line-accounts';
import { openReportBooks, type ReportBooks } from '@countinghouse/testkit/report-books';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

describe('GET /api/internal/ledger/reports/line-accounts', () => {
  const route = reports.lineAccounts;
  const lineOf = async (o: ReportBooks, code: string): Promise<string> =>
    (await o.owner.call(reports.trialBalance, { query: {} }, o.us)).body.lines.find((l) => l.code === code)?.gl_account_id ?? '';
  const told = ({ accounts: found }: LineAccounts) =>
    found.map(({ code, amounts, translated }) => [
      code,
      ...amounts.map((a) => `${a.currency} ${a.current}|${a.prior}`),
      `${translated.current}|${translated.prior}`,
    ]);

  test('200: the accounts of a line of a balance sheet, which come to it', async () => {
    const o = await openReportBooks(testServer);
    const query = { report: 'balance-sheet', gl_account_id: await lineOf(o, '1010'), as_of: '2026-06-30', compare: 'month' } as const;
    const { body } = await o.owner.call(route, { query }, o.us);
    expect(body).toMatchObject({ period: { as_of: '2026-06-30' }, prior: { as_of: '2026-05-31' }, complete: true });
    expect(told(body)).toEqual([
      ['DE-BANK', 'EUR 101000|130000', '121200|143000'],
      ['DE-TILL', 'EUR 0|0', '0|0'],
      ['HQ-BANK', 'USD 10000|10000', '10000|10000'],
      ['HQ-EUR', 'EUR 25000|0', '30000|0'],
    ]);
    expect(told((await o.owner.call(route, { query: { ...query, entity: o.hq } }, o.us)).body).map(([code]) => code)).toEqual([
      'HQ-BANK',
      'HQ-EUR',
    ]);
    const sheet = (await o.owner.call(reports.balanceSheet, { query: { as_of: '2026-06-30', compare: 'month' } }, o.us)).body;
    const accountsOf = async (id: string) => (await o.owner.call(route, { query: { ...query, gl_account_id: id } }, o.us)).body;
    expect(await linesApart(sheet, accountsOf)).toEqual([]);
  });
  test('200: of an income statement what moved; of a trial balance also income, as it was known then', async () => {
    const o = await openReportBooks(testServer);
    const sales = await lineOf(o, '4000');
    const income = { report: 'income-statement', gl_account_id: sales, from: '2026-05-01', as_of: '2026-05-31' } as const;
    expect(told((await o.owner.call(route, { query: income }, o.us)).body)).toEqual([
      ['DE-SALES', 'EUR -30000|null', '-33000|null'],
      ['HQ-SALES', 'USD 0|null', '0|null'],
    ]);
    const known_at_seq = await o.headSeq();
    await o.post('DE-BANK', 'DE-SALES', '5', '2026-05-01');
    const trial = { report: 'trial-balance', gl_account_id: sales, as_of: '2026-05-31', known_at_seq } as const;
    const { accounts: found, position } = (await o.owner.call(route, { query: trial }, o.us)).body;
    expect([found[0]?.amounts[0]?.current, position.seq]).toEqual(['-30000', known_at_seq]);
    expect((await o.owner.call(route, { query: { ...trial, report: 'balance-sheet' } }, o.us)).body.accounts).toEqual([]);
  });
  test('400, 401, 404: nobody gets in, no other line or entity is found, and a period ends after it began', async () => {
    const o = await openReportBooks(testServer);
    const query = { report: 'income-statement', gl_account_id: await lineOf(o, '4000') } as const;
    expect(await testServer.nobody.call(route, { query })).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    for (const elsewhere of [{ gl_account_id: randomUUID() }, { entity: randomUUID() }])
      expect(await o.owner.call(route, { query: { ...query, ...elsewhere } }, o.us)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect(await o.owner.call(route, { query: { ...query, from: '2026-02-01', as_of: '2026-01-31' } }, o.us)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: [{ path: 'from' }] },
    });
    expect(await o.owner.call(route, { query: { ...query, nonsense: '1' } } as never, o.us)).toMatchObject({ status: 400 });
  });
});
