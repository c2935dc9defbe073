import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { reports } from '@countinghouse/contract/features/reports';
import { revaluations } from '@countinghouse/contract/features/revaluations';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { sumDays } from '@countinghouse/store/days';
import { unbalanced } from '@countinghouse/testkit/balance-sheet';
import { useDatabase } from '@countinghouse/testkit/database';
import { linesApart } from '@countinghouse/testkit/line-accounts';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const YEAR = new Date().getUTCFullYear() - 1;
const MARCH = { period_start: `${YEAR}-03-01`, period_end: `${YEAR}-03-31` };
const APRIL_FIRST = `${YEAR}-04-01`;
const CODE = `${YEAR}-03`;

interface Books extends Organisation {
  readonly periodId: string;
}

const rateOf = (o: Organisation, value: number, on: string) =>
  o.owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate: value, asof: `${on}T00:00:00Z` } });
const sell = (o: Organisation, amount: string, valueDate: string) =>
  o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('EUROS', 'SALES', amount, { currency: 'EUR', valueDate })] }) });
const takeFx = async (o: Organisation): Promise<string> => (await o.owner.call(snapshots.take, { body: { kind: 'fx' } })).body.snapshot.id;

/** Reports in USD. 100.01 EUR came in at 1.10; valued at 1.25 in March, which is closing. */
async function openBooks(): Promise<Books> {
  const o = await openOrganisation(testServer);
  await o.account('EUROS', { currency: 'EUR' });
  const gl = await o.owner.call(glAccounts.create, { body: { code: '4000', title: 'Sales', class: 'I', normalBalance: 'CR' } });
  await o.owner.call(accounts.create, { body: { code: 'SALES', currency: 'EUR', ledgerAccountId: gl.body.gl.id } });
  await rateOf(o, 1.1, `${YEAR}-03-01`);
  await rateOf(o, 1.25, `${YEAR}-03-31`);
  await sell(o, '100.01', `${YEAR}-03-10`);
  await sell(o, '1000', APRIL_FIRST);
  const started = await o.owner.call(periods.start, { body: { ...MARCH, valuation_snapshot_id: await takeFx(o) } });
  return { ...o, periodId: started.body.period.id };
}
const post = (o: Organisation, more = {}) => o.owner.call(revaluations.post, { body: { ...MARCH, ...more } });
const get = (o: Books, query = {}) => o.owner.call(revaluations.get, { params: { id: o.periodId }, query });
const balanceOf = async (o: Organisation, account: string, asOf: string) => {
  expect(await sumDays(testServer.opened.services.writerPool, o.tenantId)).toBe(0);
  const { rows } = await testServer.opened.loginPool.query<{ net: string }>(
    `select coalesce(sum(d.debits - d.credits), 0)::numeric(20, 2) as net from account_days d join accounts a using (tenant_id)
     where a.id = d.account_id and tenant_id = $1 and a.code = $2 and d.value_date <= $3`,
    [o.tenantId, account, asOf],
  );
  return rows[0]?.net;
};

describe('GET /api/internal/periods/:id/revaluation', () => {
  test('401, 404 and 422: of a member’s own organisation', async () => {
    const o = await openBooks();
    const path = revaluations.get.path.replace(':id', o.periodId);
    expect(await testServer.nobody.send('GET', path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const other = await openOrganisation(testServer);
    expect(await other.owner.send('GET', path)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await o.owner.send('GET', revaluations.get.path.replace(':id', randomUUID()))).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await get(o, { valuation_snapshot_id: randomUUID() })).toMatchObject(refused(422, 'SNAPSHOT_NOT_FOUND'));
  });
  test('200: while it is closing, what would be posted: balance, carrying value, rate with its derivation, difference', async () => {
    const o = await openBooks();
    const member = await o.member();
    const seq = await o.headSeq();
    const { revaluation } = (await member.call(revaluations.get, { params: { id: o.periodId }, query: {} })).body;
    expect(revaluation).toMatchObject({
      period: { period_code: CODE, status: 'closing' },
      snapshot: { kind: 'fx' },
      barred: null,
      runs: [],
      lines: [
        {
          code: 'EUROS',
          entity_id: null,
          currency: 'EUR',
          base_currency: 'USD',
          balance: '10001',
          // 110.011 and 125.0125, each to the cent.
          carrying: '11001',
          valued: '12501',
          difference: '1500',
          posted: '0',
          left: '1500',
          rate: { rate: '1.25', derived: 'none', via: null, legs: [{ base_currency: 'EUR', quote_currency: 'USD', rate: '1.25' }] },
        },
      ],
    });
    // Looking changes nothing.
    expect(await o.headSeq()).toBe(seq);
  });
  test('200: what bars it is told: a snapshot without a rate, a period that is locked', async () => {
    const o = await openBooks();
    const { revaluation } = (await get(o, { valuation_snapshot_id: o.fxSnapshotId })).body;
    expect(revaluation).toMatchObject({
      barred: { code: 'FX_RATE_MISSING', details: { pairs: ['EUR/USD'] } },
      lines: [{ rate: null, valued: null, difference: null, left: '0' }],
    });
    await post(o);
    await o.owner.call(periods.lock, { body: MARCH });
    expect((await get(o)).body.revaluation).toMatchObject({
      barred: { code: 'PERIOD_STATE' },
      lines: [
        { code: 'EUROS', balance: '10001', carrying: '11001', difference: '1500', posted: '1500', left: '0', rate: { rate: '1.25' } },
      ],
      runs: [{ run: 1 }],
    });
  });
  test('the period says how many accounts are foreign on its last day, whatever they hold since', async () => {
    const o = await openBooks();
    const foreign = async () => (await o.owner.call(periods.get, { params: { id: o.periodId } })).body.work?.revaluation.foreign_accounts;
    await o.account('LATER', { currency: 'EUR' });
    const later = { currency: 'EUR', valueDate: APRIL_FIRST };
    await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('LATER', 'SALES', '7', later)] }) });
    expect(await foreign()).toBe(1);
    await o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row('SALES', 'EUROS', '1100.01', later)] }) });
    expect(await foreign()).toBe(1);
    await sumDays(testServer.opened.services.writerPool, o.tenantId);
    expect(await foreign()).toBe(1);
  });
});

describe('POST /api/internal/periods/revalue', () => {
  const path = revaluations.post.path;
  test('401 and 403: it takes an owner', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('POST', path, MARCH)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).send('POST', path, MARCH)).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: posted for the last day, taken back on the next; again it posts what has changed, and nothing where nothing has', async () => {
    const o = await openBooks();
    const first = (await post(o)).body.revaluation;
    const [run] = first.runs;
    expect(run).toMatchObject({ run: 1, accounts: 1, posted_by: o.owner.id });
    const [pair] = run?.intents ?? [];
    const shown = async (id: string) => (await o.owner.call(intents.get, { params: { intent_id: id } })).body.intent;
    expect(await shown(pair?.intent_id ?? '')).toMatchObject({
      use_case: 'fx_revaluation',
      actor_id: 'system',
      reversed_by: pair?.reversed_by,
      postings: [
        { debit_code: 'EUROS-FX', credit_code: 'UNREALISED-USD', amount: '15.00000000', currency: 'USD', value_date: MARCH.period_end },
      ],
    });
    expect(await shown(pair?.reversed_by ?? '')).toMatchObject({
      use_case: 'reversal',
      reverses: pair?.intent_id,
      postings: [{ debit_code: 'UNREALISED-USD', credit_code: 'EUROS-FX', amount: '15.00000000', value_date: APRIL_FIRST }],
    });
    expect([await balanceOf(o, 'EUROS-FX', MARCH.period_end), await balanceOf(o, 'EUROS-FX', APRIL_FIRST)]).toEqual(['15.00', '0.00']);
    const seq = await o.headSeq();
    expect((await post(o)).status).toBe(200);
    expect(await o.headSeq()).toBe(seq);

    await sell(o, '10', `${YEAR}-03-20`);
    const second = (await post(o)).body.revaluation;
    expect(second).toMatchObject({ runs: [{ run: 2 }, { run: 1 }], lines: [{ difference: '1650', posted: '1650', left: '0' }] });
    expect(await balanceOf(o, 'EUROS-FX', MARCH.period_end)).toBe('16.50');
    await o.owner.call(periods.lock, { body: MARCH });
    expect((await get(o)).body.revaluation.lines).toMatchObject([{ balance: '11001', difference: '1650', posted: '1650' }]);
    expect(
      await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
    ).toEqual([]);
  });
  test('200: pressed by several at once it is posted once', async () => {
    const o = await openBooks();
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(o)));
    expect(answers.map((a) => [a.status, a.body.revaluation.runs.length])).toEqual(answers.map(() => [200, 1]));
  });
  test('200: among postings that come in meanwhile nothing is missed and nothing counted twice', async () => {
    const o = await openBooks();
    const call = (i: number) => (i % 6 === 0 ? post(o) : sell(o, `${i}.37`, `${YEAR}-03-${String(1 + (i % 31)).padStart(2, '0')}`));
    // In waves: each revalues what the one before has left, whatever overtakes what within it.
    for (let from = 0; from < 60; from += 12) await Promise.all(Array.from({ length: 12 }, (_, i) => call(from + i)));
    const { revaluation } = (await post(o)).body;
    const [line] = revaluation.lines;
    expect(revaluation.runs.length).toBeGreaterThan(1);
    expect(line).toMatchObject({ left: '0', posted: line?.difference });
    expect(await balanceOf(o, 'EUROS-FX', MARCH.period_end)).toBe((Number(line?.difference) / 100).toFixed(2));
    expect(await balanceOf(o, 'EUROS-FX', APRIL_FIRST)).toBe('0.00');
  });
  test('200: statements tell it in its own currency, translate nothing twice, and come to zero on every day', async () => {
    const o = await openBooks();
    const sheetOf = async (asOf: string) => (await o.owner.call(reports.balanceSheet, { query: { as_of: asOf } })).body;
    const before = await sheetOf(MARCH.period_end);
    await post(o);
    const after = await sheetOf(MARCH.period_end);
    expect(after.left_out).toEqual(['revaluation']);
    expect(after.lines.map((l) => [l.kind, l.code, l.translated])).toEqual(before.lines.map((l) => [l.kind, l.code, l.translated]));
    const ask = { report: 'balance-sheet', as_of: MARCH.period_end } as const;
    const accountsOf = async (gl_account_id: string) =>
      (await o.owner.call(reports.lineAccounts, { query: { ...ask, gl_account_id } })).body;
    expect(await linesApart(after, accountsOf)).toEqual([]);
    const behind = await accountsOf(after.lines.find((l) => l.code === '1000')?.gl_account_id ?? '');
    expect(behind.accounts.reduce((sum, a) => sum + Number(a.translated.current), 0)).toBe(12501);
    const cash = after.lines.find((l) => l.code === '1000');
    expect(cash).toMatchObject({
      amounts: [
        { currency: 'EUR', current: '10001' },
        { currency: 'USD', current: '1500' },
      ],
      translated: { current: '12501' },
    });
    expect(after.lines.find((l) => l.kind === 'result')?.amounts).toContainEqual({ currency: 'USD', current: '-1500', prior: null });
    for (const sheet of [before, after, await sheetOf(APRIL_FIRST)]) expect(unbalanced(sheet)).toEqual([]);
    expect((await sheetOf(APRIL_FIRST)).left_out).toEqual([]);
    const income = (await o.owner.call(reports.incomeStatement, { query: { from: MARCH.period_start, to: MARCH.period_end } })).body;
    expect(income.lines.find((l) => l.code === '7900')).toMatchObject({
      amounts: [{ currency: 'USD', current: '-1500' }],
      translated: { current: '0' },
    });
  });
  test('409: of what is not closing', async () => {
    const o = await openBooks();
    expect(await post(o, { period_end: `${YEAR}-03-30` })).toMatchObject(refused(409, 'PERIOD_STATE'));
    await o.owner.call(periods.lock, { body: MARCH });
    expect(await post(o)).toMatchObject({ ...refused(409, 'PERIOD_STATE'), body: { details: { status: 'locked', needs: 'closing' } } });
  });
  test('422: a snapshot that is not there, or has no rate', async () => {
    const o = await openBooks();
    expect(await post(o, { valuation_snapshot_id: randomUUID() })).toMatchObject(refused(422, 'SNAPSHOT_NOT_FOUND'));
    expect(await post(o, { valuation_snapshot_id: o.fxSnapshotId })).toMatchObject({
      ...refused(422, 'FX_RATE_MISSING'),
      body: { details: { pairs: ['EUR/USD'] } },
    });
  });
  test('422: where the adjustment account was closed', async () => {
    const o = await openBooks();
    await post(o);
    const found = await testServer.opened.loginPool.query<{ id: string }>(
      `select id from accounts where tenant_id = $1 and code = 'EUROS-FX'`,
      [o.tenantId],
    );
    await o.owner.call(accounts.close, { params: { id: found.rows[0]?.id ?? '' }, body: {} });
    await sell(o, '10', `${YEAR}-03-20`);
    expect(await post(o)).toMatchObject({ ...refused(422, 'ACCOUNT_CLOSED'), body: { details: { account: 'EUROS-FX' } } });
  });
  test.each([
    ['no last day', { period_end: undefined }, 'MISSING_FIELDS'],
    ['a day that there is not', { period_end: `${YEAR}-02-30` }, 'VALIDATION_ERROR'],
    ['a snapshot that is no id', { valuation_snapshot_id: 'x' }, 'VALIDATION_ERROR'],
  ])('400: %s', async (_what, change, code) => {
    const o = await openOrganisation(testServer);
    expect(await o.owner.send('POST', path, { ...MARCH, ...change })).toMatchObject(refused(400, code));
  });
  test('423: not while the organisation is read-only', async () => {
    const o = await openBooks();
    await o.deactivate();
    expect(await post(o)).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});
