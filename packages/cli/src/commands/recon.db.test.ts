// Reconciling as somebody at a terminal does it: a process of its own against a server, over HTTP.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTerminal, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-cli-'));
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

const keep = (name: string, content: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const DAY = '2026-03-10';

test('imports rows once, matches them, tells how it stands, and undoes one match', async () => {
  await acme.owner.call(intents.execute, { body: acme.intent({ proposed_actions: [row('CASH', 'BANK', '10', { valueDate: DAY })] }) });
  const rows = ['10', '7'].map((amount) => ({ source: 'b', posted_at: DAY, account_code: 'CASH', amount, currency: 'USD' }));
  const file = keep('rows.json', JSON.stringify(rows));
  expect(await terminal.run('recon', 'import', file)).toEqual({ code: 0, out: '2 rows imported, 0 duplicates\n', err: '' });
  const again = await terminal.run('--json', 'recon', 'import', file);
  expect(JSON.parse(again.out)).toMatchObject({ imported: 0, duplicates: 2 });
  expect(await terminal.run('recon', 'match')).toMatchObject({ code: 0, out: '1 row matched\n' });
  expect(await terminal.run('recon', 'status')).toMatchObject({ code: 0, out: '1 matched, 1 unmatched, 0 exceptions\n' });
  const [match] = (await acme.owner.call(recon.matches, { query: {} })).body.matches;
  expect(await terminal.run('recon', 'unmatch', match?.id ?? '')).toMatchObject({ code: 0, out: 'undone\n' });
  expect(JSON.parse((await terminal.run('--json', 'recon', 'status')).out)).toMatchObject({ matched: 0, unmatched: 2 });
});

test('imports a file of a bank by the columns of its source', async () => {
  const statuses = { booked: ['done'], notBooked: ['waits'] };
  const csv = { columns: { postedAt: 1, amount: 2, status: 3 }, statuses, headerRow: 0, dateFormat: 'YYYY-MM-DD' };
  await acme.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'BANK', csv } });
  const file = keep('bank.csv', '2026-03-10,12.50,Done\n2026-03-11,-3.00,Done\n2026-03-12,-4.00,Waits\n');
  expect(await terminal.run('recon', 'import', file, '--source', 'Main')).toMatchObject({
    code: 0,
    out: '2 rows imported, 0 duplicates; left out: 1 not booked yet\n',
  });
});

test('says after an import what does not follow the statement before, and what may have come in twice', async () => {
  await acme.owner.call(recon.saveSource, { body: { name: 'Daily', account_code: 'BANK', bank_account: '987654321' } });
  const of = (day: string, opening: string, closing: string, words: string): string =>
    keep(
      `${day}-${words}.sta`,
      `:20:S\n:25:987654321\n:28C:1\n:60F:C${day}USD${opening}\n:61:${day}C1000,NTRF\n:86:${words}\n:62F:C${day}USD${closing}\n-\n`,
    );
  const said = '1 row imported, 0 duplicates\n';
  expect(await terminal.run('recon', 'import', of('260401', '0,', '1000,', 'Rent'))).toMatchObject({ out: said });
  expect(await terminal.run('recon', 'import', of('260403', '1200,', '2200,', 'Rent'))).toEqual({
    code: 0,
    out: `${said}The statement of BANK from 2026-04-03 opens with 1200.00 USD; the one before it closed with 1000.00 USD on 2026-04-01. Statements between them may be missing.\n`,
    err: '',
  });
  expect(await terminal.run('recon', 'import', of('260401', '0,', '1000,', 'Miete'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 row has the day and amount of one that another import brought. It may have come in twice.\n'),
  });
});

test('imports a file in the encoding that is named', async () => {
  await acme.owner.call(recon.saveSource, { body: { name: 'Polish', account_code: 'BANK', bank_account: '123456789' } });
  const text = ':20:S\n:25:123456789\n:28C:1\n:60F:C260310USD0,\n:61:260310C1,NTRF\n:86:OP\xa3ATA\n:62F:C260310USD1,\n-\n';
  const file = path.join(folder, 'polish.sta');
  writeFileSync(file, Buffer.from(text, 'latin1'));
  expect(await terminal.run('recon', 'import', file, '--encoding', 'ebcdic')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/windows-1250, iso-8859-2/),
  });
  expect(await terminal.run('recon', 'import', file, '--encoding', 'iso-8859-2')).toMatchObject({
    code: 0,
    out: '1 row imported, 0 duplicates\n',
  });
  const { rows } = (await acme.owner.call(recon.rows, { query: { q: '1' } })).body;
  expect(rows.map((r) => r.description)).toContain('OPŁATA');
});

test.each([
  ['no array', '[1', 'Import payload must be valid JSON array'],
  ['no row', '[]', 'Provide at least one statement row'],
  ['no statement', 'hello', '400 STATEMENT_UNREADABLE'],
])('says in one line why it took nothing of %s', async (what, content, says) => {
  const ran = await terminal.run('recon', 'import', keep(`${what}.txt`, content), '--account', 'CASH');
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});
