// A database that went back, seen and accepted from the command line: a process of its own with the settings of the server.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { connect } from '@countinghouse/store/connection';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import type { TestDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { copyOf } from '@countinghouse/testkit/put-back';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-loss-'));
let where: TestDatabase['where'];
let stop: () => Promise<void>;
let testServer: TestServer;

const run = (...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    const { host, port, user, database } = where;
    const settings = {
      DATA_DIR: path.join(home, 'data'),
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
    };
    execFile(process.execPath, [program, ...args], { env: { ...process.env, ...settings } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

beforeAll(async () => {
  // The command line works on durable databases alone.
  const postgres = await startEmbedded({ dataDir: path.join(home, 'pg'), durable: true });
  where = { host: postgres.host, port: postgres.port, user: 'postgres', database: 'books' };
  const client = await connect({ ...where, database: 'postgres' }, 'login');
  await client.query('create database books');
  await client.end();
  stop = () => postgres.stop();
  expect(await run('migrate')).toMatchObject({ code: 0 });
  testServer = await openTestServer(where, { DATA_DIR: path.join(home, 'data') });
}, 60_000);
afterAll(async () => {
  await testServer.close();
  await stop();
  rmSync(home, { recursive: true, force: true });
});

test('a loss is listed, accepted by name, and the server goes on', { timeout: 180_000 }, async () => {
  const o = await openOrganisation(testServer);
  expect(await run('loss', 'list')).toEqual({ code: 0, out: 'No log went back.\n', err: '' });
  const kept = await o.headSeq();
  const putBack = await copyOf({ where });
  for (let n = 0; n < 2; n++) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
  // The marks are where another process finds them.
  await testServer.opened.services.highWater.settle();
  await putBack();
  expect(await o.owner.call(intents.execute, { body: o.intent() })).toMatchObject({ status: 423, body: { code: 'LOG_WENT_BACK' } });

  const [from, to] = [String(kept + 1), String(kept + 2)];
  const listed = await run('loss', 'list');
  expect(listed).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${o.tenantId}  events ${from} to ${to} were answered and are gone`),
  });
  const accept = (first: string, owner: string) => run('loss', 'accept', o.tenantId, '--from', first, '--to', to, '--owner', owner);
  expect(await accept('1', o.owner.email)).toMatchObject({ code: 2, err: expect.stringContaining(`events ${from} to ${to}`) });
  expect(await accept(from, 'nobody@example.com')).toMatchObject({ code: 2, err: 'nobody signs in as nobody@example.com\n' });
  const stranger = await testServer.person('Sam');
  expect(await accept(from, stranger.email)).toMatchObject({ code: 2, err: expect.stringContaining('NOT_FOUND') });
  expect(await accept(from, o.owner.email)).toMatchObject({ code: 0, out: expect.stringContaining(`in event ${from}`) });

  expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
  const accepted = (await o.owner.call(events.list, { query: { type: 'ledger.loss_accepted' } })).body.events;
  expect(accepted).toMatchObject([{ actor_id: o.owner.id, payload: { lost_from: kept + 1, lost_to: kept + 2 } }]);
  expect(await run('loss', 'list')).toMatchObject({ code: 0 });
});
