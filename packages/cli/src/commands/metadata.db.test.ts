// Metadata as somebody at a terminal has it: a process of its own against a server, over HTTP.

import { intents } from '@countinghouse/contract/features/intents';
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

test('is shown, changed and removed key by key', async () => {
  const body = acme.intent({ metadata: { team: 'treasury', order: '7' } });
  await acme.owner.call(intents.execute, { body });
  const { intent_id } = body;
  expect(await terminal.run('metadata', 'show', 'intent', intent_id)).toEqual({ code: 0, out: 'order=7\nteam=treasury\n', err: '' });
  const changed = await terminal.run('metadata', 'set', 'intent', intent_id, 'note=a=b', 'empty=', '--remove', 'order');
  expect(changed).toEqual({ code: 0, out: 'empty=\nnote=a=b\nteam=treasury\n', err: '' });
  const shown = await terminal.run('--json', 'metadata', 'show', 'intent', intent_id);
  expect(JSON.parse(shown.out)).toMatchObject({
    metadata: { team: 'treasury' },
    changes: [{ changes: { order: null } }, { changes: { order: '7' } }],
  });
  expect(await terminal.run('metadata', 'set', 'account', acme.cash, 'desk=fx')).toMatchObject({ code: 0, out: 'desk=fx\n' });
});

test('says what is wrong with what was asked', async () => {
  const asked: readonly (readonly [readonly string[], string])[] = [
    [['show', 'invoice', 'x'], 'invoice has no metadata'],
    [['show', 'intent', 'none'], '404 NOT_FOUND'],
    [['set', 'account', acme.cash], 'say key=value'],
    [['set', 'account', acme.cash, 'team'], 'team: say key=value'],
    [['set', 'account', acme.cash, 'team=a', '--remove', 'team'], 'name each key once'],
    [['set', 'account', acme.cash, `team=${'v'.repeat(501)}`], '400 VALIDATION_ERROR'],
  ];
  for (const [words, why] of asked) {
    const { code, err } = await terminal.run('metadata', ...words);
    expect([words, code, err.includes(why)]).toEqual([words, 2, true]);
  }
});
