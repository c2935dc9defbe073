// Reconciling as somebody at a terminal does it: a process of its own against a server, over HTTP.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { intents } from '@countinghouse/contract/features/intents';
import { recon } from '@countinghouse/contract/features/recon';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-cli-'));
let house: House;
let server: http.Server;
let environment: Readonly<Record<string, string>>;
let acme: Organisation;
beforeAll(async () => {
  house = await openHouse(db.where);
  const handOn = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    // It stands at another port than the house: where a request comes from is said anew for the house.
    const { origin: _here, ...others } = request.headers;
    const headers = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)]));
    const body = await buffer(request);
    const answer = await house.nobody.send(request.method ?? '', request.url ?? '', body.length === 0 ? undefined : body, headers);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  };
  server = http.createServer((request, response) => void handOn(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  acme = await openOrganisation(house);
  const { email, password } = acme.owner;
  const signedIn = await house.nobody.send('POST', '/api/auth/sign-in/email', { email, password });
  environment = {
    COUNTINGHOUSE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    COUNTINGHOUSE_COOKIE: String(signedIn.headers['set-cookie']).split(';')[0] ?? '',
  };
});
afterAll(async () => {
  server.close();
  await house.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const run = (...args: readonly string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...process.env, ...environment } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
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
  expect(await run('recon', 'import', file)).toEqual({ code: 0, out: '2 rows imported, 0 duplicates\n', err: '' });
  const again = await run('--json', 'recon', 'import', file);
  expect(JSON.parse(again.out)).toMatchObject({ imported: 0, duplicates: 2 });
  expect(await run('recon', 'match')).toMatchObject({ code: 0, out: '1 row matched\n' });
  expect(await run('recon', 'status')).toMatchObject({ code: 0, out: '1 matched, 1 unmatched, 0 exceptions\n' });
  const [match] = (await acme.owner.call(recon.matches, { query: {} })).body.matches;
  expect(await run('recon', 'unmatch', match?.id ?? '')).toMatchObject({ code: 0, out: 'undone\n' });
  expect(JSON.parse((await run('--json', 'recon', 'status')).out)).toMatchObject({ matched: 0, unmatched: 2 });
});

test('imports a file of a bank by the columns of its source', async () => {
  const csv = { columns: { postedAt: 1, amount: 2 }, headerRow: 0, dateFormat: 'YYYY-MM-DD' };
  await acme.owner.call(recon.saveSource, { body: { name: 'Main', account_code: 'BANK', csv } });
  const file = keep('bank.csv', '2026-03-10,12.50\n2026-03-11,-3.00\n');
  expect(await run('recon', 'import', file, '--source', 'Main')).toMatchObject({ code: 0, out: '2 rows imported, 0 duplicates\n' });
});

test.each([
  ['no array', '[1', 'Import payload must be valid JSON array'],
  ['no row', '[]', 'Provide at least one statement row'],
  ['no statement', 'hello', '400 STATEMENT_UNREADABLE'],
])('says in one line why it took nothing of %s', async (what, content, says) => {
  const ran = await run('recon', 'import', keep(`${what}.txt`, content), '--account', 'CASH');
  expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining(says) });
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});
