// An export of what is held about a person, as an owner at a terminal makes it: a process of its own against a server, over HTTP.

import { execFile } from 'node:child_process';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parties } from '@countinghouse/contract/features/parties';
import { useDatabase } from '@countinghouse/testkit/database';
import { type House, openHouse } from '@countinghouse/testkit/house';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const db = useDatabase();
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
    const answer = await house.nobody.send(request.method ?? '', request.url ?? '', await text(request), headers);
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
});

const run = (args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, 'privacy', 'export', ...args], { env: { ...process.env, ...environment } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });

test('about an address, and about a party', async () => {
  const { party } = (await acme.owner.call(parties.create, { body: { label: 'Jane Doe' } })).body;
  const byEmail = await run(['--email', acme.owner.email, '--tenant', acme.tenantId]);
  expect(byEmail.code).toBe(0);
  expect(JSON.parse(byEmail.out)).toMatchObject({ subject: { email: acme.owner.email }, account: { membership: { role: 'owner' } } });
  expect(JSON.parse((await run(['--party', party.id])).out)).toMatchObject({ parties: [{ id: party.id, label: 'Jane Doe' }] });
});

test.each([
  [[], 'name either --email or --party'],
  [['--email', 'a@b.test', '--party', 'x'], 'name either --email or --party'],
  [['--email', 'nobody'], 'Enter a valid email address.'],
  [['--party', 'x'], '--party is the id of a party'],
  [['--party', '00000000-0000-4000-8000-000000000000'], '404 NOT_FOUND'],
  [['--email', 'a@b.test', '--url', 'http://127.0.0.1:1'], 'could not be reached'],
])('%j: %s', async (args, says) => {
  const ran = await run(args);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(says);
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});
