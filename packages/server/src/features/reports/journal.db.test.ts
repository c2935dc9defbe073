// The journal as it goes out: whole, exact, and readable by what it is made for. The parser below is strict: whatever hledger's
// manual does not promise for a plain journal it refuses.

import { randomUUID } from 'node:crypto';
import { accounts } from '@countinghouse/contract/features/accounts';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { reports } from '@countinghouse/contract/features/reports';
import { parseAmountE8, parseMinor } from '@countinghouse/kernel/money/amount';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

interface Transaction {
  readonly date: string;
  readonly code: string;
  readonly description: string;
  readonly lines: readonly { readonly account: string; readonly amountE8: bigint; readonly currency: string }[];
}

/** Throws for a line that is no part of a journal, an account that was not declared, a transaction that is not zero. */
function parseJournal(text: string): { readonly transactions: readonly Transaction[]; readonly declared: ReadonlySet<string> } {
  const declared = new Set<string>();
  const transactions: (Transaction & { lines: { account: string; amountE8: bigint; currency: string }[] })[] = [];
  for (const line of text.split('\n')) {
    const account = /^account (\S+(?: \S+)*)(?: {2}; type: [ALERX])?$/.exec(line);
    const head = /^(\d{4}-\d{2}-\d{2}) \((\d+\.\d+)\) ([^;]*)$/.exec(line);
    const posting = /^ {4}([^\s;(*![]\S*(?: \S+)*) {2}(-?\d+(?:\.\d+)?) ([A-Z]{3})$/.exec(line);
    if (account !== null) declared.add(account[1] ?? '');
    else if (head !== null) transactions.push({ date: head[1] ?? '', code: head[2] ?? '', description: head[3] ?? '', lines: [] });
    else if (posting !== null) {
      const name = posting[1] ?? '';
      if (!declared.has(name)) throw new Error(`not declared: ${name}`);
      transactions.at(-1)?.lines.push({ account: name, amountE8: parseAmountE8(posting[2] ?? '') ?? 0n, currency: posting[3] ?? '' });
    } else if (line !== '' && line !== 'decimal-mark .' && !/^(?: {4})?; /.test(line)) throw new Error(`not a journal: ${line}`);
  }
  for (const { code, lines } of transactions) {
    if (lines.length !== 2 || new Set(lines.map((l) => l.currency)).size !== 1 || lines.reduce((s, l) => s + l.amountE8, 0n) !== 0n)
      throw new Error(`not zero: ${code}`);
  }
  return { transactions, declared };
}

/** CSV of RFC 4180 as rows of fields. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const m of text.matchAll(/("(?:[^"]|"")*"|[^,"\r\n]*)(,|\r\n)/g)) {
    const field = m[1] ?? '';
    rows.at(-1)?.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (m[2] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const narratives = ['=cmd()', 'Two\nlines; a comment', 'Łódź, "quoted"', '* starred  (twice)', '', '| payee'];

async function openBooks() {
  const o = await openOrganisation(testServer, 'Acme; Inc');
  const us = { 'x-tenant-id': o.tenantId };
  const title = 'Sales: goods;  and “more”';
  const { body } = await o.owner.call(
    glAccounts.create,
    { body: { code: '4000', title, class: 'I', normalBalance: 'CR', parentId: null } },
    us,
  );
  for (const [code, currency] of [
    ['A:B', 'USD'],
    ['A/B', 'USD'],
    ['EUR-1', 'EUR'],
    ['EUR-2', 'EUR'],
  ] as const)
    expect((await o.owner.call(accounts.create, { body: { code, currency, ledgerAccountId: body.gl.id } }, us)).status).toBe(200);
  const hq = await o.entity('HQ');
  await o.account('HQ-1', { entityId: hq });
  for (const [i, narrative] of narratives.entries()) {
    const valueDate = `2026-0${i + 1}-15`;
    const proposed_actions = [
      row('CASH', 'A:B', `-${i + 1}.00000001`, { narrative, valueDate }),
      row('A/B', 'HQ-1', '99999999999999999999.99', { narrative, valueDate }),
      row('EUR-1', 'EUR-2', '0.5', { narrative, valueDate, currency: 'EUR' }),
    ];
    const answer = await o.owner.call(intents.execute, { body: o.intent({ proposed_actions }) }, us);
    expect([answer.status, answer.body]).toEqual([200, expect.any(Object)]);
  }
  const get = async (path: string): Promise<string> => String((await o.owner.send('GET', path, undefined, us)).body['text']);
  return { ...o, us, hq, get };
}

describe('GET /api/internal/ledger/journal.hledger', () => {
  test('401, 404: nobody gets it, and there is none of an entity that is not here', async () => {
    const { path } = reports.journalHledger;
    expect(await testServer.nobody.send('GET', path)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    const { owner, tenantId } = await openOrganisation(testServer);
    const elsewhere = await owner.send('GET', `${path}?entity=${randomUUID()}`, undefined, { 'x-tenant-id': tenantId });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
  test('200: every posting as a transaction that comes to zero; its balances are ours, whatever names and narratives hold', async () => {
    const { owner, us, get } = await openBooks();
    const { transactions, declared } = parseJournal(await get(reports.journalHledger.path));
    expect(transactions).toHaveLength(3 * narratives.length);
    expect(transactions[0]).toMatchObject({ date: '2026-01-15', description: '=cmd()' });
    expect(transactions[3]?.description).toBe('Two lines； a comment');
    const sums = new Map<string, bigint>();
    for (const { account, amountE8 } of transactions.flatMap((t) => t.lines)) sums.set(account, (sums.get(account) ?? 0n) + amountE8);
    const ours = (await owner.call(accounts.list, { body: {} }, us)).body.accounts;
    expect(sums.size).toBe(ours.length - 1);
    for (const a of ours) {
      const [name = ''] = [...declared].filter((n) => n.endsWith(`:${a.code.replaceAll(':', '：')}`));
      expect([a.code, sums.get(name) ?? 0n]).toEqual([a.code, parseMinor(a.balance, a.minorUnits)]);
    }
    expect(declared).toContain('Income:4000 Sales： goods； and “more”:A：B');
  });
});

describe('GET /api/internal/ledger/journal.csv', () => {
  test('401, 404: nobody gets it, and there is none of an entity that is not here', async () => {
    const { path } = reports.journalCsv;
    expect(await testServer.nobody.send('GET', path)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    const { owner, tenantId } = await openOrganisation(testServer);
    const elsewhere = await owner.send('GET', `${path}?entity=${randomUUID()}`, undefined, { 'x-tenant-id': tenantId });
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });
  test('200: every posting in the order of the log, exact, and no text is a formula', async () => {
    const { get } = await openBooks();
    const [head = [], ...rows] = parseCsv(await get(reports.journalCsv.path));
    expect(head).toEqual(
      'seq,line,booked_at,value_date,intent_id,debit_account,debit_entity,credit_account,credit_entity,amount,currency,narrative'.split(
        ',',
      ),
    );
    expect(rows).toHaveLength(3 * narratives.length);
    expect(rows.every((r) => r.length === head.length)).toBe(true);
    // Posted the other way round: its amount was below zero.
    expect(rows[0]?.slice(5)).toEqual(['A:B', '', 'CASH', '', '1.00000001', 'USD', "'=cmd()"]);
    expect(rows[1]?.slice(5)).toEqual(['A/B', '', 'HQ-1', 'HQ', '99999999999999999999.99', 'USD', "'=cmd()"]);
    expect(rows[6]?.at(-1)).toBe('Łódź, "quoted"');
    const seqs = rows.map((r) => Number(r[0]) * 1000 + Number(r[1]));
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  });
  test('200: between two value dates, and of an entity', async () => {
    const { get, hq } = await openBooks();
    const between = parseCsv(await get(`${reports.journalCsv.path}?from=2026-02-15&to=2026-03-14`)).slice(1);
    expect(new Set(between.map((r) => r[3]))).toEqual(new Set(['2026-02-15']));
    const ofHq = parseCsv(await get(`${reports.journalCsv.path}?entity=${hq}`)).slice(1);
    expect([ofHq.length, new Set(ofHq.map((r) => r[8]))]).toEqual([narratives.length, new Set(['HQ'])]);
  });
  test('200: more than a page is told whole, each posting once', async () => {
    const { owner, us, intent, get } = await openBooks();
    const many = Array.from({ length: 500 }, () => row('CASH', 'A:B', '1'));
    await Promise.all(
      Array.from({ length: 5 }, async () =>
        expect((await owner.call(intents.execute, { body: intent({ proposed_actions: many }) }, us)).status).toBe(200),
      ),
    );
    const rows = parseCsv(await get(reports.journalCsv.path)).slice(1);
    expect(rows).toHaveLength(3 * narratives.length + 2500);
    expect(new Set(rows.map((r) => `${r[0]}.${r[1]}`)).size).toBe(rows.length);
  });
});
