// Opening rules as somebody at a terminal has them: a process of its own against a server, over HTTP.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
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

const fileOf = (text: string): string => {
  const file = path.join(testServer.dataDir, 'rules.json');
  writeFileSync(file, text);
  return file;
};

test('are shown, set from a file and set again from what was shown', async () => {
  expect(await terminal.run('opening-rules', 'show')).toMatchObject({ code: 0, out: expect.stringContaining('There are no rules') });
  const rules = [
    { prefix: 'CUSTOMER-', gl_account: acme.glAccountId, currency: 'USD', kind: 'customer', floor_minor: '-500' },
    { prefix: 'X-', gl_account: acme.glAccountId },
  ];
  const set = await terminal.run('opening-rules', 'set', fileOf(JSON.stringify({ rules })));
  expect(set).toMatchObject({ code: 0, err: '' });
  const lines = set.out.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^CUSTOMER-\tGL \S+\tUSD\tcustomer\tfloor -500 minor units$/),
    expect.stringMatching(/^X-\tGL \S+\tany currency\t\S+\tno floor$/),
  ]);
  const shown = await terminal.run('--json', 'opening-rules', 'show');
  expect(JSON.parse(shown.out)).toMatchObject({ rules: [{ prefix: 'CUSTOMER-', floor_minor: '-500' }, { prefix: 'X-' }] });
  expect(await terminal.run('opening-rules', 'set', fileOf(shown.out))).toEqual(set);
});

test('says what is wrong with a file', async () => {
  expect(await terminal.run('opening-rules', 'set', fileOf('no rules'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('the rules are no JSON'),
  });
  expect(await terminal.run('opening-rules', 'set', fileOf('{"rules":[{"prefix":"A-"}]}'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('400 MISSING_FIELDS'),
  });
});
