// PostgreSQL is killed in the middle of a replay. What its backends undo as they end is in no log then: the next start must get by without.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { connect, type Where } from './connection.ts';
import { startEmbedded } from './embedded/postgres.ts';
import { replay } from './replay.ts';

test('PostgreSQL starts again after it was killed while a log was replayed', async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'replay-killed-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dataDir = path.join(home, 'pg');
  await putFreshPostgres(dataDir);
  const first = await startEmbedded({ dataDir, durable: true });
  const where: Where = { host: first.host, port: first.port, user: 'postgres', database: 'postgres' };
  const [client, other] = await Promise.all([connect(where, 'login'), connect(where, 'login')]);
  await client.query('checkpoint');
  const undone = new Promise((resolve) => client.once('end', resolve));
  const replayed = replay(client, randomUUID(), {
    onProgress: async () => {
      // What others commit takes the log with it as far as it is.
      await other.query('create table kept (word text)');
      process.kill(first.pid, 'SIGKILL');
      await undone;
    },
  });
  await expect(replayed).rejects.toThrow();
  await first.exited;
  const second = await startEmbedded({ dataDir, durable: true });
  onTestFinished(() => second.stop());
  const again = await connect(where, 'login');
  expect((await again.query('select count(*)::int as there from kept')).rows).toEqual([{ there: 0 }]);
  await again.end();
});
