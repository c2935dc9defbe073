import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { type CsvColumns, recon } from '@countinghouse/contract/features/recon';
import { useDatabase } from '@countinghouse/testkit/database';
import { formOf } from '@countinghouse/testkit/form';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const DAY = '2026-03-10';
type CsvColumnsInput = z.input<typeof CsvColumns>;
interface Line {
  readonly source: string;
  readonly posted_at: string;
  readonly account_code: string;
  readonly amount: string | number;
  readonly currency: string;
}
const line = (amount: string | number, more: Partial<Line> = {}): Line => ({
  source: 'Main bank',
  posted_at: DAY,
  account_code: 'CASH',
  amount,
  currency: 'USD',
  ...more,
});
const send = (who: Person, rows: readonly Line[]) => who.call(recon.importRows, { body: { rows: [...rows] } });
const take = async (who: Person, rows: readonly Line[]) => (await send(who, rows)).body;
/** CASH gets the amount, from BANK; a negative one leaves it. Answers the seq. */
async function post(o: Organisation, amount: string, valueDate = DAY, more: object = {}): Promise<number> {
  const answer = await o.owner.call(intents.execute, {
    body: o.intent({ proposed_actions: [row('CASH', 'BANK', amount, { valueDate })], ...more }),
  });
  expect(answer.status).toBe(200);
  return answer.body.seq ?? 0;
}
const statusOf = async (who: Person) => (await who.call(recon.status, {})).body;
const rowsOf = async (who: Person, query: object = {}) => (await who.call(recon.rows, { query })).body.rows;
const run = async (who: Person) => (await who.call(recon.match, {})).body;
const sound = async (o: Organisation) =>
  expect(
    await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
  ).toEqual([]);
const turnedAway = async (who: Pick<Person, 'send'>, method: 'GET' | 'POST', path: string, status: number, code: string) =>
  expect(await who.send(method, path, method === 'POST' ? {} : undefined)).toMatchObject(refused(status, code));

describe('GET /api/internal/recon/status', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.status.path, 401, 'UNAUTHENTICATED'));
  test('200: counts rows, with their age, and tells of the last run', async () => {
    const o = await openOrganisation(testServer);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 0, unmatched: 0, exceptions: 0, updated_at: null, run: null });
    const today = new Date().toISOString().slice(0, 10);
    await take(o.owner, [line('5'), line('6', { posted_at: today })]);
    await post(o, '6', today);
    const { run: done } = await run(o.owner);
    const told = await statusOf(o.owner);
    expect(told).toMatchObject({ matched: 1, unmatched: 1, updated_at: expect.stringMatching(/Z$/), run: done });
    expect(Object.values(told.aging).reduce((a, b) => a + b, 0)).toBe(1);
    expect(told.aging.days_0_7).toBe(0);
  });
});

describe('POST /api/internal/recon/import', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.importRows.path, 401, 'UNAUTHENTICATED'));
  test('200: takes rows in once; again they are duplicates and the log is as it was', async () => {
    const o = await openOrganisation(testServer);
    const rows = [line('12.5'), line(-0.01), line('12.5', { posted_at: `${DAY}T09:30:00+02:00` })];
    expect(await take(o.owner, rows)).toMatchObject({ imported: 3, duplicates: 0, import_id: expect.any(String) });
    const seq = await o.headSeq();
    expect(await take(o.owner, rows)).toEqual({ imported: 0, duplicates: 3, import_id: null });
    expect(await o.headSeq()).toBe(seq);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 0, unmatched: 3 });
    expect((await rowsOf(o.owner)).map((r) => [r.posted_at, r.posted_on, r.amount]).sort()).toEqual([
      [DAY, DAY, '-0.01000000'],
      [DAY, DAY, '12.50000000'],
      [`${DAY}T07:30:00.000000Z`, DAY, '12.50000000'],
    ]);
    await sound(o);
  });
  test('200: equal rows of one day are counted; the third of them is new where two are known', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await take(owner, [line('5'), line('5')])).toMatchObject({ imported: 2, duplicates: 0 });
    expect(await take(owner, [line('5'), line('5.00'), line(5)])).toMatchObject({ imported: 1, duplicates: 2 });
  });
  test('200: the same row of another source is another row', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await take(owner, [line('5'), line('5', { source: 'Other bank' }), line('5', { account_code: 'bank' })])).toMatchObject({
      imported: 3,
    });
  });
  test('200: two that import the same at once bring it in once', async () => {
    const { owner } = await openOrganisation(testServer);
    const rows = Array.from({ length: 50 }, (_, i) => line(i + 1));
    const both = await Promise.all([take(owner, rows), take(owner, rows), take(owner, rows)]);
    expect(both.map((a) => a.imported).sort((a, b) => a - b)).toEqual([0, 0, 50]);
  });
  test.each([
    ['no list', { rows: 'x' }, 'rows', 'Import payload must be valid JSON array'],
    ['no row', { rows: [] }, 'rows', 'Provide at least one statement row'],
    [
      'a day that there is not',
      { rows: [line('1', { posted_at: '2026-02-30' })] },
      'rows.0.posted_at',
      expect.stringContaining('YYYY-MM-DD'),
    ],
    ['no amount', { rows: [line('0.00')] }, 'rows.0.amount', expect.stringContaining('not zero')],
    ['more digits than there are', { rows: [line(0.1 + 0.2)] }, 'rows.0.amount', expect.stringContaining('8 after the point')],
    [
      'an account that is not there',
      { rows: [line('1'), line('1', { account_code: 'NONE' })] },
      'rows.1.account_code',
      'There is no account NONE.',
    ],
    ['another currency', { rows: [line('1', { currency: 'EUR' })] }, 'rows.0.currency', 'The account CASH is kept in USD.'],
    ['a member that is not known', { rows: [{ ...line('1'), memo: 'x' }] }, 'rows.0.memo', 'Unknown field.'],
    ['too many', { rows: Array.from({ length: 10_001 }, () => line('1')) }, 'rows', 'Use at most 10000 rows at a time.'],
  ])('400: %s, and nothing of it is taken', async (_what, body, path, message) => {
    const o = await openOrganisation(testServer);
    const seq = await o.headSeq();
    const answer = await o.owner.send('POST', recon.importRows.path, body);
    expect(answer).toMatchObject({ ...refused(400, 'VALIDATION_ERROR'), body: { details: [{ path, message }] } });
    expect(await o.headSeq()).toBe(seq);
  });
  test('400: without rows', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('POST', recon.importRows.path, {})).toMatchObject({ status: 400, body: { details: [{ path: 'rows' }] } });
  });
});

/** A camt.053 of one statement on an IBAN. */
const camt = (
  o: { iban?: string; currency?: string; closing?: string; entries?: readonly [amount: string, text: string][] } = {},
): string => {
  const {
    iban = 'DE89370400440532013000',
    currency = 'USD',
    closing = '107.50',
    entries = [
      ['10', 'Jane Roe'],
      ['-2.5', 'Fee'],
    ],
  } = o;
  const balance = (code: string, amount: string, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const ntry = ([amount, text]: readonly [string, string]): string =>
    `<Ntry><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt><NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>${DAY}T20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S-1</Id><CreDtTm>${DAY}T20:00:00Z</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', '100.00', DAY)}${balance('CLBD', closing, DAY)}${entries.map(ntry).join('')}</Stmt></BkToCstmrStmt></Document>`;
};
const upload = (who: Person, content: string, query = '') => {
  const form = formOf('statement.xml', content);
  return who.send('POST', `${recon.importFile.path}${query}`, form.body, form.headers);
};

describe('POST /api/internal/recon/import/file', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.importFile.path, 401, 'UNAUTHENTICATED'));
  test('200: a file of a source, once; its words are beside the log; its balance is what the books are held against', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: 'DE89370400440532013000' } });
    await post(o, '10');
    expect((await upload(o.owner, camt())).body).toMatchObject({ imported: 2, duplicates: 0, format: 'camt.053', statements: 1 });
    const seq = await o.headSeq();
    expect((await upload(o.owner, camt())).body).toMatchObject({ imported: 0, duplicates: 2, import_id: null });
    expect(await o.headSeq()).toBe(seq);
    expect((await rowsOf(o.owner)).map((r) => [r.source, r.statement, r.description]).sort()).toEqual([
      ['Main', 'S-1', 'Fee'],
      ['Main', 'S-1', 'Jane Roe'],
    ]);
    const logged = await testServer.opened.loginPool.query("select from events where tenant_id = $1 and payload like '%Jane Roe%'", [
      o.tenantId,
    ]);
    expect(logged.rowCount).toBe(0);
    await run(o.owner);
    expect((await o.owner.call(recon.statement, { query: { account_id: o.cash, date: DAY } })).body).toMatchObject({
      bank_balance: '107.50000000',
      rows: { count: 1, sum: '-2.50000000', items: [{ description: 'Fee' }] },
      difference: '0.00000000',
    });
    await sound(o);
  });
  test('200: equal rows of statements that follow each other are as many movements, of ones that overlap the same', async () => {
    const o = await openOrganisation(testServer);
    const first = camt();
    const next = camt({ closing: '115.00' }).replace('>100.00<', '>107.50<').replace('S-1', 'S-2');
    const both = first.replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(next)?.[0]}`);
    expect((await upload(o.owner, both, '?account_code=CASH')).body).toMatchObject({ imported: 4, duplicates: 0 });
    expect((await upload(o.owner, both, '?account_code=CASH')).body).toMatchObject({ imported: 0, duplicates: 4 });
    expect((await upload(o.owner, first, '?account_code=CASH')).body).toMatchObject({ imported: 0, duplicates: 2 });
    const longer = camt({
      closing: '108.50',
      entries: [
        ['10', 'Jane Roe'],
        ['-2.5', 'Fee'],
        ['1', 'Interest'],
      ],
    });
    const overlap = first.replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(longer)?.[0]}`);
    expect((await upload(o.owner, overlap, '?account_code=BANK')).body).toMatchObject({ imported: 3, duplicates: 2 });
  });
  test('200: a booking of the evening counts for the day of the bank, whose balance has it', async () => {
    const o = await openOrganisation(testServer);
    const content = camt().replaceAll(`<BookgDt><Dt>${DAY}</Dt>`, `<BookgDt><DtTm>${DAY}T20:30:00-05:00</DtTm>`);
    expect((await upload(o.owner, content, '?account_code=CASH')).body).toMatchObject({ imported: 2 });
    expect((await rowsOf(o.owner)).map((r) => [r.posted_at, r.posted_on])).toEqual(
      Array.from({ length: 2 }, () => ['2026-03-11T01:30:00.000000Z', DAY]),
    );
    for (const date of [DAY, '2026-03-11'])
      expect((await o.owner.call(recon.statement, { query: { account_id: o.cash, date } })).body).toMatchObject({
        bank_balance: '107.50000000',
        rows: { count: 2, sum: '7.50000000' },
        difference: '0.00000000',
      });
    await sound(o);
  });
  test('200: an account that is named, or whose reference outside is the bank’s account', async () => {
    const { owner, glAccountId, tenantId } = await openOrganisation(testServer);
    const body = { code: 'GIRO', currency: 'EUR', ledgerAccountId: glAccountId, external_ref: 'DE89 3704 0044 0532 0130 00' };
    await owner.call(accounts.create, { body }, { 'x-tenant-id': tenantId });
    expect((await upload(owner, camt({ currency: 'EUR' }))).body).toMatchObject({ imported: 2 });
    expect((await upload(owner, camt(), '?account_code=bank')).body).toMatchObject({ imported: 2 });
    expect((await rowsOf(owner)).map((r) => r.account_code).sort()).toEqual(['BANK', 'BANK', 'GIRO', 'GIRO']);
  });
  test('200: a CSV file by the columns of its source', async () => {
    const { owner } = await openOrganisation(testServer);
    await owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', csv } });
    const content = 'Buchungstag;Betrag;Text\r\n10.03.2026;1.234,50;Jane Roe\r\n11.03.2026;-7,00;Fee\r\n';
    expect((await upload(owner, content, '?source=Main')).body).toMatchObject({ imported: 2, format: 'csv' });
    expect((await rowsOf(owner)).map((r) => [r.posted_on, r.amount, r.description])).toEqual([
      ['2026-03-10', '1234.50000000', 'Jane Roe'],
      ['2026-03-11', '-7.00000000', 'Fee'],
    ]);
  });
  test.each([
    ['no statement at all', 'hello', 'FORMAT_UNKNOWN'],
    ['a balance that the rows do not lead to', camt({ closing: '107.51' }), 'BALANCE_MISMATCH'],
    ['no row', camt({ closing: '100.00', entries: [] }), 'NO_LINES'],
    ['a file that breaks off', camt().slice(0, -30), expect.any(String)],
    ['an entity declaration', camt().replace('<Document', '<!DOCTYPE d [<!ENTITY a "x">]><Document'), 'ENTITY_REFUSED'],
  ])('400: %s, and nothing of it is taken', async (_what, content, code) => {
    const o = await openOrganisation(testServer);
    const seq = await o.headSeq();
    expect(await upload(o.owner, content, '?account_code=CASH')).toMatchObject({
      ...refused(400, 'STATEMENT_UNREADABLE'),
      body: { details: [{ path: 'file', code, message: expect.any(String) }] },
    });
    expect(await o.headSeq()).toBe(seq);
  });
  test('400: an account that is not there, or kept in another currency; no form', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await upload(owner, camt(), '?account_code=NONE')).toMatchObject({ status: 400, body: { details: [{ path: 'account_code' }] } });
    expect(await upload(owner, camt({ currency: 'EUR' }), '?account_code=CASH')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'file' }] },
    });
  });
  test.each([
    ['0532013000', true],
    ['37040044/0532013000', true],
    ['370400440532013000USD', true],
    ['de89 3704 0044 0532 0130 00', true],
    ['DE75512108001245126199', false],
    ['1245126199', false],
    ['3000', false],
  ])('a source that is named takes statements of its own bank account alone: %s, %s', async (account, taken) => {
    const o = await openOrganisation(testServer);
    await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: 'DE89370400440532013000' } });
    const content = camt().replaceAll('<IBAN>DE89370400440532013000</IBAN>', `<Othr><Id>${account}</Id></Othr>`);
    const answer = await upload(o.owner, content, '?source=Main');
    if (taken) expect(answer.body).toMatchObject({ imported: 2 });
    else {
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'file', message: expect.stringContaining(account) }] } });
      expect(await rowsOf(o.owner)).toEqual([]);
      expect((await upload(o.owner, content, '?source=Main&account_code=CASH')).body).toMatchObject({ imported: 2 });
    }
  });
  test('404: a source that is not there; 413: a file that is too long; 422: a bank’s account that nobody knows', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await upload(owner, camt(), '?source=None')).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await upload(owner, ' '.repeat(10_485_761), '?account_code=CASH')).toMatchObject(refused(413, 'FILE_TOO_LARGE'));
    expect(await upload(owner, camt())).toMatchObject({
      ...refused(422, 'SOURCE_UNKNOWN'),
      body: { details: { bank_account: 'DE89370400440532013000', currency: 'USD' } },
    });
  });
});

describe('POST /api/internal/recon/match', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.match.path, 401, 'UNAUTHENTICATED'));
  test('200: matches within the window, says how many rows, and again nothing', async () => {
    const o = await openOrganisation(testServer);
    const [a, b] = [await post(o, '10'), await post(o, '-20', '2026-03-11')];
    await post(o, '30', '2026-03-12');
    await take(o.owner, [line('10'), line('-20'), line('30'), line('40')]);
    const first = await run(o.owner);
    expect(first).toMatchObject({ matched: 2, run: { status: 'done', rows_total: 4, rows_done: 4, rows_matched: 2, matches: 2 } });
    expect(await run(o.owner)).toMatchObject({ matched: 0, run: { rows_total: 2, rows_done: 2 } });
    expect(await statusOf(o.owner)).toMatchObject({ matched: 2, unmatched: 2 });
    const matched = await rowsOf(o.owner, { state: 'matched' });
    expect(matched.map((r) => [r.amount, r.match?.rule, r.match?.score])).toEqual(
      expect.arrayContaining([
        ['10.00000000', 'one_to_one', 100],
        ['-20.00000000', 'one_to_one', 90],
      ]),
    );
    const { matches } = (await o.owner.call(recon.matches, { query: {} })).body;
    expect(matches.flatMap((m) => m.postings.map((p) => p.seq)).sort((x, y) => x - y)).toEqual([a, b]);
    await sound(o);
  });
  test('200: one row for all that an intent posted, and several rows for one posting', async () => {
    const o = await openOrganisation(testServer);
    const rows = ['1', '2', '3'].map((amount) => row('CASH', 'BANK', amount, { valueDate: DAY }));
    await post(o, '1', DAY, { proposed_actions: rows });
    await post(o, '100', DAY);
    await take(o.owner, [line('6'), line('60'), line('40')]);
    expect(await run(o.owner)).toMatchObject({ matched: 3, run: { matches: 2 } });
    const { matches } = (await o.owner.call(recon.matches, { query: {} })).body;
    expect(matches.map((m) => [m.rule, m.rows.length, m.postings.length]).sort()).toEqual([
      ['many_to_one', 2, 1],
      ['one_intent', 1, 3],
    ]);
    expect(matches.every((m) => m.reason.length > 20 && m.score !== null)).toBe(true);
  });
  test('200: a posting between two accounts that banks keep is matched on each side', async () => {
    const o = await openOrganisation(testServer);
    await post(o, '10');
    await take(o.owner, [line('10'), line('-10', { account_code: 'BANK' })]);
    expect(await run(o.owner)).toMatchObject({ matched: 2 });
    await sound(o);
  });
  test('200: two runs at once match nothing twice', async () => {
    const o = await openOrganisation(testServer);
    for (const amount of [1, 2, 3, 4, 5]) await post(o, String(amount));
    await take(
      o.owner,
      [1, 2, 3, 4, 5, 5].map((n) => line(n)),
    );
    const runs = await Promise.all([run(o.owner), run(o.owner), run(o.owner)]);
    expect(runs.reduce((sum, r) => sum + r.matched, 0)).toBe(5);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 5, unmatched: 1 });
    await sound(o);
  });
});

describe('GET /api/internal/recon/imports', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.imports.path, 401, 'UNAUTHENTICATED'));
  test('200: what came in, the last first, by source and account', async () => {
    const { owner } = await openOrganisation(testServer);
    await take(owner, [line('1'), line('2', { source: 'Other' }), line('3')]);
    await take(owner, [line('1'), line('4')]);
    const { imports } = (await owner.call(recon.imports, { query: {} })).body;
    expect(imports.map((i) => [i.format, i.statements.map((s) => [s.source, s.account_code, s.rows, s.duplicates])])).toEqual([
      ['json', [['Main bank', 'CASH', 1, 1]]],
      [
        'json',
        [
          ['Main bank', 'CASH', 2, 0],
          ['Other', 'CASH', 1, 0],
        ],
      ],
    ]);
    expect(imports[0]).toMatchObject({ imported_by: owner.id, file_sha256: null });
  });
});

describe('GET /api/internal/recon/rows', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.rows.path, 401, 'UNAUTHENTICATED'));
  test('200: the oldest first, a page at a time; by state, account, source and amount', async () => {
    const o = await openOrganisation(testServer);
    await take(o.owner, [line('1', { posted_at: '2026-03-03' }), line('-2', { source: 'Other' }), line('3', { account_code: 'BANK' })]);
    const amounts = async (query: object) => (await rowsOf(o.owner, query)).map((r) => Number(r.amount)).sort((a, b) => a - b);
    expect((await rowsOf(o.owner))[0]).toMatchObject({
      posted_on: '2026-03-03',
      state: 'unmatched',
      description: '',
      match: null,
      exception: null,
    });
    expect(await amounts({ account_id: o.bank })).toEqual([3]);
    expect(await amounts({ q: 'OTHER' })).toEqual([-2]);
    expect(await amounts({ q: '2' })).toEqual([-2]);
    expect(await amounts({ state: 'matched' })).toEqual([]);
    const [first] = await rowsOf(o.owner);
    expect((await o.owner.call(recon.rows, { query: { id: first?.id ?? '' } })).body).toMatchObject({
      rows: [{ id: first?.id }],
      total: 1,
      as_of: await o.headSeq(),
    });
    const page = (await o.owner.call(recon.rows, { query: { after: 2, limit: 2 } })).body;
    expect([page.rows.length, page.total]).toEqual([1, 3]);
  });
});

describe('GET /api/internal/recon/postings', () => {
  const path = recon.postings.path;
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', path, 401, 'UNAUTHENTICATED'));
  test('200: what no row is matched to, the newest first; around a day; marked where it was taken back', async () => {
    const o = await openOrganisation(testServer);
    await post(o, '10', '2026-01-10');
    const intent = o.intent({ proposed_actions: [row('CASH', 'BANK', '-20', { valueDate: DAY })] });
    await o.owner.call(intents.execute, { body: intent });
    await post(o, '-20', DAY, { use_case: 'reversal', constraints: { reverses: intent.intent_id }, proposed_actions: [] });
    const list = async (query: object) => (await o.owner.call(recon.postings, { query: { account_id: o.cash, ...query } })).body.postings;
    expect((await list({})).map((p) => [p.amount, p.reversed, p.counterparty.code])).toEqual([
      ['20.00000000', true, 'BANK'],
      ['-20.00000000', true, 'BANK'],
      ['10.00000000', false, 'BANK'],
    ]);
    expect(await list({ around: '2026-01-11', days: 5 })).toHaveLength(1);
    expect((await list({ limit: 1, after: 1 })).map((p) => p.amount)).toEqual(['-20.00000000']);
    await take(o.owner, [line('10', { posted_at: '2026-01-10' })]);
    await run(o.owner);
    expect(await list({})).toHaveLength(2);
  });
  test('404: an account that is not there; 400: without one', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.send('GET', `${path}?account_id=${randomUUID()}`)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await owner.send('GET', path)).toMatchObject({ status: 400, body: { details: [{ path: 'account_id' }] } });
  });
});

/** CASH got 10; rows of 10 and 4. */
async function withRows() {
  const o = await openOrganisation(testServer);
  const seq = await post(o, '10');
  await take(o.owner, [line('10'), line('4')]);
  const rows = await rowsOf(o.owner);
  const idOf = (amount: number): string => rows.find((r) => Number(r.amount) === amount)?.id ?? '';
  const match = (row_ids: string[], postings = [{ seq, line: 1 }], more = {}) =>
    o.owner.call(recon.matchByHand, { body: { account_id: o.cash, row_ids, postings, ...more } });
  return { ...o, seq, ten: idOf(10), four: idOf(4), match };
}

describe('GET /api/internal/recon/matches', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.matches.path, 401, 'UNAUTHENTICATED'));
  test('200: rows and postings side by side, by id, account and rule', async () => {
    const o = await withRows();
    const { id } = (await o.match([o.ten], undefined, { note: 'As agreed' })).body;
    const list = async (query: object) => (await o.owner.call(recon.matches, { query })).body.matches;
    expect(await list({ account_id: o.cash, rule: 'manual' })).toMatchObject([
      {
        id,
        rule: 'manual',
        score: null,
        reason: 'As agreed',
        matched_by: o.owner.id,
        rows: [{ id: o.ten, amount: '10.00000000' }],
        postings: [{ seq: o.seq, line: 1, amount: '10.00000000', counterparty: { code: 'BANK' } }],
      },
    ]);
    expect((await list({ id })).map((m) => m.id)).toEqual([id]);
    expect(await list({ id: o.ten })).toEqual([]);
    expect(await list({ rule: 'one_to_one' })).toEqual([]);
    expect(await list({ account_id: o.bank })).toEqual([]);
  });
});

describe('POST /api/internal/recon/matches', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.matchByHand.path, 401, 'UNAUTHENTICATED'));
  test('404: a row or a posting that is not there, or not of the account', async () => {
    const o = await withRows();
    expect(await o.match([randomUUID()])).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await o.match([o.ten], [{ seq: 1, line: 1 }])).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await o.match([o.ten], undefined, { account_id: o.bank })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('409: what is matched already', async () => {
    const o = await withRows();
    await o.match([o.ten]);
    expect(await o.match([o.ten])).toMatchObject(refused(409, 'RECON_MATCHED'));
  });
  test('422: what does not come to the same amount', async () => {
    const o = await withRows();
    expect(await o.match([o.four])).toMatchObject({ ...refused(422, 'RECON_SUM'), body: { details: { difference: '-6.00000000' } } });
  });
  test('400: a single row', async () => {
    const o = await withRows();
    expect(await o.match([o.four], [])).toMatchObject(refused(400, 'VALIDATION_ERROR'));
  });
});

describe('POST /api/internal/recon/matches/:id/unmatch', () => {
  test('401: not without a session', () =>
    turnedAway(testServer.nobody, 'POST', recon.unmatch.path.replace(':id', randomUUID()), 401, 'UNAUTHENTICATED'));
  test('200: frees what is in it, and no other match; 404: once', async () => {
    const o = await withRows();
    await post(o, '4');
    expect((await run(o.owner)).matched).toBe(2);
    const { matches } = (await o.owner.call(recon.matches, { query: {} })).body;
    const id = matches.find((m) => m.rows[0]?.id === o.ten)?.id ?? '';
    expect((await o.owner.call(recon.unmatch, { params: { id } })).body).toEqual({ ok: true });
    expect(await statusOf(o.owner)).toMatchObject({ matched: 1, unmatched: 1 });
    expect((await o.owner.call(recon.postings, { query: { account_id: o.cash } })).body.postings.map((p) => p.seq)).toEqual([o.seq]);
    expect(await o.owner.call(recon.unmatch, { params: { id } })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await run(o.owner)).matched).toBe(1);
    await sound(o);
  });
});

describe('POST /api/internal/recon/rows/:id/exception', () => {
  test('401: not without a session', () =>
    turnedAway(testServer.nobody, 'POST', recon.setException.path.replace(':id', randomUUID()), 401, 'UNAUTHENTICATED'));
  test('200: a note and an owner, which a match ends; the note is not in the log', async () => {
    const o = await withRows();
    const note = `Asked Jane ${randomUUID()}`;
    expect((await o.owner.call(recon.setException, { params: { id: o.ten }, body: { note, owner_id: o.owner.id } })).body).toEqual({
      ok: true,
    });
    expect(await rowsOf(o.owner, { state: 'exception' })).toMatchObject([
      { id: o.ten, state: 'exception', exception: { note, owner_id: o.owner.id, set_by: o.owner.id } },
    ]);
    expect(await statusOf(o.owner)).toMatchObject({ unmatched: 2, exceptions: 1 });
    const logged = await testServer.opened.loginPool.query('select from events where tenant_id = $1 and strpos(payload, $2) > 0', [
      o.tenantId,
      note,
    ]);
    expect(logged.rowCount).toBe(0);
    await run(o.owner);
    expect(await statusOf(o.owner)).toMatchObject({ matched: 1, exceptions: 0 });
    await sound(o);
  });
  test('404: a row that is not there; 409: one that is matched; 400: an owner who is no member', async () => {
    const o = await withRows();
    const set = (id: string, body: { note: string; owner_id?: string }) => o.owner.call(recon.setException, { params: { id }, body });
    expect(await set(randomUUID(), { note: 'n' })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await set(o.ten, { note: 'n', owner_id: 'nobody' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    await o.match([o.ten]);
    expect(await set(o.ten, { note: 'n' })).toMatchObject(refused(409, 'RECON_MATCHED'));
  });
});

describe('POST /api/internal/recon/rows/:id/exception/clear', () => {
  test('401: not without a session', () =>
    turnedAway(testServer.nobody, 'POST', recon.clearException.path.replace(':id', randomUUID()), 401, 'UNAUTHENTICATED'));
  test('200: it is a row like others again; 404: a row that is not there', async () => {
    const o = await withRows();
    await o.owner.call(recon.setException, { params: { id: o.ten }, body: { note: 'n' } });
    expect((await o.owner.call(recon.clearException, { params: { id: o.ten } })).body).toEqual({ ok: true });
    expect(await rowsOf(o.owner, { state: 'exception' })).toEqual([]);
    expect(await o.owner.call(recon.clearException, { params: { id: randomUUID() } })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

const csv: CsvColumnsInput = {
  delimiter: ';',
  columns: { postedAt: 'Buchungstag', amount: 'Betrag', description: ['Text'] },
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
};

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

describe('GET /api/internal/recon/statement', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'GET', recon.statement.path, 401, 'UNAUTHENTICATED'));
  const get = async (o: Organisation, date: string) => (await o.owner.call(recon.statement, { query: { account_id: o.cash, date } })).body;
  const statement = (o: Organisation, more: object) =>
    testServer.opened.services.ledger.submit(o.tenantId, {
      type: 'recon.import',
      actor: { kind: 'user', id: o.owner.id },
      id: randomUUID(),
      format: 'mt940',
      fileSha256: null,
      statements: [
        {
          id: randomUUID(),
          source: 'bank',
          accountId: o.cash,
          reference: '3',
          openingE8: null,
          closingE8: null,
          fromOn: null,
          toOn: null,
          rows: [],
          ...more,
        },
      ],
    });
  const E8 = 100_000_000n;
  const bankRow = (on: string, amount: bigint) => ({ id: randomUUID(), at: on, on, amountE8: amount * E8, line: 1, wordsToken: null });

  test('200: nothing to hold the books against where no statement tells a balance', async () => {
    const o = await withRows();
    expect(await get(o, DAY)).toMatchObject({
      account: { code: 'CASH', currency: 'USD' },
      book_balance: '10.00000000',
      bank_balance: null,
      since: DAY,
      difference: null,
      rows: { count: 2, sum: '14.00000000', items: [{}, {}] },
      postings: { count: 1, sum: '10.00000000' },
    });
  });
  test('200: open items explain the difference, on any day; what was before the first statement is carried along', async () => {
    const o = await openOrganisation(testServer);
    await post(o, '500', '2026-02-01');
    await post(o, '30', '2026-03-01');
    await post(o, '40', '2026-03-04');
    await post(o, '-7', '2026-03-05');
    const rows = [bankRow('2026-03-02', 30n), bankRow('2026-03-05', 40n), bankRow('2026-03-05', -2n)];
    await statement(o, { openingE8: 450n * E8, closingE8: 518n * E8, fromOn: '2026-03-01', toOn: '2026-03-31', rows });
    expect(await run(o.owner)).toMatchObject({ matched: 2 });
    expect(await get(o, '2026-03-31')).toMatchObject({
      book_balance: '563.00000000',
      bank_balance: '518.00000000',
      bank_balance_from: { statement: '3', source: 'bank', on: '2026-03-31' },
      since: '2026-03-01',
      before: '50.00000000',
      rows: { count: 1, sum: '-2.00000000' },
      postings: { count: 1, sum: '-7.00000000' },
      difference: '0.00000000',
    });
    // On the 4th the posting of 40 is in the books and not yet at the bank; the statement is not over.
    expect(await get(o, '2026-03-04')).toMatchObject({
      book_balance: '570.00000000',
      bank_balance: '480.00000000',
      bank_balance_from: { on: '2026-03-01' },
      rows: { count: 0 },
      postings: { count: 1, sum: '40.00000000' },
      difference: '0.00000000',
    });
  });
  test('200: a statement that is missing in between leaves a difference', async () => {
    const o = await openOrganisation(testServer);
    const first = { openingE8: 0n, closingE8: 10n * E8, fromOn: '2026-03-01', toOn: '2026-03-01', rows: [bankRow('2026-03-01', 10n)] };
    await statement(o, first);
    await statement(o, {
      openingE8: 25n * E8,
      closingE8: 26n * E8,
      fromOn: '2026-03-03',
      toOn: '2026-03-03',
      rows: [bankRow('2026-03-03', 1n)],
    });
    expect(await get(o, '2026-03-02')).toMatchObject({ bank_balance: '10.00000000', difference: '0.00000000' });
    expect(await get(o, '2026-03-03')).toMatchObject({ bank_balance: '26.00000000', difference: '-15.00000000' });
  });
  test('200: a period that is closing tells of the rows that are open by then', async () => {
    const o = await withRows();
    await o.match([o.ten]);
    await take(o.owner, [line('9', { posted_at: '2026-04-01' })]);
    const range = { period_start: '2026-03-01', period_end: '2026-03-31' };
    const { period } = (await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } })).body;
    const { work } = (await o.owner.call(periods.get, { params: { id: period.id } })).body;
    expect(work.bank_rows).toEqual([{ account_id: o.cash, account_code: 'CASH', unmatched: 1 }]);
  });
  test('404: an account that is not there', async () => {
    const { owner } = await openOrganisation(testServer);
    const answer = await owner.call(recon.statement, { query: { account_id: randomUUID(), date: DAY } });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});
