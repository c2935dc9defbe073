// What accounts and bank sources are called outside, as tokens: found and shown as ever, in no event, and gone with an erasure.

import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { accounts } from '@countinghouse/contract/features/accounts';
import { approvals } from '@countinghouse/contract/features/approvals';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { policies } from '@countinghouse/contract/features/policies';
import { postings } from '@countinghouse/contract/features/postings';
import { privacy } from '@countinghouse/contract/features/privacy';
import { recon } from '@countinghouse/contract/features/recon';
import { schedules } from '@countinghouse/contract/features/schedules';
import { templates } from '@countinghouse/contract/features/templates';
import { writeArchive } from '@countinghouse/store/archive/write';
import { read } from '@countinghouse/store/reader';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { csv } from '@countinghouse/testkit/bank-rows';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectSound } from '@countinghouse/testkit/expect-sound';
import { formOf } from '@countinghouse/testkit/form';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { acts, kept, kids, refused } from '@countinghouse/testkit/told-words';
import { verify } from '@countinghouse/testkit/verified';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
/** As people type it, as banks have it, and what is looked for. */
const IBAN = 'DE02 1203 0000 0000 2020 51';
const TYPED = ['DE02120300000000202051', 'de02 1203 0000 0000 2020 51', IBAN] as const;
const CANARY = '0000202051';
let testServer: TestServer;
/** Another process of the same installation, as far as it can tell. */
let second: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  second = await openTestServer(db.where, { DATA_DIR: testServer.dataDir }, { workers: false });
});
afterAll(async () => {
  await second.close();
  await testServer.close();
});

const choose = (who: Pick<Person, 'call'>, references: 'clear' | 'token') => who.call(privacy.setReferences, { body: { references } });
const open = (o: Organisation, code: string, external_ref: string | null, who: Pick<Person, 'call'> = o.owner) =>
  who.call(accounts.open, { body: { code, gl_account: o.glAccountId, external_ref } });
/** An organisation with an account GIRO whose reference is a token. */
async function openBeside(): Promise<Organisation & { readonly giro: string }> {
  const o = await openOrganisation(testServer);
  expect(await choose(o.owner, 'token')).toMatchObject({ status: 200, body: { privacy: { references: 'token' } } });
  const { account } = (await open(o, 'GIRO', IBAN)).body;
  return { ...o, giro: account.id };
}
/** Every payload of the log that has the words, in groups or in one, and every table of the schema's that has them beside `pii_tokens`. */
async function placesOf(o: Organisation, words = CANARY): Promise<readonly string[]> {
  const { loginPool } = testServer.opened;
  const tables = await loginPool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'pii_tokens'",
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const hits = await loginPool.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where replace(t::text, ' ', '') ilike $1 and t::text like $2`,
      [`%${words}%`, `%${o.tenantId}%`],
    );
    if (Number(hits.rows[0]?.n) > 0) found.push(name);
  }
  return found.sort();
}
const post = (o: Organisation, debit: string, more: object = {}) =>
  o.owner.send('POST', intents.execute.path, { ...o.intent({ proposed_actions: [row(debit, 'BANK', '5')] }), ...more });
async function archiveOf(o: Organisation): Promise<Buffer> {
  const sink = new PassThrough({ highWaterMark: 1 << 24 });
  const seq = await o.headSeq();
  await read(testServer.opened.services.readerPool, { tenantId: o.tenantId }, (tx) => writeArchive(tx, o.tenantId, seq, sink));
  return buffer(sink);
}
const bankFile = (account: string, amount = '7.00'): string => {
  const [credit, closing] = [amount, (100 + Number(amount)).toFixed(2)];
  const balance = (code: string, sum: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-02</Dt></Dt></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2026-03-02T20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S-1</Id><CreDtTm>2026-03-02T20:00:00Z</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>USD</Ccy></Acct>${balance('OPBD', '100.00')}${balance('CLBD', closing)}<Ntry><Amt Ccy="USD">${credit}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><ValDt><Dt>2026-03-02</Dt></ValDt></Ntry></Stmt></BkToCstmrStmt></Document>`;
};
const upload = (o: Organisation, content: string) => {
  const form = formOf('statement.xml', content);
  return o.owner.send('POST', recon.importFile.path, form.body, form.headers);
};

describe('POST /api/internal/privacy/references', () => {
  test('200: an owner says it, once; what was there before stays as it is', async () => {
    const o = await openOrganisation(testServer);
    await open(o, 'BEFORE', IBAN);
    expect((await o.owner.call(privacy.status)).body.privacy).toMatchObject({ references: 'clear', references_set_at: null });
    const chosen = await choose(o.owner, 'token');
    expect(chosen.body.privacy).toMatchObject({ references: 'token', references_set_at: expect.any(String), tokenised: false });
    const seq = await o.headSeq();
    expect((await choose(o.owner, 'token')).body).toEqual(chosen.body);
    expect(await o.headSeq()).toBe(seq);
    expect((await choose(o.owner, 'clear')).body.privacy).toMatchObject({ references: 'clear' });
    expect((await acts(testServer, o.tenantId)).map(([type, said]) => [type, said])).toEqual([
      ['privacy.references_set', { references: 'token' }],
      ['privacy.references_set', { references: 'clear' }],
    ]);
    expect(await placesOf(o)).toEqual(['accounts', 'events']);
    await expectSound(testServer, o);
  });
  test('401: nobody; 403: a member; 423: read-only; 400: what there is not', async () => {
    const o = await openOrganisation(testServer);
    expect(await choose(testServer.nobody, 'token')).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await choose(await o.member(), 'token')).toMatchObject(refused(403, 'FORBIDDEN'));
    expect((await o.owner.send('POST', privacy.setReferences.path, { references: 'maybe' })).status).toBe(400);
    await o.deactivate();
    expect(await choose(o.owner, 'token')).toMatchObject(refused(423, 'TENANT_READONLY'));
  });
});

describe('an account whose reference is a token', () => {
  test('is looked for without a key being made: whoever only reads may not make one', async () => {
    const o = await openOrganisation(testServer);
    await choose(o.owner, 'token');
    expect((await o.owner.call(accounts.list, { body: { q: IBAN, references: [IBAN] } })).body.total).toBe(0);
    expect(await o.owner.call(intents.list, { query: { account: IBAN } })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await kids(testServer, o.tenantId)).toEqual([]);
    await open(o, 'GIRO', IBAN);
    expect(await kids(testServer, o.tenantId)).toEqual(['pii-tokens']);
    expect((await o.owner.call(accounts.list, { body: { q: IBAN } })).body.total).toBe(1);
  });
  test('is shown with it, and found by it; no table but that of words has it', async () => {
    const o = await openBeside();
    const here = { params: { id: o.giro } };
    expect((await o.owner.call(accounts.get, here)).body.account).toMatchObject({ external_ref: IBAN, externalRef: IBAN });
    expect((await o.owner.call(accounts.search, { query: { code_prefix: 'GIRO' } })).body.accounts).toMatchObject([{ external_ref: IBAN }]);
    for (const typed of TYPED) {
      const listed = await o.owner.call(accounts.list, { body: { q: typed } });
      expect(listed.body).toMatchObject({ total: 1, accounts: [{ code: 'GIRO', externalRef: IBAN }] });
      expect((await o.owner.call(accounts.list, { body: { references: [typed, 'CASH'] } })).body.accounts.map((a) => a.code)).toEqual([
        'CASH',
        'GIRO',
      ]);
    }
    expect((await o.owner.call(accounts.list, { body: { q: 'giro' } })).body.total).toBe(1);
    expect(await placesOf(o)).toEqual([]);
    expect((await kept(testServer, o.tenantId)).map((r) => r.value)).toEqual([IBAN]);
    await expectSound(testServer, o);
  });
  test('is posted to by it, whoever decides, and rows are found by it; the log names it by its id', async () => {
    const o = await openBeside();
    const elsewhere = await second.signIn(o.owner.email, o.owner.password);
    for (const typed of TYPED) {
      expect(await post(o, typed)).toMatchObject({ status: 200, body: { status: 'executed' } });
      const there = o.intent({ proposed_actions: [row(typed, 'BANK', '5')] });
      expect(await elsewhere.call(intents.execute, { body: there }, { 'x-tenant-id': o.tenantId })).toMatchObject({ status: 200 });
      testServer.opened.services.ledger.reload(o.tenantId);
    }
    const batch = { intents: [o.intent({ proposed_actions: [row(TYPED[0], 'BANK', '1')] }), o.intent()] };
    for (const atomic of [true, false]) {
      const keyed = batch.intents.map((intent) => {
        const id = randomUUID();
        return { ...intent, intent_id: id, idem_key: id };
      });
      expect(await o.owner.call(intents.batch, { body: { intents: keyed, atomic } })).toMatchObject({ body: { ok: true, executed: 2 } });
    }
    for (const typed of TYPED) {
      expect((await o.owner.call(intents.list, { query: { account: typed } })).body.intents).toHaveLength(8);
      expect((await o.owner.call(postings.list, { query: { account: typed } })).body.postings).toHaveLength(8);
    }
    expect(await o.owner.call(intents.list, { query: { account: 'DE00' } })).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await placesOf(o)).toEqual([]);
    expect((await verify(await archiveOf(o))).fault).toBe(null);
    await expectSound(testServer, o);
  });
  test('400: a name that leads nowhere leaves no trace; two that are called so are refused by their codes', async () => {
    const o = await openBeside();
    const seq = await o.headSeq();
    expect(await post(o, `${CANARY}1`)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await post(o, IBAN, { signature: 'e30..AA' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await o.headSeq()).toBe(seq);
    await open(o, 'GIRO-2', TYPED[0]);
    expect(await post(o, IBAN)).toMatchObject({ status: 400, body: { details: [{ message: expect.stringContaining('GIRO, GIRO-2') }] } });
    expect(await placesOf(o)).toEqual([]);
  });
  test('is named by its code in what a template, a schedule, a file of intents or a trial of a policy keeps', async () => {
    const o = await openBeside();
    const rows = [{ debitAccount: IBAN, creditAccount: 'BANK', amount: '5', currency: 'USD', narrative: '' }];
    const saved = await o.owner.call(templates.create, { body: { name: 'Rent', use_case: 'rent', constraints: {}, rows } });
    expect(saved.body.template.rows).toMatchObject([{ debitAccount: 'GIRO', creditAccount: 'BANK' }]);
    const today = new Date().toISOString().slice(0, 10);
    const when = { frequency: 'monthly', start_on: today } as const;
    const planned = await o.owner.call(schedules.create, { body: { name: 'Rent', use_case: 'rent', constraints: {}, rows, ...when } });
    expect(planned.body.schedule.rows).toMatchObject([{ debitAccount: 'GIRO' }]);
    const content = `debit_account,credit_account,amount,currency,value_date\n${TYPED[0]},BANK,1,USD,${today}\n`;
    const checked = (await o.owner.call(imports.check, { body: { kind: 'intents', content, file_name: '' } })).body;
    const read = await o.owner.call(imports.get, { params: { id: checked.import.id } } as never);
    expect(read.body.intents).toMatchObject([{ fate: 'ready', summary: 'GIRO / BANK 1 USD' }]);
    const sample = { use_case: 'rent', rows: [{ debitAccount: IBAN, creditAccount: 'BANK', amount: '5', currency: 'USD' }] };
    const spec = { hook: 'intent.validate', expr: 'intent.rows.all(r, r.amount_minor <= 100000000)' };
    expect(await o.owner.call(policies.evaluate, { body: { spec, sample } as never })).toMatchObject({ status: 200 });
    expect(await placesOf(o)).toEqual([]);
  });
  test('is opened beside the log also by a process that did not hear of the choice', async () => {
    const o = await openOrganisation(testServer);
    const elsewhere = await second.signIn(o.owner.email, o.owner.password);
    const here = { 'x-tenant-id': o.tenantId };
    const openThere = (code: string, external_ref: string) =>
      elsewhere.call(accounts.create, { body: { code, ledgerAccountId: o.glAccountId, external_ref } }, here);
    expect(await openThere('FIRST', 'plain')).toMatchObject({ status: 200 });
    await choose(o.owner, 'token');
    expect(await openThere('SECOND', IBAN)).toMatchObject({ status: 200, body: { account: { externalRef: IBAN } } });
    expect(await placesOf(o)).toEqual([]);
  });
  test('is in no event either while what a program proposes waits; what it proposed in the clear before is not done', async () => {
    const o = await openOrganisation(testServer);
    const checker = await o.member('owner');
    const program = await makeProgram(testServer, o, 'propose');
    const here = { 'x-tenant-id': o.tenantId };
    const last = async () => (await o.owner.call(approvals.list, { query: {} })).body.approvals[0];
    const approve = async () => {
      const waiting = await last();
      return checker.call(approvals.approve, { params: { id: waiting?.id ?? '' }, body: { comment: '' } }, here);
    };
    expect(await open(o, 'EARLY', 'plain words', program)).toMatchObject({ status: 202 });
    await choose(o.owner, 'token');
    expect(await approve()).toMatchObject({ status: 422, body: { code: 'REFERENCES_CHANGED' } });
    expect(await open(o, 'GIRO', IBAN, program)).toMatchObject({ status: 202 });
    const seen = await o.owner.call(approvals.get, { params: { id: (await last())?.id ?? '' } });
    expect(seen.body.preview?.changes).toContainEqual({ what: 'external reference', before: null, after: IBAN });
    expect(await approve()).toMatchObject({ status: 200 });
    const body = { ...o.intent({ proposed_actions: [row(IBAN, 'BANK', '5')] }) };
    expect(await program.call(intents.execute, { body })).toMatchObject({ status: 202 });
    expect(await approve()).toMatchObject({ status: 200 });
    expect((await o.owner.call(postings.list, { query: { account: IBAN } })).body.postings).toHaveLength(1);
    expect(await placesOf(o)).toEqual([]);
    await expectSound(testServer, o);
  });
  test('is erased with everything else: shown so, found no more, and the log as sound as before', async () => {
    const o = await openBeside();
    await o.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'CASH', bank_account: IBAN } });
    await o.owner.call(privacy.tokenise, { body: {} });
    await o.owner.call(privacy.rotate, { body: {} });
    expect((await o.owner.call(accounts.get, { params: { id: o.giro } })).body.account.external_ref).toBe(IBAN);
    expect(await o.owner.call(privacy.erase, { body: {} })).toMatchObject({ status: 200, body: { records: 2 } });
    expect((await o.owner.call(accounts.get, { params: { id: o.giro } })).body.account.external_ref).toBe('erased');
    expect((await o.owner.call(recon.sources)).body.sources).toMatchObject([{ name: 'Main', bank_account: 'erased' }]);
    expect((await o.owner.call(accounts.list, { body: { q: IBAN } })).body.total).toBe(0);
    expect(await post(o, IBAN)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await post(o, 'GIRO')).toMatchObject({ status: 200 });
    expect(await open(o, 'GIRO-2', IBAN)).toMatchObject({ status: 200, body: { account: { external_ref: IBAN } } });
    expect(await post(o, IBAN)).toMatchObject({ status: 200 });
    expect(await placesOf(o)).toEqual([]);
    expect((await verify(await archiveOf(o))).fault).toBe(null);
    await expectSound(testServer, o);
  });
  test('is in the export of what is held about its party', async () => {
    const o = await openBeside();
    const party = (await o.owner.send('POST', '/api/parties', { label: 'Jane Doe' })).body as { readonly party: { readonly id: string } };
    await o.owner.call(accounts.setParty, { params: { id: o.giro }, body: { party_id: party.party.id } });
    const about = await o.owner.send('POST', privacy.exportSubject.path, { party_id: party.party.id });
    expect(about.body).toMatchObject({ accounts: [{ id: o.giro, code: 'GIRO', external_ref: IBAN }] });
  });
});

describe('a bank account of a source that is a token', () => {
  test('is shown, taken once, and found by a file; so is an account by its reference, and no source has the number for its name', async () => {
    const o = await openBeside();
    const source = { name: 'Main', account_code: 'CASH', bank_account: 'DE89 3704 0044 0532 0130 00' };
    expect(await o.owner.call(recon.saveSource, { body: { ...source, csv } })).toMatchObject({ status: 200 });
    expect((await o.owner.call(recon.sources)).body.sources).toMatchObject([{ name: 'Main', bank_account: 'DE89370400440532013000', csv }]);
    expect(await o.owner.call(recon.saveSource, { body: { ...source, name: 'Other' } })).toMatchObject(refused(409, 'CODE_TAKEN'));
    expect(await upload(o, bankFile('DE89370400440532013000'))).toMatchObject({ status: 200, body: { imported: 1 } });
    expect(await upload(o, bankFile('DE89370400440532013000'))).toMatchObject({ body: { imported: 0, duplicates: 1 } });
    expect(await upload(o, bankFile(TYPED[0]))).toMatchObject({ status: 200, body: { imported: 1 } });
    expect(await upload(o, bankFile('DE00000000000000000000'))).toMatchObject({ status: 422, body: { code: 'SOURCE_UNKNOWN' } });
    const rows = (await o.owner.call(recon.rows, { query: {} })).body.rows.map((r) => [r.source, r.account_code]);
    expect(rows.sort()).toEqual([
      ['GIRO', 'GIRO'],
      ['Main', 'CASH'],
    ]);
    expect(await placesOf(o)).toEqual([]);
    expect(await placesOf(o, '0532013000')).toEqual([]);
    expect((await verify(await archiveOf(o))).fault).toBe(null);
    await expectSound(testServer, o);
  });
  test('is not given to a second source, whichever of the two is in the clear', async () => {
    const o = await openOrganisation(testServer);
    const save = (name: string) => o.owner.call(recon.saveSource, { body: { name, account_code: 'CASH', bank_account: IBAN } });
    await save('Clear');
    await choose(o.owner, 'token');
    expect(await save('Beside')).toMatchObject(refused(409, 'CODE_TAKEN'));
    expect(await save('Clear')).toMatchObject({ status: 200 });
    await choose(o.owner, 'clear');
    expect(await save('Beside')).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
});
