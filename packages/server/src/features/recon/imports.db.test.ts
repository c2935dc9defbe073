// What comes in from banks, as rows and as files: what is taken, once, and what is refused.

import { accounts } from '@countinghouse/contract/features/accounts';
import { recon } from '@countinghouse/contract/features/recon';
import { csv, DAY, line, post, refused, rowsOf, run, statusOf, take, turnedAway } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { formOf } from '@countinghouse/testkit/form';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

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
    await expectSound(testServer, o);
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
    ['more digits than there are', { rows: [line('0.123456789')] }, 'rows.0.amount', expect.stringContaining('8 after the point')],
    ['a number of more digits than it holds', { rows: [line(0.1 + 0.2)] }, 'rows.0.amount', 'Send more than 15 digits as text.'],
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
/** The same statement later on the day. */
const longer = (): string =>
  camt({
    closing: '108.50',
    entries: [
      ['10', 'Jane Roe'],
      ['-2.5', 'Fee'],
      ['1', 'Interest'],
    ],
  });

describe('POST /api/internal/recon/import/file', () => {
  test('401: not without a session', () => turnedAway(testServer.nobody, 'POST', recon.importFile.path, 401, 'UNAUTHENTICATED'));
  test('200: a file of a source, once; its words are beside the log; its balance is what the books are held against', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: 'DE89370400440532013000' } });
    await post(o, '10');
    expect((await upload(o.owner, camt())).body).toMatchObject({ imported: 2, duplicates: 0, format: 'camt.053', statements: 1 });
    const seq = await o.headSeq();
    const pending = camt().replace(
      '</Ntry>',
      '</Ntry><Ntry><Amt Ccy="USD">1</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts></Ntry>',
    );
    expect((await upload(o.owner, pending)).body).toMatchObject({ imported: 0, duplicates: 2, left_out: { pending: 1, zero: 0 } });
    expect((await upload(o.owner, camt())).body).toMatchObject({ duplicates: 2, import_id: null, left_out: { pending: 0, zero: 0 } });
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
    await expectSound(testServer, o);
  });
  test('200: equal rows of statements that follow each other are as many movements, of ones that overlap the same', async () => {
    const o = await openOrganisation(testServer);
    const first = camt();
    const next = camt({ closing: '115.00' }).replace('>100.00<', '>107.50<').replace('S-1', 'S-2');
    const both = first.replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(next)?.[0]}`);
    expect((await upload(o.owner, both, '?account_code=CASH')).body).toMatchObject({ imported: 4, duplicates: 0 });
    expect((await upload(o.owner, both, '?account_code=CASH')).body).toMatchObject({ imported: 0, duplicates: 4 });
    expect((await upload(o.owner, first, '?account_code=CASH')).body).toMatchObject({ imported: 0, duplicates: 2 });
    const overlap = first.replace('</Stmt>', `</Stmt>${/<Stmt>.*<\/Stmt>/s.exec(longer())?.[0]}`);
    expect((await upload(o.owner, overlap, '?account_code=BANK')).body).toMatchObject({ imported: 3, duplicates: 2 });
  });
  test('200: of an account that is named, a statement is of the source that has its bank account and feeds it', async () => {
    const o = await openOrganisation(testServer);
    await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: 'DE89370400440532013000' } });
    expect((await upload(o.owner, camt())).body).toMatchObject({ imported: 2 });
    expect((await upload(o.owner, longer(), '?account_code=cash')).body).toMatchObject({ imported: 1, duplicates: 2 });
    expect((await upload(o.owner, longer(), '?account_code=BANK')).body).toMatchObject({ imported: 3, duplicates: 0 });
    expect(new Set((await rowsOf(o.owner)).map((r) => `${r.account_code} ${r.source}`))).toEqual(
      new Set(['CASH Main', 'BANK DE89370400440532013000']),
    );
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
    await expectSound(testServer, o);
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
  test('200: a CSV file with fees in a column of their own, which its source says and keeps', async () => {
    const { owner } = await openOrganisation(testServer);
    const columns = { postedAt: 'Date', amount: 'Amount', fee: 'Fee', balance: 'Balance' };
    const withFees = { columns, dateFormat: 'YYYY-MM-DD' };
    await owner.call(recon.saveSource, { body: { name: 'Wallet', account_code: 'CASH', csv: withFees } });
    expect((await owner.call(recon.sources)).body.sources).toMatchObject([{ name: 'Wallet', csv: withFees }]);
    const content = 'Date,Amount,Fee,Balance\n2026-03-10,100.00,0.00,100.00\n2026-03-11,-50.00,0.50,49.50\n';
    expect((await upload(owner, content, '?source=Wallet')).body).toMatchObject({ imported: 2, format: 'csv' });
    expect((await rowsOf(owner)).map((r) => [r.posted_on, r.amount])).toEqual([
      ['2026-03-10', '100.00000000'],
      ['2026-03-11', '-50.50000000'],
    ]);
  });
  test('200: a CSV file of several currencies, each to the source with the same columns that is in it; 400: with none, and nothing of it is taken', async () => {
    const { owner, glAccountId, tenantId } = await openOrganisation(testServer);
    const body = { code: 'WALLET-EUR', currency: 'EUR', ledgerAccountId: glAccountId };
    await owner.call(accounts.create, { body }, { 'x-tenant-id': tenantId });
    const wallet = {
      columns: { postedAt: 'Date', amount: 'Amount', balance: 'Balance', currency: 'Currency', description: ['Text'] },
      dateFormat: 'YYYY-MM-DD',
    };
    await owner.call(recon.saveSource, { body: { name: 'Dollars', account_code: 'CASH', csv: wallet } });
    const content =
      'Date,Text,Amount,Currency,Balance\n2026-03-10,Sold,100.00,USD,100.00\n2026-03-10,Exchanged,-50.00,USD,50.00\n2026-03-10,Exchanged,46.00,EUR,46.00\n';
    const refusedWhole = await upload(owner, content, '?source=Dollars');
    expect(refusedWhole).toMatchObject({
      status: 400,
      body: { details: [{ path: 'file', message: expect.stringContaining('Save a source in EUR with the same columns') }] },
    });
    expect(await rowsOf(owner)).toEqual([]);
    await owner.call(recon.saveSource, { body: { name: 'Euros', account_code: 'WALLET-EUR', csv: wallet } });
    expect((await upload(owner, content, '?source=Dollars')).body).toMatchObject({ imported: 3, duplicates: 0, statements: 2 });
    expect((await rowsOf(owner)).map((r) => [r.source, r.account_code, r.amount]).sort()).toEqual([
      ['Dollars', 'CASH', '-50.00000000'],
      ['Dollars', 'CASH', '100.00000000'],
      ['Euros', 'WALLET-EUR', '46.00000000'],
    ]);
    expect((await upload(owner, content, '?source=Euros')).body).toMatchObject({ imported: 0, duplicates: 3 });
    await owner.call(recon.saveSource, { body: { name: 'More euros', account_code: 'WALLET-EUR', csv: wallet } });
    expect(await upload(owner, content, '?source=Dollars')).toMatchObject({
      status: 400,
      body: { details: [{ path: 'file', message: expect.stringContaining('Euros and More euros') }] },
    });
  });
  test.each([
    ['no statement at all', 'hello', 'FORMAT_UNKNOWN'],
    ['a balance that the rows do not lead to', camt({ closing: '107.51' }), 'BALANCE_MISMATCH'],
    ['no row', camt({ closing: '100.00', entries: [] }), 'NO_LINES'],
    ['a row that is booked years ahead', camt().replaceAll('2026-', '2091-'), 'DATE_INVALID'],
    ['a file that breaks off', camt().slice(0, -30), expect.any(String)],
    ['an entity declaration', camt().replace('<Document', '<!DOCTYPE d [<!ENTITY a "x">]><Document'), 'ENTITY_REFUSED'],
  ])('400: %s, and nothing of it is taken', async (_what, content, code) => {
    const o = await openOrganisation(testServer);
    const seq = await o.headSeq();
    expect(await upload(o.owner, content, '?account_code=CASH')).toMatchObject({
      ...refused(400, 'STATEMENT_UNREADABLE'),
      body: { details: [expect.objectContaining({ path: 'file', code, message: expect.any(String) })] },
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
    ['37040044/532013000', true],
    ['37040044/532013000USD', true],
    ['37040045/532013000', false],
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
  test.each(['37040044/532013000', '37040044/0532013000', '37040044/532013000USD', '/DE89370400440532013000'])(
    '200: an account is that of the IBAN, also as German and Polish banks write it: %s',
    async (account) => {
      const o = await openOrganisation(testServer);
      await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: 'DE89370400440532013000' } });
      const content = camt().replaceAll('<IBAN>DE89370400440532013000</IBAN>', `<Othr><Id>${account}</Id></Othr>`);
      expect((await upload(o.owner, content)).body).toMatchObject({ imported: 2 });
      expect((await rowsOf(o.owner)).map((r) => r.source)).toEqual(['Main', 'Main']);
      expect((await upload(o.owner, content.replaceAll('3704004', '3704005'))).status).toBe(422);
    },
  );
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
