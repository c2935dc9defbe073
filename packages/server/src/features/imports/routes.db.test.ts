import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { health } from '@countinghouse/contract/features/health';
import { type ImportFate, imports, type NewImport } from '@countinghouse/contract/features/imports';
import { tenants } from '@countinghouse/contract/features/tenants';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openEntities, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { postImports } from './worker.ts';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const TODAY = new Date().toISOString().slice(0, 10);
const HEADER = 'reference,value_date,debit_account,credit_account,amount,currency,narrative';
const line = (
  reference: string,
  amount: string,
  more: { readonly debit?: string; readonly credit?: string; readonly narrative?: string } = {},
) => [reference, TODAY, more.debit ?? 'CASH', more.credit ?? 'BANK', amount, 'USD', more.narrative ?? ''].join(',');
const file = (...lines: readonly string[]): string => [HEADER, ...lines].join('\n');
type Sent = z.input<typeof NewImport>;

const check = (who: Person, content: string, more: object = {}) =>
  who.call(imports.check, { body: { kind: 'intents', content, file_name: 'a.csv', ...more } as Sent });
const get = async (who: Person, id: string, query: object = {}) => (await who.call(imports.get, { params: { id }, query })).body;
const fates = async (who: Person, id: string): Promise<readonly (readonly [number, ImportFate, string | null])[]> =>
  (await get(who, id)).intents.map((i) => [i.line, i.fate, i.code]);
const work = () => postImports(testServer.opened.services);
const sound = async (o: Organisation) =>
  expect(
    await findFaults({ readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool }, o.tenantId),
  ).toEqual([]);
const cash = async (o: Organisation) =>
  (await o.owner.call(balances.get, { query: {} })).body.accounts.find((a) => a.code === 'CASH')?.balance;

describe('POST /api/internal/imports/check', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', imports.check.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: says what each intent would come to, one after the other, and posts nothing', async () => {
    const o = await openOrganisation(testServer);
    const gl = o.glAccountId;
    await o.owner.call(accounts.create, { body: { code: 'SAFE', ledgerAccountId: gl, floor: 'zero' } });
    const before = await o.headSeq();
    const content = file(
      line('a', '10', { debit: 'SAFE' }),
      line('b', '4', { debit: 'BANK', credit: 'SAFE' }),
      line('c', '17', { debit: 'BANK', credit: 'SAFE' }),
      line('d', '1', { debit: 'NOWHERE' }),
      line('e', 'ten'),
      line('a', '10', { debit: 'SAFE' }),
    );
    const answer = await check(o.owner, content);
    expect(answer.body.import).toMatchObject({
      status: 'checked',
      file_name: 'a.csv',
      counts: { intents: 5, ready: 2, rejected: 2, invalid: 1, duplicate: 0, posted: 0 },
    });
    const { intents } = await get(o.owner, answer.body.import.id);
    expect(intents.map((i) => [i.line, i.lines, i.fate, i.code])).toEqual([
      [2, 2, 'ready', null],
      [3, 1, 'ready', null],
      // 20 came in, in two rows of one reference, and 4 went out.
      [4, 1, 'rejected', 'INSUFFICIENT_FUNDS'],
      [5, 1, 'rejected', 'ACCOUNT_NOT_FOUND'],
      [6, 1, 'invalid', 'VALIDATION_ERROR'],
    ]);
    expect(intents.at(-1)?.message).toBe('amount: Use a decimal with at most 20 digits before and 8 after the point.');
    expect(await o.headSeq()).toBe(before);
  });
  test('200: quotes, a byte-order mark, semicolons, line breaks and decimal commas are read', async () => {
    const o = await openOrganisation(testServer);
    const content = `\ufeff"Debit account";Credit Account;AMOUNT;currency;Value_Date;narrative\r\nCASH;BANK;1.234,56;usd;${TODAY};"Rent; with ""quotes""\nand a second line"\r\nCASH;BANK;0,01;USD;${TODAY};\r\n`;
    const { id } = (await check(o.owner, content, { decimal_comma: true })).body.import;
    expect((await get(o.owner, id)).intents.map((i) => [i.line, i.fate, i.summary])).toEqual([
      [2, 'ready', 'CASH / BANK 1234.56 USD'],
      [4, 'ready', 'CASH / BANK 0.01 USD'],
    ]);
  });
  test.each([
    ['no rows', HEADER, 2],
    ['nothing but blank lines', '\n\n', 1],
    ['a header without what is needed', 'debit_account,amount\nCASH,1', 1],
    ['a column that is not known', `${HEADER},iban\n${line('a', '1')},x`, 1],
    ['a column twice', `${HEADER},amount\n${line('a', '1')},2`, 1],
    ['a row of other length', file(line('a', '1'), `${line('b', '1')},more`), 3],
    ['a quote that is not closed', file(line('a', '1'), '"b'), 3],
    ['more rows than may be', file(...Array.from({ length: 10_001 }, (_, i) => line(String(i), '1'))), 10002],
  ])('400 IMPORT_UNREADABLE: %s, telling the line; nothing is kept', async (_what, content, at) => {
    const { owner } = await openOrganisation(testServer);
    expect(await check(owner, content)).toMatchObject({
      ...refused(400, 'IMPORT_UNREADABLE'),
      body: { details: [{ path: 'content', line: at }] },
    });
    expect((await owner.call(imports.list, { query: {} })).body.imports).toEqual([]);
  });
  test('503 OVERLOADED: five files of the organisation are under way, of whatever kind; another organisation’s is checked', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const coming = { bytes: 1, receive: () => arrived, isWaitedFor: () => true };
    const held = Array.from({ length: 5 }, () => testServer.opened.services.fileTurns.take(o.tenantId, coming, async () => {}));
    expect(await check(o.owner, file(line('a', '1')))).toMatchObject(refused(503, 'OVERLOADED'));
    expect((await check(other.owner, file(line('a', '1')))).status).toBe(200);
    arrive();
    await Promise.all(held);
    expect((await check(o.owner, file(line('a', '1')))).status).toBe(200);
  });
  test('200: ten thousand intents, in the order of the file', async () => {
    const o = await openOrganisation(testServer);
    const { id, counts } = (await check(o.owner, file(...Array.from({ length: 10_000 }, (_, i) => line(`r${i}`, '1'))))).body.import;
    expect(counts).toMatchObject({ intents: 10_000, ready: 10_000 });
    const { intents } = await get(o.owner, id, { after: 9_999 });
    expect(intents.map((i) => [i.line, i.reference])).toEqual([
      [10_000, 'r9998'],
      [10_001, 'r9999'],
    ]);
  });
  test('400: a file with NUL, of an unknown kind, or of more than 10 MB', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await check(owner, `${HEADER}\n\u0000`)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await check(owner, HEADER, { kind: 'others' })).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await check(owner, 'x'.repeat(10_485_761))).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect((await check(owner, 'x'.repeat(10_600_000))).status).toBe(413);
  });
});

describe('GET /api/internal/imports/list', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', imports.list.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: newest first, those of one’s own organisation', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    await check(other.owner, file(line('a', '1')));
    const [one, two] = [
      (await check(o.owner, file(line('a', '1')))).body.import.id,
      (await check(o.owner, file(line('b', '1')))).body.import.id,
    ];
    expect((await o.owner.call(imports.list, { query: {} })).body.imports.map((i) => i.id)).toEqual([two, one]);
  });
});

describe('POST /api/internal/imports/:id/post', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('POST', imports.post.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('200: what is ready is posted in the name of whoever asked; then nothing is left, and the same file again changes nothing', async () => {
    const o = await openOrganisation(testServer);
    const content = file(line('a', '10'), line('', '1'), line('', '1'), line('b', '2', { credit: 'NOWHERE' }));
    const { id } = (await check(o.owner, content)).body.import;
    const mo = await o.member();
    expect(await mo.call(imports.post, { params: { id } })).toMatchObject({
      status: 200,
      body: { import: { status: 'posting', posted_by: mo.id } },
    });
    expect(await mo.call(imports.post, { params: { id } })).toMatchObject(refused(409, 'IMPORT_STATE'));
    expect(await work()).toBe(3);
    const done = await get(o.owner, id);
    expect(done.import).toMatchObject({ status: 'done', counts: { ready: 3, posted: 3, executed: 3, failed: 0 } });
    expect(done.import.finished_at).not.toBeNull();
    expect(done.intents.map((i) => i.result)).toEqual(['executed', 'executed', 'executed', null]);
    expect(await cash(o)).toBe('1200');
    expect(await mo.call(imports.post, { params: { id } })).toMatchObject(refused(409, 'IMPORT_STATE'));
    const head = await o.headSeq();
    const again = (await check(o.owner, content)).body.import;
    expect(again.counts).toMatchObject({ duplicate: 3, ready: 0, rejected: 1 });
    expect(await o.owner.call(imports.post, { params: { id: again.id } })).toMatchObject(refused(409, 'IMPORT_STATE'));
    expect(await o.headSeq()).toBe(head);
    // A reference that was posted with another amount is no repeat: it is told before anything happens.
    const changed = (await check(o.owner, file(line('a', '11')))).body.import;
    expect(await fates(o.owner, changed.id)).toEqual([[2, 'rejected', 'IDEMPOTENCY_CONFLICT']]);
    await sound(o);
  });
  test('404: one that is not there, or another organisation’s', async () => {
    const [o, other] = [await openOrganisation(testServer), await openOrganisation(testServer)];
    const { id } = (await check(other.owner, file(line('a', '1')))).body.import;
    for (const wrong of [randomUUID(), id]) {
      expect(await o.owner.call(imports.post, { params: { id: wrong } })).toMatchObject(refused(404, 'NOT_FOUND'));
      expect(await o.owner.call(imports.get, { params: { id: wrong }, query: {} })).toMatchObject(refused(404, 'NOT_FOUND'));
    }
  });
  test('what changed since the check is told for its row, and the rest goes on', async () => {
    const o = await openEntities(testServer);
    const worker = await o.entityPerson(o.hq, 'entity_member');
    const { id } = (await check(o.owner, file(line('a', '1', { debit: 'DE-1' }), line('b', '2', { debit: 'HQ-1' }), line('c', '3')))).body
      .import;
    await o.owner.call(imports.post, { params: { id: (await check(o.owner, file(line('c', '3')))).body.import.id } });
    await work();
    await worker.call(imports.post, { params: { id } });
    await work();
    expect((await get(o.owner, id)).intents.map((i) => [i.result, i.code])).toEqual([
      ['refused', 'FORBIDDEN'],
      ['executed', null],
      ['duplicate', null],
    ]);
    await sound(o);
  });
  test('killed anywhere and started again by two servers at once, each intent is posted once', async () => {
    const o = await openOrganisation(testServer);
    const COUNT = 1_000;
    const { id } = (await check(o.owner, file(...Array.from({ length: COUNT }, (_, i) => line(`r${i}`, '0.01'))))).body.import;
    await o.owner.call(imports.post, { params: { id } });
    // Every other note of what was posted is lost, as by a kill between the posting and the note.
    const { ledger, writerPool } = testServer.opened.services;
    let asked = 0;
    const forgetful = new Proxy(writerPool, {
      get: (pool, name) => {
        if (name !== 'query') return Reflect.get(pool, name) as unknown;
        return (sql: string, values: unknown[]) => {
          if (sql.startsWith('update import_intents') && asked++ % 2 === 0) throw new Error('killed');
          return pool.query(sql, values);
        };
      },
    });
    let kills = 0;
    while ((await get(o.owner, id)).import.status !== 'done') {
      const ends = await Promise.allSettled([postImports({ ledger, writerPool: forgetful }), postImports({ ledger, writerPool })]);
      kills += ends.filter((e) => e.status === 'rejected').length;
    }
    expect(kills).toBeGreaterThan(0);
    expect((await get(o.owner, id)).import.counts).toMatchObject({ posted: COUNT, executed: COUNT, failed: 0 });
    expect(await cash(o)).toBe(String(COUNT));
    expect((await o.owner.call(health.get)).body).toMatchObject({ ok: true, counts: { postings: COUNT } });
  });
  test('waits while the organisation is read-only', async () => {
    const o = await openOrganisation(testServer);
    const { id } = (await check(o.owner, file(line('a', '1')))).body.import;
    await o.owner.call(imports.post, { params: { id } });
    await o.deactivate();
    expect(await work()).toBe(0);
    expect((await get(o.owner, id)).import.status).toBe('posting');
    await o.owner.call(tenants.clearReadOnly);
    expect(await work()).toBe(1);
  });
});

describe('GET /api/internal/imports/:id', () => {
  test('401: not without a session', async () => {
    expect(await testServer.nobody.send('GET', imports.get.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
  test('404: one that is not there', async () => {
    const { owner } = await openOrganisation(testServer);
    expect(await owner.call(imports.get, { params: { id: randomUUID() }, query: {} })).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: by fate, by text, a page at a time', async () => {
    const o = await openOrganisation(testServer);
    const content = file(line('alpha', '1'), line('beta', 'x'), line('gamma', '2'), line('delta', '3'));
    const { id } = (await check(o.owner, content)).body.import;
    const refs = async (query: object) => (await get(o.owner, id, query)).intents.map((i) => i.reference);
    expect(await refs({ fate: 'invalid' })).toEqual(['beta']);
    expect(await refs({ q: 'GAM' })).toEqual(['gamma']);
    expect(await refs({ limit: 2 })).toEqual(['alpha', 'beta']);
    expect(await refs({ limit: 2, after: 3 })).toEqual(['gamma', 'delta']);
  });
});

describe('opening balances', () => {
  const body = (content: string, more: object = {}) => ({
    kind: 'opening_balances' as const,
    content,
    value_date: TODAY,
    counter_accounts: { USD: 'BANK', EUR: 'EQ-EUR' },
    ...more,
  });
  test('are posted against the account of their currency; a second import changes nothing, another balance is a conflict', async () => {
    const o = await openOrganisation(testServer);
    for (const code of ['C-EUR', 'EQ-EUR']) await o.account(code, { currency: 'EUR' });
    const content = 'account,balance,currency\nCASH,1000.5,USD\nC-EUR,-20,eur\nNOWHERE,1,USD\nCASH,1,GBP\n';
    const { id } = (await o.owner.call(imports.check, { body: body(content) })).body.import;
    expect(await fates(o.owner, id)).toEqual([
      [2, 'ready', null],
      [3, 'ready', null],
      [4, 'rejected', 'ACCOUNT_NOT_FOUND'],
      [5, 'invalid', 'VALIDATION_ERROR'],
    ]);
    await o.owner.call(imports.post, { params: { id } });
    await work();
    const found = (await o.owner.call(balances.get, { query: {} })).body.accounts.map((a) => [a.code, a.balance]);
    expect(found).toEqual([
      ['BANK', '-100050'],
      ['C-EUR', '-2000'],
      ['CASH', '100050'],
      ['EQ-EUR', '2000'],
    ]);
    const again = (await o.owner.call(imports.check, { body: body(content) })).body.import;
    expect(again.counts).toMatchObject({ ready: 0, duplicate: 2 });
    const other = (await o.owner.call(imports.check, { body: body('account;balance;currency\ncash;999;USD') })).body.import;
    expect(await fates(o.owner, other.id)).toEqual([[2, 'rejected', 'IDEMPOTENCY_CONFLICT']]);
    await sound(o);
  });
  test('in one currency need not say which', async () => {
    const o = await openOrganisation(testServer);
    const one = await o.owner.call(imports.check, { body: body('account,balance\nCASH,5', { counter_accounts: { USD: 'BANK' } }) });
    expect(one.body.import.counts.ready).toBe(1);
    const two = await o.owner.call(imports.check, { body: body('account,balance\nCASH,5') });
    expect((await get(o.owner, two.body.import.id)).intents[0]?.message).toBe('Say the currency of this row.');
  });
});
