// Moving in as somebody at a terminal does it, with the programs themselves as judges of what their accounts hold.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { accounts } from '@countinghouse/contract/features/accounts';
import { health } from '@countinghouse/contract/features/health';
import { intents } from '@countinghouse/contract/features/intents';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTerminal, type Ran, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { has } from '../../../../tools/system-programs.ts';

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-move-in-'));
let testServer: TestServer;
let terminal: Terminal;
let acme: Organisation;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  terminal = await openTerminal(testServer, acme.owner);
});
afterAll(async () => {
  terminal.close();
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

function keep(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}
const move = (file: string, from: string, ...words: readonly string[]): Promise<Ran> =>
  terminal.run('import', file, '--from', from, '--tenant', acme.tenantId, ...words);
const postings = async (): Promise<number> => (await acme.owner.call(health.get)).body.counts.postings;
/** What our accounts hold, by the name that the source has for them. */
async function held(begins: string): Promise<ReadonlyMap<string, string>> {
  const { body } = await acme.owner.call(accounts.search, { query: { limit: 500 } });
  const own = body.accounts.filter(({ external_ref: ref }) => ref?.startsWith(begins) ?? false);
  return new Map(own.map(({ external_ref: ref, currency, balance }) => [`${ref} ${currency}`, balance]));
}
const eight = (text: string): string => formatAmountE8(parseAmountE8(text) ?? 0n);

/** As many transactions of each shape: one to one, one to several, several to several, between currencies. */
function journal(n: number, write: (date: string, words: string, legs: readonly (readonly [string, string])[]) => string): string {
  const parts: string[] = [];
  for (let i = 0; i < n; i++) {
    const date = `2026-${String((i % 9) + 1).padStart(2, '0')}-${String((i % 27) + 1).padStart(2, '0')}`;
    const [a, b] = [`${i + 1}.25`, `${i + 2}.5`];
    parts.push(
      write(date, `Sale ${i}`, [
        ['Assets:Bank', `${a} EUR`],
        ['Income:Sales', `-${a} EUR`],
      ]),
      write(date, 'Two shelves', [
        ['Expenses:Office', `${a} EUR`],
        ['Expenses:Repairs', `${a} EUR`],
        ['Liabilities:Card', `-${2 * i + 2}.50 EUR`],
      ]),
      write(date, 'Payroll', [
        ['Expenses:Wages', `${a} EUR`],
        ['Expenses:Office', `${b} EUR`],
        ['Assets:Bank', `-${b} EUR`],
        ['Liabilities:Card', `-${a} EUR`],
      ]),
      write(date, 'Dollars', [
        ['Assets:Dollars', `${a} USD @@ ${b} EUR`],
        ['Assets:Bank', `-${b} EUR`],
      ]),
    );
  }
  return parts.join('\n');
}

test.skipIf(!has('hledger'))(
  'hledger: tells what it would do, does it, comes to what hledger says, and posts nothing twice',
  { timeout: 120_000 },
  async () => {
    const written = journal(25, (date, words, legs) =>
      [`${date} ${words}`, ...legs.map(([account, amount]) => `    ${account}    ${amount}`), ''].join('\n'),
    );
    const file = keep('books.journal', written);
    const before = await acme.headSeq();
    const told = await move(file, 'hledger');
    expect(told).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(/^Posts 100 intents with 225 rows from 2026-01-01 to 2026-09-18\.\n/),
    });
    expect(told.out).toMatch(/Nothing was changed\. Run it again with --post to do this\.\n$/);
    expect(await acme.headSeq()).toBe(before);

    const moved = await move(file, 'hledger', '--post');
    expect(moved).toMatchObject({
      code: 0,
      out: expect.stringMatching(/100 intents: 100 executed\nAll 7 balances are those of the source\.\n$/),
    });
    const judge = spawnSync('hledger', ['-f', file, 'balance', '--flat', '--empty', '--no-total', '-O', 'csv'], {
      encoding: 'utf8',
    }).stdout;
    const rows = judge
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.replaceAll('"', '').split(','));
    const ours = new Map([
      ...(await held('Assets')),
      ...(await held('Expenses')),
      ...(await held('Income')),
      ...(await held('Liabilities')),
    ]);
    expect(rows).toHaveLength(7);
    for (const [account, money = ''] of rows) {
      const [amount = '', currency = ''] = money.split(' ');
      expect([account, ours.get(`${account} ${currency}`)]).toEqual([account, eight(amount)]);
    }
    // Each leg is a row of its own, and clearing is empty: reports leave it out.
    expect((await held('countinghouse:clearing')).get('countinghouse:clearing EUR')).toBe(eight('0'));
    const { body } = await acme.owner.call(intents.list, { query: { use_case: 'moved_in', limit: 1 } });
    expect(body.intents[0]?.metadata).toMatchObject({ moved_from: 'hledger', source_id: expect.stringMatching(/^line \d+$/) });

    const counted = await postings();
    const again = await move(
      keep('books.journal', `2026-01-01 Before\n    Assets:Bank    7 EUR\n    Equity:Start\n\n${written}`),
      'hledger',
      '--post',
    );
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('101 intents: 1 executed, 100 executed before') });
    expect(await postings()).toBe(counted + 1);
  },
);

test.skipIf(!has('bean-check'))(
  'beancount: comes to what beancount says, and stops at what it says is wrong',
  { timeout: 120_000 },
  async () => {
    const opened = [
      'Assets:Bank',
      'Income:Sales',
      'Expenses:Office',
      'Expenses:Repairs',
      'Expenses:Wages',
      'Liabilities:Card',
      'Assets:Dollars',
    ];
    const named = (text: string): string => opened.reduce((all, name) => all.replaceAll(name, name.replace(':', ':Bean:')), text);
    const entries = journal(5, (date, words, legs) =>
      [`${date} * "${words}"`, ...legs.map(([account, amount]) => `  ${account}  ${amount}`), ''].join('\n'),
    );
    const written = named(`${opened.map((name) => `2026-01-01 open ${name}`).join('\n')}\n${entries}`);
    // Of nothing, and of little, Python writes powers of ten.
    const fine = '2026-01-01 open Assets:Bean:Coins\n2026-03-01 * "Nothing"\n  Assets:Bean:Bank  0.00000000 EUR\n';
    const dust = '2026-03-01 * "Dust"\n  Assets:Bean:Coins  0.0000000000012 COIN @@ 0.01 EUR\n  Assets:Bean:Bank\n';
    const moved = await move(
      keep('books.beancount', `${written}\n${fine}${dust}`),
      'beancount',
      '--name',
      'bean',
      '--without',
      'COIN',
      '--post',
    );
    expect(moved).toMatchObject({
      code: 0,
      out: expect.stringMatching(/21 intents: 21 executed\nAll 7 balances are those of the source\.\n$/),
    });
    const wrong = await move(
      keep('wrong.beancount', `${written}\n2026-02-02 balance Assets:Bean:Bank 1 EUR\n`),
      'beancount',
      '--name',
      'bean',
    );
    expect(wrong).toMatchObject({ code: 1, out: expect.stringMatching(/In its way: 1 problem:\n {2}line \d+: Balance failed/) });
  },
);

test('accounts of which nobody says what they are become assets where debits are above zero, and it is said', {
  timeout: 60_000,
}, async () => {
  const rows = ['date,transaction,account,amount,currency', '2026-01-05,1,Drawer,10,EUR', '2026-01-05,1,Vault,-10,EUR'];
  const told = await move(keep('drawer.csv', rows.join('\n')), 'csv-journal', '--name', 'drawer');
  expect(told).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Of 2 accounts the source does not say what they are: they become assets/),
  });
  expect(told.out).toMatch(/1-\d{4} Drawer/);
});

test.skipIf(!has('hledger'))('hledger: reads letters beyond ASCII, whatever the locale', { timeout: 60_000 }, async () => {
  vi.stubEnv('LC_ALL', 'C');
  const file = keep('locale.journal', '2026-01-02 Miete\n    Expenses:Büro    10.50 EUR\n    Assets:Kasse\n');
  expect(await move(file, 'hledger', '--name', 'locale')).toMatchObject({ code: 0, out: expect.stringContaining('Posts 1 intent') });
  vi.unstubAllEnvs();
});

test('a journal of rows: what is refused is named, and which balance is another for it', { timeout: 60_000 }, async () => {
  const rows = ['date,transaction,account,class,amount,currency', '2026-01-05,1,Till,asset,10,EUR', '2026-01-05,1,Takings,income,-10,EUR'];
  expect(await move(keep('rows.csv', rows.join('\n')), 'csv-journal', '--post')).toMatchObject({
    code: 0,
    out: expect.stringContaining('All 2 balances'),
  });
  const { body } = await acme.owner.call(accounts.search, { query: { code_prefix: 'TAKINGS' } });
  await acme.owner.call(intents.execute, {
    body: acme.intent({ proposed_actions: [{ debitAccount: 'TAKINGS', creditAccount: 'TILL', amount: '10', currency: 'EUR' }] }),
  });
  expect((await acme.owner.call(accounts.close, { params: { id: body.accounts[0]?.id ?? '' }, body: {} })).status).toBe(200);
  const more = [...rows, '2026-01-06,2,Till,asset,5,EUR', '2026-01-06,2,Takings,income,-5,EUR'];
  const refused = await move(keep('rows.csv', more.join('\n')), 'csv-journal', '--post');
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/intent 2: rejected, ACCOUNT_CLOSED/) });
  expect(refused.out).toContain('TILL holds EUR 0.00; Till of the source holds EUR 15.00 Dr\n');
});

test.each([
  [['--from', 'sage'], '--from takes one of formance, blnk'],
  [['--from', 'formance'], 'is not readable (ENOENT)'],
  [['--from', 'formance', '--since', 'May'], '--since takes a day as 2026-01-31'],
  [['--from', 'formance', '--commodity', '$'], "--commodity takes NAME=CURRENCY, as '$=USD'"],
] as readonly (readonly [readonly string[], string])[])('says in one line why it could not begin: %j', async (words, says) => {
  const file = words.includes('--since')
    ? keep('one.json', '[{"id":1,"timestamp":"2026-01-01T00:00:00Z","postings":[]}]')
    : path.join(folder, 'none');
  const ran = await terminal.run('import', file, '--tenant', acme.tenantId, ...words);
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});
