// An export of what is held about a person, as an owner at a terminal makes it: a process of its own against a server, over HTTP.

import { parties } from '@countinghouse/contract/features/parties';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTerminal, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
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
});

const run = (...words: readonly string[]) => terminal.run('privacy', 'export', ...words);

test('about an address, and about a party', async () => {
  const { party } = (await acme.owner.call(parties.create, { body: { label: 'Jane Doe' } })).body;
  const byEmail = await run('--email', acme.owner.email, '--tenant', acme.tenantId);
  expect(byEmail.code).toBe(0);
  expect(JSON.parse(byEmail.out)).toMatchObject({ subject: { email: acme.owner.email }, account: { membership: { role: 'owner' } } });
  expect(JSON.parse((await run('--party', party.id)).out)).toMatchObject({ parties: [{ id: party.id, label: 'Jane Doe' }] });
});

test.each([
  [[], 'name either --email or --party'],
  [['--email', 'a@b.test', '--party', 'x'], 'name either --email or --party'],
  [['--email', 'nobody'], 'Enter a valid email address.'],
  [['--party', 'x'], '--party is the id of a party'],
  [['--party', '00000000-0000-4000-8000-000000000000'], '404 NOT_FOUND'],
  [['--email', 'a@b.test', '--url', 'http://127.0.0.1:1'], 'could not be reached'],
])('%j: %s', async (args, says) => {
  const ran = await run(...args);
  expect(ran.code).toBe(2);
  expect(ran.err).toContain(says);
  expect(ran.err.trim().split('\n')).toHaveLength(1);
});
