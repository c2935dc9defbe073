import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { reports, type Statement, type StatementLine } from '@countinghouse/contract/features/reports';
import { settings } from '@countinghouse/contract/features/settings';
import { tenants } from '@countinghouse/contract/features/tenants';
import type { RouteDef } from '@countinghouse/contract/wire';
import { unbalanced } from '@countinghouse/testkit/balance-sheet';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openReportBooks } from '@countinghouse/testkit/report-books';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const openBooks = () => openReportBooks(testServer);

/** Nobody gets in; an entity that is not here is as one that never was, named or active; a new organisation has a report too. */
async function expectWalls(route: RouteDef, nobody: 'UNAUTHENTICATED', nowhere: 'NOT_FOUND'): Promise<void> {
  expect(await testServer.nobody.call(route)).toMatchObject({ status: 401, body: { code: nobody } });
  const owner = await testServer.person('Nora');
  const us = { 'x-tenant-id': (await owner.call(tenants.create, { body: { name: 'New' } })).body.tenantId };
  expect((await owner.call(route, {}, us)).status).toBe(200);
  const entity = randomUUID();
  for (const answer of [
    await owner.call(route, { query: { entity } } as never, us),
    await owner.call(route, {}, { ...us, 'x-entity-id': entity }),
  ])
    expect(answer).toMatchObject({ status: 404, body: { code: nowhere } });
  expect(await owner.call(route, { query: { nonsense: '1' } } as never, us)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
}
const walls = 'nobody gets in, no other entity is found, a new organisation has one too: 401, 404, 200';

const show = ({ kind, code, title, depth, amounts, translated }: StatementLine): string => {
  const own = amounts.map((a) => `${a.currency} ${a.current}${a.prior === null ? '' : `|${a.prior}`}`).join(' ');
  const name = [code, title].filter((t) => t !== '').join(' ');
  return `${' '.repeat(depth)}${kind} ${name}: ${own} = ${translated.current}${translated.prior === null ? '' : `|${translated.prior}`}`;
};
const linesOf = ({ lines }: Statement): readonly string[] => lines.filter((l) => l.kind !== 'section').map(show);

describe('GET /api/internal/ledger/reports/trial-balance', () => {
  const route = reports.trialBalance;
  test(walls, () => expectWalls(route, 'UNAUTHENTICATED', 'NOT_FOUND'));
  test('200: of the whole, in each currency and translated at the rates of the day, with their source', async () => {
    const { owner, us } = await openBooks();
    const { body } = await owner.call(route, { query: { as_of: '2026-05-31' } }, us);
    expect(linesOf(body)).toEqual([
      'account 1000 Cash: USD 0 = 0',
      'account 1010 Bank: EUR 130000 USD 10000 = 153000',
      'account 3000 Capital: EUR -100000 = -110000',
      'account 4000 Sales: EUR -30000 USD -10000 = -43000',
      'account 5000 Rent: EUR 0 = 0',
      'total Sum: EUR 0 USD 0 = 0',
    ]);
    expect(body).toMatchObject({
      report: 'trial-balance',
      organisation: 'Müller & Söhne',
      entity: null,
      period: { from: null, as_of: '2026-05-31' },
      prior: null,
      position: { snapshot_id: null, value_date: '2026-05-31' },
      currencies: [
        { code: 'EUR', minorUnits: 2 },
        { code: 'USD', minorUnits: 2 },
      ],
      translation: {
        currency: 'USD',
        missing: [],
        conversions: [{ column: 'current', from: 'EUR', how: 'direct', rates: [{ rate: '1.1', source: 'TENANT_OVERRIDE' }] }],
      },
    });
  });
  test('200: of an entity, named or active, with the line that closes it', async () => {
    const { owner, us, hq } = await openBooks();
    const expected = [
      'account 1010 Bank: EUR 25000 USD 10000 = 40000',
      'account 4000 Sales: USD -10000 = -10000',
      'due DE Due from / due to DE: EUR -25000 = -30000',
      'total Sum: EUR 0 USD 0 = 0',
    ];
    const query = { as_of: '2026-12-31' };
    for (const answer of [
      await owner.call(route, { query: { ...query, entity: hq } }, us),
      await owner.call(route, { query }, { ...us, 'x-entity-id': hq }),
    ]) {
      expect(linesOf(answer.body)).toEqual(expected);
      expect(answer.body.entity).toEqual({ id: hq, code: 'HQ', name: 'Entity HQ' });
    }
    const whole = await owner.call(route, { query: { ...query, entity: 'all' } }, { ...us, 'x-entity-id': hq });
    expect(whole.body.entity).toBeNull();
  });
  test('200: as it was known then; a currency without a rate is named, and has no figure', async () => {
    const { owner, us, post, headSeq } = await openBooks();
    const seq = await headSeq();
    await post('DE-BANK', 'DE-SALES', '5', '2026-05-01');
    const query = { as_of: '2026-05-31', currency: 'JPY', known_at_seq: seq };
    const { body } = await owner.call(route, { query }, us);
    expect(body.lines.find((l) => l.code === '4000')?.amounts[0]?.current).toBe('-30000');
    expect(body.position.seq).toBe(seq);
    expect(body.translation.missing).toEqual([
      { column: 'current', currency: 'EUR' },
      { column: 'current', currency: 'USD' },
    ]);
    expect(body.lines.at(-1)?.translated.current).toBeNull();
  });
  test('200: as CSV, debits and credits in columns of their own, and exact', async () => {
    const { owner, us } = await openBooks();
    const answer = await owner.send('GET', `${route.path}?as_of=2026-05-31&format=csv`, undefined, us);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="trial-balance-2026-05-31.csv"');
    expect(String(answer.body['text']).split('\r\n')).toEqual([
      'kind,code,title,class,EUR 2026-05-31 debit,EUR 2026-05-31 credit,USD 2026-05-31 debit,USD 2026-05-31 credit,"USD, translated 2026-05-31 debit","USD, translated 2026-05-31 credit"',
      'account,1000,Cash,A,,,,,,',
      'account,1010,Bank,A,1300.00,,100.00,,1530.00,',
      'account,3000,Capital,E,,1000.00,,,,1100.00',
      'account,4000,Sales,I,,300.00,,100.00,,430.00',
      'account,5000,Rent,X,,,,,,',
      'total,,Sum,,1300.00,1300.00,100.00,100.00,1530.00,1530.00',
      '',
    ]);
  });
});

describe('GET /api/internal/ledger/reports/balance-sheet', () => {
  const route = reports.balanceSheet;
  test(walls, () => expectWalls(route, 'UNAUTHENTICATED', 'NOT_FOUND'));
  test('200: what was earned before the fiscal year is retained, since then its result; beside it the period before', async () => {
    const { owner, us } = await openBooks();
    const { body } = await owner.call(route, { query: { as_of: '2026-06-30', compare: 'month' } }, us);
    expect(body.prior).toEqual({ from: null, as_of: '2026-05-31' });
    expect(linesOf(body)).toEqual([
      ' group 1000 Cash: EUR 126000|130000 USD 10000|10000 = 161200|153000',
      '  account 1000 Cash: USD 0|0 = 0|0',
      '  account 1010 Bank: EUR 126000|130000 USD 10000|10000 = 161200|153000',
      'total Total assets: EUR 126000|130000 USD 10000|10000 = 161200|153000',
      'total Total liabilities:  = 0|0',
      ' account 3000 Capital: EUR -100000|-100000 = -120000|-110000',
      ' retained Retained earnings: EUR 0|0 USD -10000|-10000 = -10000|-10000',
      ' result Result of the year: EUR -26000|-30000 USD 0|0 = -31200|-33000',
      'total Total equity: EUR -126000|-130000 USD -10000|-10000 = -161200|-153000',
      'total Total liabilities and equity: EUR -126000|-130000 USD -10000|-10000 = -161200|-153000',
    ]);
  });
  test('200: the fiscal year begins in the month of the profile', async () => {
    const { owner, us } = await openBooks();
    expect((await owner.call(settings.change, { body: { fiscal_year_start: 6 } }, us)).status).toBe(200);
    const { body } = await owner.call(route, { query: { as_of: '2026-06-30' } }, us);
    expect(linesOf(body).filter((l) => l.includes('retained') || l.includes('result'))).toEqual([
      ' retained Retained earnings: EUR -30000 USD -10000 = -46000',
      ' result Result of the year: EUR 4000 USD 0 = 4800',
    ]);
  });
  test('200: of an entity it is closed by what it owes to others', async () => {
    const { owner, us, de, hq } = await openBooks();
    const of = async (entity: string) => (await owner.call(route, { query: { as_of: '2026-06-30', entity } }, us)).body;
    expect(linesOf(await of(hq))).toContain(' due DE Due from / due to DE: EUR -25000 = -30000');
    expect(linesOf(await of(de))).toContain(' due HQ Due from / due to HQ: EUR 25000 = 30000');
    for (const id of [hq, de]) expect(unbalanced(await of(id))).toEqual([]);
  });
  test('200: as PDF', async () => {
    const { owner, us } = await openBooks();
    const answer = await owner.send('GET', `${route.path}?as_of=2026-06-30&compare=year&format=pdf`, undefined, us);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(String(answer.body['text']).slice(0, 5)).toBe('%PDF-');
  });
});

describe('GET /api/internal/ledger/reports/income-statement', () => {
  const route = reports.incomeStatement;
  test(walls, () => expectWalls(route, 'UNAUTHENTICATED', 'NOT_FOUND'));
  test('200: what moved in a period, and in the one a quarter before; its result is that of the balance sheet', async () => {
    const { owner, us } = await openBooks();
    const { body } = await owner.call(route, { query: { from: '2026-06-01', to: '2026-06-30', compare: 'quarter' } }, us);
    expect(body.prior).toEqual({ from: '2026-03-01', as_of: '2026-03-31' });
    expect(linesOf(body)).toEqual([
      ' account 4000 Sales: EUR 0|0 USD 0|0 = 0|0',
      'total Total income: EUR 0|0 USD 0|0 = 0|0',
      ' account 5000 Rent: EUR 4000|0 = 4800|0',
      'total Total expenses: EUR 4000|0 = 4800|0',
      'total Result of the period: EUR 4000|0 USD 0|0 = 4800|0',
    ]);
    const year = (await owner.call(route, { query: { to: '2026-06-30' } }, us)).body;
    expect(year.period).toEqual({ from: '2026-01-01', as_of: '2026-06-30' });
    expect(linesOf(year).at(-1)).toBe('total Result of the period: EUR -26000 USD 0 = -31200');
  });
  test('400: a first day after the last, given or today', async () => {
    const { owner, us } = await openBooks();
    for (const query of [{ from: '2026-02-01', to: '2026-01-31' }, { from: '2999-01-01' }])
      expect(await owner.call(route, { query }, us)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: [{ path: 'from' }] },
      });
  });
});

describe('GET /api/internal/ledger/reports/balances-by-gl', () => {
  const route = reports.balancesByGl;
  test(walls, () => expectWalls(route, 'UNAUTHENTICATED', 'NOT_FOUND'));
  test('200: in euros unless another currency is asked for, in minor units, by code', async () => {
    const { owner, us } = await openBooks();
    const { body } = await owner.call(route, { query: {} }, us);
    expect(body.currency).toBe('EUR');
    expect(body.balances.map(({ code, title, total }) => ({ code, title, total }))).toEqual([
      { code: '1010', title: 'Bank', total: '126000' },
      { code: '3000', title: 'Capital', total: '-100000' },
      { code: '4000', title: 'Sales', total: '-30000' },
      { code: '5000', title: 'Rent', total: '4000' },
    ]);
    const usd = (await owner.call(route, { query: { currency: 'usd', as_of: '2025-12-30' } }, us)).body;
    expect([usd.currency, usd.balances.map((b) => [b.code, b.total])]).toEqual([
      'USD',
      [
        ['1000', '0'],
        ['1010', '0'],
        ['4000', '0'],
      ],
    ]);
    expect((await owner.call(route, { query: { currency: 'CHF' } }, us)).body.balances).toEqual([]);
  });
  test('200: as CSV and as PDF', async () => {
    const { owner, us } = await openBooks();
    const csv = await owner.send('GET', `${route.path}?format=csv`, undefined, us);
    expect(String(csv.body['text'])).toContain('3000,Capital,E,EUR,-1000.00\r\n');
    expect((await owner.send('GET', `${route.path}?format=pdf`, undefined, us)).headers['content-type']).toBe('application/pdf');
  });
});

describe('GET /api/internal/ledger/reports/cash-position', () => {
  const route = reports.cashPosition;
  test(walls, () => expectWalls(route, 'UNAUTHENTICATED', 'NOT_FOUND'));
  test('200: bank and cash accounts by entity, with what is value-dated on each day ahead', async () => {
    const { owner, us, post } = await openBooks();
    await post('DE-TILL', 'DE-BANK', '7', '2026-06-17');
    const { body } = await owner.call(route, { query: { as_of: '2026-06-14', days: 3 } }, us);
    expect(body.days).toEqual(['2026-06-15', '2026-06-16', '2026-06-17']);
    expect(body.accounts.map((a) => [a.entity_code, a.code, a.currency, a.balance, a.movements, a.projected])).toEqual([
      ['DE', 'DE-BANK', 'EUR', '130000', ['-4000', '0', '-700'], '125300'],
      ['DE', 'DE-TILL', 'EUR', '0', ['0', '0', '700'], '700'],
      ['HQ', 'HQ-BANK', 'USD', '10000', ['0', '0', '0'], '10000'],
      ['HQ', 'HQ-EUR', 'EUR', '0', ['0', '0', '0'], '0'],
    ]);
    expect(body.totals).toEqual([
      { currency: 'EUR', minorUnits: 2, balance: '130000', movements: ['-4000', '0', '0'], projected: '126000' },
      { currency: 'USD', minorUnits: 2, balance: '10000', movements: ['0', '0', '0'], projected: '10000' },
    ]);
    expect(body.translated).toEqual({ balance: '166000', movements: ['-4800', '0', '0'], projected: '161200' });
    expect((await owner.call(route, { query: { as_of: '2026-06-14', currency: 'CHF' } }, us)).body.translated).toBeNull();
  });
  test('200: as it was known then', async () => {
    const { owner, us, post, headSeq } = await openBooks();
    const seq = await headSeq();
    await post('DE-TILL', 'DE-BANK', '7', '2026-06-17');
    const { body } = await owner.call(route, { query: { as_of: '2026-06-16', days: 1, known_at_seq: seq } }, us);
    expect(body.accounts.find((a) => a.code === 'DE-TILL')).toMatchObject({ balance: '0', movements: ['0'], projected: '0' });
  });
  test('200: as CSV and as PDF', async () => {
    const { owner, us } = await openBooks();
    const csv = await owner.send('GET', `${route.path}?as_of=2026-06-14&days=1&format=csv`, undefined, us);
    expect(String(csv.body['text'])).toContain('DE,DE-BANK,1010,Bank,EUR,1300.00,-40.00,1260.00\r\n');
    expect((await owner.send('GET', `${route.path}?format=pdf`, undefined, us)).headers['content-type']).toBe('application/pdf');
  });
});

describe('GET /api/internal/ledger/reports/cash-over-time', () => {
  const route = reports.cashOverTime;
  test(walls, () => expectWalls(route, 'UNAUTHENTICATED', 'NOT_FOUND'));
  test('200: the balance at the end of each day, by currency and as one, and the flows ahead without those between accounts of cash', async () => {
    const { owner, us, post } = await openBooks();
    await post('DE-TILL', 'DE-BANK', '7', '2026-06-16');
    const { body } = await owner.call(route, { query: { as_of: '2026-06-14', back: 1, ahead: 2 } }, us);
    expect(body.days).toEqual(['2026-06-13', '2026-06-14', '2026-06-15', '2026-06-16']);
    expect(body.currencies).toEqual([
      { currency: 'EUR', minorUnits: 2, accounts: 3, balances: ['130000', '130000', '126000', '126000'] },
      { currency: 'USD', minorUnits: 2, accounts: 1, balances: ['10000', '10000', '10000', '10000'] },
    ]);
    expect(body.translated).toEqual(['166000', '166000', '161200', '161200']);
    expect(body.flows).toEqual([
      expect.objectContaining({ account_code: 'DE-BANK', value_date: '2026-06-15', currency: 'EUR', minorUnits: 2, amount: '-4000' }),
    ]);
    expect((await owner.call(route, { query: { as_of: '2026-06-14', currency: 'CHF' } }, us)).body.translated).toBeNull();
  });
});

test('accounts of clearing are in reports while they hold something, and with other accounts of their GL account', async () => {
  const o = await openOrganisation(testServer, 'Moved in');
  const us = { 'x-tenant-id': o.tenantId };
  const gl = async (code: string): Promise<string> =>
    (await o.owner.call(glAccounts.create, { body: { code, title: code, class: 'E', normalBalance: 'CR' } }, us)).body.gl.id;
  const open = async (code: string, ledgerAccountId: string, external_ref: string | null): Promise<void> => {
    const body = { code, currency: 'USD', ledgerAccountId, kind: 'operational', external_ref };
    expect((await o.owner.call(accounts.create, { body }, us)).status).toBe(200);
  };
  const clearing = await gl('CLEARING');
  await open('THROUGH', clearing, 'countinghouse:clearing');
  await open('OTHER', await gl('3000'), null);
  /** In the trial balance, and in the balances by GL. */
  const isListed = async (): Promise<readonly boolean[]> => {
    const trial = (await o.owner.call(reports.trialBalance, { query: { as_of: '2026-01-31' } }, us)).body;
    const byGl = (await o.owner.call(reports.balancesByGl, { query: { currency: 'USD' } }, us)).body;
    return [trial.lines, byGl.balances].map((lines) => lines.some(({ code }) => code === 'CLEARING'));
  };
  const post = async (debit: string, credit: string): Promise<void> => {
    const body = o.intent({ value_date: '2026-01-15', proposed_actions: [row(debit, credit, '5', { valueDate: '2026-01-15' })] });
    expect((await o.owner.call(intents.execute, { body }, us)).status).toBe(200);
  };
  expect(await isListed()).toEqual([false, false]);
  await post('THROUGH', 'OTHER');
  expect(await isListed()).toEqual([true, true]);
  await post('OTHER', 'THROUGH');
  expect(await isListed()).toEqual([false, false]);
  await open('BESIDE', clearing, null);
  expect(await isListed()).toEqual([true, true]);
});

test('before the first event of the log every report is empty, and stands at its beginning', async () => {
  const { owner } = await openBooks();
  for (const route of [reports.trialBalance, reports.balanceSheet, reports.incomeStatement, reports.cashPosition]) {
    const day = route === reports.incomeStatement ? 'to' : 'as_of';
    const { status, body } = await owner.send('GET', `${route.path}?${day}=2026-06-16&known_at=2001-01-01T00:00:00Z`);
    expect([route.path, status]).toEqual([route.path, 200]);
    expect(JSON.stringify(body)).toContain('"seq":0');
    expect(JSON.stringify(body)).not.toContain('DE-BANK');
    expect(JSON.stringify(body)).not.toContain('1000');
  }
});
