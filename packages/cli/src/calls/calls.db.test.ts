// Any call by its name, as a program at a terminal makes it: a process of its own with an API key, against a server over HTTP.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { expectOk, type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import type { Ran } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-calls-'));
let testServer: TestServer;
let acme: Organisation;
let environment: NodeJS.ProcessEnv;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  const { secret } = await makeProgram(testServer, acme, 'admin');
  environment = { ...process.env, COUNTINGHOUSE_URL: await testServer.listen(), COUNTINGHOUSE_API_KEY: secret };
});
afterAll(async () => {
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (words: readonly string[], input = ''): Promise<Ran> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...words], { env: environment }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
    child.stdin?.end(input);
  });
const call = (...words: readonly string[]): Promise<Ran> => run(['call', ...words]);
const at = (name: string): string => path.join(folder, name);
const today = new Date().toISOString().slice(0, 10);

test('lists the calls there are, and says what one takes', async () => {
  expect(await run(['calls', 'opening', 'rules'])).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^name .*\naccounts\.opening-rules +GET +\/api\/v1\/opening-rules +read +The rules .*\n$/),
  });
  const { calls } = JSON.parse((await run(['--json', 'calls', 'Intents.Get'])).out) as { readonly calls: readonly object[] };
  expect(calls).toEqual([
    { name: 'intents.get', method: 'GET', path: '/api/v1/intents/{intent_id}', summary: expect.any(String), grant: 'read' },
  ]);
  expect(await run(['calls', 'no-such-words'])).toMatchObject({ code: 1 });
  expect(await call('accounts.open', '--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ {2}--gl_account +text .*required$/m),
  });
  expect(await call('--help')).toMatchObject({ code: 0, out: expect.stringContaining('--idem-key KEY') });
});

test('posts an intent once for the key that it says', async () => {
  const consent = JSON.stringify(acme.intent().consent);
  const words = ['intents.post', '--debit', 'CASH', '--credit', 'BANK', '--amount', '5.00', '--narrative', 'Order 1', '--body', '-'];
  const posted = await run(['call', ...words], `{"consent":${consent}}`);
  expect(posted).toMatchObject({ code: 0, err: expect.stringMatching(/^--idem-key [0-9a-f-]{36}\n$/) });
  expect(JSON.parse(posted.out)).toMatchObject({ ok: true, status: 'executed', duplicate: false });
  const [, key = ''] = posted.err.trim().split(' ');
  const again = await run(['--json', 'call', ...words, '--idem-key', key], `{"consent":${consent}}`);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(again.out)).toMatchObject({ ok: true, duplicate: true });
});

test('tells an intent that is rejected, and exits with 1', async () => {
  writeFileSync(
    at('intent.json'),
    JSON.stringify(acme.intent({ proposed_actions: [{ ...acme.intent().proposed_actions[0], debitAccount: 'NOWHERE' }] as never })),
  );
  const rejected = await call('intents.execute', '--body', at('intent.json'));
  expect(rejected).toMatchObject({ code: 1, err: '' });
  expect(JSON.parse(rejected.out)).toMatchObject({ ok: false, status: 'rejected', error: 'ACCOUNT_NOT_FOUND' });
});

test('reads every page of a list, as JSON or CSV', async () => {
  for (let n = 0; n < 5; n++) expectOk(await acme.owner.call(intents.execute, { body: acme.intent({ use_case: 'paged' }) }));
  const asked = ['intents.list', '--use_case', 'paged', '--all', '--limit', '2'];
  const rows = (await call(...asked)).out
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as { readonly intent_id: string });
  expect(new Set(rows.map((row) => row.intent_id)).size).toBe(5);
  const [head, ...lines] = (await call(...asked, '--output', 'csv')).out.trimEnd().split('\r\n');
  expect(head).toMatch(/^\w+(?:,\w+)+$/);
  expect(head?.split(',')).toContain('intent_id');
  expect(lines).toHaveLength(5);
  for (const label of ['A', 'B', 'C']) expectOk(await acme.owner.call(parties.create, { body: { label, kind: 'customer' } }));
  const found = await call('parties.search', '--all', '--limit', '2');
  expect(
    found.out
      .trimEnd()
      .split('\n')
      .map((text) => (JSON.parse(text) as { readonly label: string }).label),
  ).toEqual(['A', 'B', 'C']);
});

test('opens an account, sets its metadata and finds it by them', async () => {
  const opened = await run(['--json', 'call', 'accounts.open', '--code', 'till-1', '--gl_account', '1000', '--title', 'Till']);
  const { account } = JSON.parse(opened.out) as { readonly account: { readonly id: string; readonly code: string } };
  expect(account).toMatchObject({ code: 'TILL-1', title: 'Till' });
  const set = await call('metadata.annotate-account', '--id', account.id, '--metadata[team]', 'treasury', '--metadata[floor]', '2');
  expect(JSON.parse(set.out)).toMatchObject({ metadata: { team: 'treasury', floor: '2' } });
  await call('metadata.annotate-account', '--id', account.id, '--metadata[floor]', 'null');
  const found = await call('accounts.search', '--metadata[team]', 'treasury');
  expect(JSON.parse(found.out)).toMatchObject({ accounts: [{ code: 'TILL-1', metadata: { team: 'treasury' } }], next: null });
  // A call that has another address elsewhere answers by the names of /api/v1 too.
  expect(JSON.parse((await call('accounts.get', '--id', account.id)).out)).toMatchObject({
    account: { ledger_account_id: acme.glAccountId },
  });
});

test('writes files as they come, and sends them', async () => {
  expect(await call('intents.export', '--format', 'csv', '--out', at('intents.csv'))).toEqual({ code: 0, out: '', err: '' });
  expect(readFileSync(at('intents.csv'), 'utf8')).toContain('paged');
  expect((await call('statements.csv', '--id', acme.cash, '--from', today)).out.split('\r\n').length).toBeGreaterThan(3);
  expect(await call('reports.trial-balance', '--format', 'pdf', '--out', at('report.pdf'))).toMatchObject({ code: 0 });
  expect(readFileSync(at('report.pdf'), 'latin1')).toMatch(/^%PDF-/);
  expect((await call('reports.journal-csv')).out).toMatch(/^seq,line,/);
  expect((await call('reports.journal-hledger')).out).toMatch(/^; .*, journal through seq/);
  writeFileSync(at('note.txt'), 'a note');
  const added = await call('attachments.add-to-account', '--id', acme.cash, '--file', at('note.txt'));
  const { attachment } = JSON.parse(added.out) as { readonly attachment: { readonly sha256: string } };
  expect((await call('attachments.download-from-account', '--id', acme.cash, '--sha256', attachment.sha256)).out).toBe('a note');
  writeFileSync(at('opening.csv'), 'account,balance\nCASH,5.00\n');
  const asked = ['imports.check', '--kind', 'opening_balances', '--value_date', today, '--counter_accounts[USD]', 'BANK'];
  const checked = await call(...asked, '--file', at('opening.csv'));
  expect(checked).toMatchObject({ code: 0, err: '' });
});

test('says of an address that is none what to set, and ends with 78', async () => {
  const ran = await call('settings.get', '--url', 'ledger.example.com');
  expect(ran).toEqual({
    code: 78,
    out: '',
    err: expect.stringMatching(/^ledger\.example\.com is no address of a server: .*COUNTINGHOUSE_URL/),
  });
});

test.each([
  ['what the server refuses', ['accounts.open', '--code', 'CASH', '--gl_account', '1000'], '409 CODE_TAKEN: '],
  ['a file that is refused', ['statements.csv', '--id', '00000000-0000-4000-8000-00000000000a'], '404 NOT_FOUND: '],
  ['an unknown field, before anything is sent', ['accounts.open', '--colour', 'red', '--url', 'http://127.0.0.1:1'], 'no field colour'],
  ['a body that is no JSON', ['accounts.open', '--body', program], 'The body is no JSON.'],
  ['a server that is not there', ['settings.get', '--url', 'http://127.0.0.1:1'], 'could not be reached'],
])('says in one line what is wrong with %s', async (_what, words, says) => {
  const ran = await call(...words);
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});
