// Witnesses as somebody at a terminal has them: the key of the log, a witness that is started for it, and how it goes.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchors } from '@countinghouse/contract/features/anchors';
import { witnesses } from '@countinghouse/contract/features/witnesses';
import { WitnessOffers } from '@countinghouse/server/features/witnesses/worker';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { openTerminal, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const db = useDatabase();
const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-witness-cli-'));
let testServer: TestServer;
let terminal: Terminal;
let acme: Organisation;
let running: ChildProcess | null = null;
beforeAll(async () => {
  testServer = await openTestServer(db.where, { EGRESS_ALLOW: '127.0.0.1' });
  acme = await openOrganisation(testServer);
  terminal = await openTerminal(testServer, acme.owner);
});
afterAll(async () => {
  if (running !== null && running.exitCode === null) {
    running.kill('SIGKILL');
    await once(running, 'exit');
  }
  terminal.close();
  await testServer.close();
  rmSync(dir, { recursive: true, force: true });
});

test('a key is made, a witness started by what the log says of itself, and its state said', async () => {
  const key = path.join(dir, 'key');
  const made = await terminal.run('witness', 'key', '--name', 'witness.example/w', '--out', key);
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^witness\.example\/w\+[0-9a-f]{8}\+B[A-P]/) });
  expect((await terminal.run('witness', 'key', '--name', 'witness.example/w', '--out', key)).code).toBe(2);
  const said = await terminal.run('witness', 'list');
  expect(said).toMatchObject({ code: 0, out: expect.stringMatching(/^log countinghouse\//) });
  const logs = path.join(dir, 'logs');
  writeFileSync(logs, said.out);
  expect((await terminal.run('witness', '--listen', '127.0.0.1:0', '--data', dir, '--key', key)).code).not.toBe(0);

  const child = spawn(process.execPath, [
    program,
    'witness',
    '--listen',
    '127.0.0.1:0',
    '--data',
    path.join(dir, 'data'),
    '--key',
    key,
    '--logs',
    logs,
  ]);
  running = child;
  let url = '';
  for await (const part of child.stdout) {
    url = /(http:\/\/\S+) witnesses countinghouse\//.exec(String(part))?.[1] ?? url;
    if (url !== '') break;
  }
  await acme.owner.call(witnesses.add, { body: { vkey: made.out.trim(), url } });
  await acme.owner.call(anchors.make, { body: {} });
  const errors: unknown[] = [];
  const offers = new WitnessOffers(testServer.opened.services, (error) => errors.push(error));
  await offers.pass();
  await offers.settle();
  expect(errors).toEqual([]);
  expect(await terminal.run('witness', 'list')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/witness\.example\/w: current, cosigned events 1 to \d+\n$/),
  });
  await testServer.opened.loginPool.query("update witness_offers set failing_since = now(), refused_at = now(), last_error = 'x'");
  expect(await terminal.run('witness', 'list')).toMatchObject({ code: 1, out: expect.stringContaining('refused, cosigned events') });
});
