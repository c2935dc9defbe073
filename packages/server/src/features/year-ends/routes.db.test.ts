import { accounts } from '@countinghouse/contract/features/accounts';
import { entities } from '@countinghouse/contract/features/entities';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { reports, type Statement } from '@countinghouse/contract/features/reports';
import { settings } from '@countinghouse/contract/features/settings';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
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
const END = `${YEAR}-12-31`;
const NEXT = `${YEAR + 1}-01-01`;

/** SALES (which may not fall below zero) and RENT of none, DE-SALES of the entity DE. 100 and 20 sold, 40 paid last year; 7 the year before. */
async function openBooks() {
  const o = await openOrganisation(testServer);
  const de = await o.entity('DE');
  const here = { 'x-tenant-id': o.tenantId };
  const gl = async (code: string, title: string, glClass: 'I' | 'X') =>
    (await o.owner.call(glAccounts.create, { body: { code, title, class: glClass } })).body.gl.id;
  const [sales, rent] = [await gl('4000', 'Sales', 'I'), await gl('5000', 'Rent', 'X')];
  const open = async (code: string, ledgerAccountId: string, entity = 'all', floor: 'none' | 'zero' = 'none') =>
    (await o.owner.call(accounts.create, { body: { code, ledgerAccountId, floor } }, { ...here, 'x-entity-id': entity })).body.account.id;
  const salesId = await open('SALES', sales, 'all', 'zero');
  const rentId = await open('RENT', rent);
  await open('DE-SALES', sales, de);
  const books = { ...o, de, salesId, rentId };
  await post(books, 'CASH', 'SALES', '7', `${YEAR - 1}-12-31`);
  await post(books, 'CASH', 'SALES', '100', `${YEAR}-03-10`);
  await post(books, 'CASH', 'DE-SALES', '20', END);
  await post(books, 'RENT', 'CASH', '40', `${YEAR}-01-01`);
  return books;
}
const post = (o: Organisation, debit: string, credit: string, amount: string, valueDate: string) =>
  o.owner.call(intents.execute, { body: o.intent({ proposed_actions: [row(debit, credit, amount, { valueDate })] }) });
const close = (o: Organisation, year_end = END) => o.owner.call(yearEnds.close, { body: { year_end } });
const reopen = (o: Organisation, year_end = END) => o.owner.call(yearEnds.reopen, { body: { year_end } });
async function lockDecember(o: Organisation): Promise<void> {
  const range = { period_start: `${YEAR}-12-01`, period_end: END };
  await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } });
  expect((await o.owner.call(periods.lock, { body: range })).status).toBe(200);
}
const figuresOf = ({ lines }: Statement) => lines.map((l) => [l.kind, l.code, l.title, l.amounts, l.translated]);

describe('GET /api/internal/years/list', () => {
  test('401: only of one’s own organisation', async () => {
    expect(await testServer.nobody.send('GET', yearEnds.list.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: fiscal years from the first with a result to the running one, by the month in which they begin', async () => {
    const o = await openBooks();
    const { years } = (await (await o.member()).call(yearEnds.list, {})).body;
    expect(years.map((y) => [y.year_start, y.year_end, y.status, y.locked_by])).toEqual([
      [NEXT, `${YEAR + 1}-12-31`, 'running', null],
      [`${YEAR}-01-01`, END, 'open', null],
      [`${YEAR - 1}-01-01`, `${YEAR - 1}-12-31`, 'open', null],
    ]);
    await o.owner.call(settings.change, { body: { fiscal_year_start: 4 } });
    expect((await o.owner.call(yearEnds.list, {})).body.years.at(-1)).toMatchObject({
      year_start: `${YEAR - 1}-04-01`,
      year_end: `${YEAR}-03-31`,
    });
    expect((await (await openOrganisation(testServer)).owner.call(yearEnds.list, {})).body.years).toEqual([]);
  });
});

describe('GET /api/internal/years/:year_end', () => {
  const path = (day: string) => yearEnds.get.path.replace(':year_end', day);
  test('401 and 404: a day on which no year ends', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('GET', path(END))).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await o.owner.send('GET', path(`${YEAR}-12-30`))).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: what each account came to, what is booked, what closing would book; and what bars it', async () => {
    const o = await openBooks();
    const { body } = await o.owner.call(yearEnds.get, { params: { year_end: END } });
    expect(body).toMatchObject({
      barred: null,
      lines: [
        { code: 'DE-SALES', entity_code: 'DE', class: 'I', gl_code: '4000', result: '-2000', booked: '0', left: '-2000' },
        { code: 'RENT', entity_code: null, class: 'X', result: '4000', booked: '0', left: '4000' },
        { code: 'SALES', result: '-10000', booked: '0', left: '-10000' },
      ],
    });
    const running = await o.owner.call(yearEnds.get, { params: { year_end: `${YEAR + 1}-12-31` } });
    expect(running.body).toMatchObject({ year: { status: 'running' }, barred: { code: 'YEAR_STATE' } });
    await lockDecember(o);
    const locked = await o.owner.call(yearEnds.get, { params: { year_end: END } });
    expect(locked.body).toMatchObject({ year: { locked_by: `${YEAR}-12` }, barred: { code: 'PERIOD_LOCKED' } });
  });
  test('200: a year that was closed stays what it was, whenever fiscal years begin since', async () => {
    const o = await openBooks();
    await close(o);
    const read = async () => (await o.owner.call(yearEnds.get, { params: { year_end: END } })).body;
    const before = await read();
    await o.owner.call(settings.change, { body: { fiscal_year_start: 7 } });
    const { lines, year } = await read();
    expect(year).toMatchObject({ year_start: `${YEAR}-01-01`, status: 'closed' });
    expect(lines).toEqual(before.lines);
    expect((await reopen(o)).body.lines).toMatchObject([{ left: '-2000' }, { left: '4000' }, { left: '-10000' }]);
  });
});

describe('POST /api/internal/years/close', () => {
  const path = yearEnds.close.path;
  test('401 and 403: it takes an owner', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('POST', path, { year_end: END })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).send('POST', path, { year_end: END })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: the result is booked, each entity’s to its own; again it books what has changed', async () => {
    const o = await openBooks();
    const { year, lines } = (await close(o)).body;
    expect(year).toMatchObject({ status: 'closed', acts: [{ act: 'closed', run: 1, accounts: 3, done_by: o.owner.id }] });
    expect(lines.map((l) => [l.code, l.result, l.booked, l.left])).toEqual([
      ['DE-SALES', '-2000', '-2000', '0'],
      ['RENT', '4000', '4000', '0'],
      ['SALES', '-10000', '-10000', '0'],
    ]);
    const id = year.acts[0]?.intents[0]?.intent_id ?? '';
    const { intent } = (await o.owner.call(intents.get, { params: { intent_id: id } })).body;
    expect(intent).toMatchObject({ use_case: 'year_end', actor_id: 'system', value_date: END });
    expect(intent.postings.map((p) => [p.debit_code, p.credit_code, p.amount, p.value_date])).toEqual([
      ['DE-SALES', 'RETAINED-USD-DE', '20.00000000', END],
      ['RETAINED-USD', 'RENT', '40.00000000', END],
      ['SALES', 'RETAINED-USD', '100.00000000', END],
    ]);
    const seq = await o.headSeq();
    await close(o);
    expect(await o.headSeq()).toBe(seq);
    await post(o, 'RENT', 'CASH', '2.50', END);
    const late = (await o.owner.call(yearEnds.get, { params: { year_end: END } })).body.lines.find((l) => l.code === 'RENT');
    expect(late).toMatchObject({ result: '4250', booked: '4000', left: '250' });
    expect((await close(o)).body.year.acts).toMatchObject([{ run: 2, accounts: 1 }, { run: 1 }]);
    // Nobody but the system takes it back.
    const manual = o.intent({ use_case: 'reversal', proposed_actions: [], constraints: { reverses: id } });
    expect(await o.owner.call(intents.execute, { body: manual })).toMatchObject({
      status: 422,
      body: { code: 'INTENT_NOT_REVERSIBLE', message: expect.stringContaining('A closed year is taken back on its own page') },
    });
    expect(
      await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
    ).toEqual([]);
  });
  test('200: statements tell the year as before; from the next on what is booked is retained earnings', async () => {
    const o = await openBooks();
    const sheetOf = async (as_of: string, known_at_seq?: number) =>
      (
        await o.owner.call(reports.balanceSheet, {
          query: { as_of, compare: 'year', ...(known_at_seq === undefined ? {} : { known_at_seq }) },
        })
      ).body;
    const incomeOf = async () => (await o.owner.call(reports.incomeStatement, { query: { to: END, compare: 'year' } })).body;
    const before = { sheet: await sheetOf(END), income: await incomeOf(), next: await sheetOf(NEXT), seq: await o.headSeq() };
    await close(o);
    const after = { sheet: await sheetOf(END), income: await incomeOf(), next: await sheetOf(NEXT) };
    expect(figuresOf(after.income)).toEqual(figuresOf(before.income));
    expect(figuresOf(after.sheet).filter(([, code]) => code !== '3200')).toEqual(figuresOf(before.sheet));
    expect(after.sheet.left_out).toEqual(['year_end']);
    const line = ({ lines }: Statement, of: string) => lines.find((l) => l.code === of || l.kind === of)?.amounts[0]?.current;
    expect([line(before.next, 'retained'), line(after.next, 'retained')]).toEqual(['-8700', '-700']);
    expect(line(after.next, '3200')).toBe('-8000');
    expect([line(before.next, 'result'), line(after.next, 'result')]).toEqual(['0', '0']);
    for (const sheet of [after.sheet, after.next]) {
      expect(unbalanced(sheet)).toEqual([]);
      const ask = { report: 'balance-sheet', as_of: sheet.period.as_of, compare: 'year' } as const;
      const accountsOf = async (gl_account_id: string) =>
        (await o.owner.call(reports.lineAccounts, { query: { ...ask, gl_account_id } })).body;
      expect(await linesApart(sheet, accountsOf)).toEqual([]);
    }
    expect(figuresOf(await sheetOf(NEXT, before.seq))).toEqual(figuresOf(before.next));
  });
  test('400: a day on which no fiscal year ends, and no day', async () => {
    const o = await openBooks();
    expect(await close(o, `${YEAR}-12-30`)).toMatchObject({
      ...refused(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'year_end' }] },
    });
    expect(await o.owner.send('POST', path, {})).toMatchObject(refused(400, 'MISSING_FIELDS'));
  });
  test('409 and 422: before the year is over; once its last day is locked', async () => {
    const o = await openBooks();
    expect(await close(o, `${YEAR + 1}-12-31`)).toMatchObject({
      ...refused(409, 'YEAR_STATE'),
      body: { details: { status: 'running', needs: 'over' } },
    });
    await lockDecember(o);
    expect(await close(o)).toMatchObject({ ...refused(422, 'PERIOD_LOCKED'), body: { details: { period_code: `${YEAR}-12` } } });
  });
  test('422: an account with a result that may not fall so far, or is closed', async () => {
    const o = await openBooks();
    await post(o, 'SALES', 'CASH', '90', NEXT);
    expect(await close(o)).toMatchObject({ ...refused(422, 'INSUFFICIENT_FUNDS'), body: { details: { account: 'SALES' } } });
    await post(o, 'CASH', 'RENT', '40', NEXT);
    expect((await o.owner.call(accounts.close, { params: { id: o.rentId }, body: {} })).status).toBe(200);
    expect(await close(o)).toMatchObject({ ...refused(422, 'ACCOUNT_CLOSED'), body: { details: { account: 'RENT' } } });
  });
  test('423: not while the organisation is read-only', async () => {
    const o = await openBooks();
    await o.deactivate();
    for (const answer of [await close(o), await reopen(o)]) expect(answer).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('POST /api/internal/years/reopen', () => {
  const path = yearEnds.reopen.path;
  test('401 and 403: it takes an owner', async () => {
    const o = await openBooks();
    expect(await testServer.nobody.send('POST', path, { year_end: END })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await (await o.member()).send('POST', path, { year_end: END })).toMatchObject(refused(403, 'FORBIDDEN'));
  });
  test('200: every closing is taken back on the same day; then the year can be closed again', async () => {
    const o = await openBooks();
    const id = (await close(o)).body.year.acts[0]?.intents[0]?.intent_id ?? '';
    const { year, lines } = (await reopen(o)).body;
    expect(year).toMatchObject({ status: 'open', acts: [{ act: 'reopened' }, { act: 'closed' }] });
    expect(lines.map((l) => [l.code, l.booked, l.left])).toEqual([
      ['DE-SALES', '0', '-2000'],
      ['RENT', '0', '4000'],
      ['SALES', '0', '-10000'],
    ]);
    const { intent } = (await o.owner.call(intents.get, { params: { intent_id: id } })).body;
    expect(intent.reversed_by).toBe(year.acts[0]?.intents[0]?.reversed_by);
    expect((await close(o)).body.year).toMatchObject({ status: 'closed', acts: [{ act: 'closed', run: 2 }, {}, {}] });
  });
  test('409 and 422: one that is not closed; once its last day is locked', async () => {
    const o = await openBooks();
    expect(await reopen(o)).toMatchObject({ ...refused(409, 'YEAR_STATE'), body: { details: { status: 'open', needs: 'closed' } } });
    await close(o);
    await lockDecember(o);
    expect(await reopen(o)).toMatchObject(refused(422, 'PERIOD_LOCKED'));
  });
  test('422: where an account was closed meanwhile, or an entity deactivated', async () => {
    const o = await openBooks();
    await close(o);
    expect((await o.owner.call(accounts.close, { params: { id: o.rentId }, body: {} })).status).toBe(200);
    expect(await reopen(o)).toMatchObject({ ...refused(422, 'ACCOUNT_CLOSED'), body: { details: { account: 'RENT' } } });
    await o.owner.call(accounts.reopen, { params: { id: o.rentId } });
    await o.owner.call(entities.deactivate, { body: { id: o.de } });
    expect(await reopen(o)).toMatchObject(refused(422, 'ENTITY_INACTIVE'));
  });
});
