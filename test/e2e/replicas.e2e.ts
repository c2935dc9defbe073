// A server that reads from a replica, in the browser: reads go on without the primary and say how old they are; what the replica lacks is
// offered by way of the writer.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PREFER_WRITER_HEADER } from '@countinghouse/contract/headers';
import { type Replicated, startReplicated } from '@countinghouse/testkit/replicated';
import { findFreePort, type ServerProcess, startServer } from '@countinghouse/testkit/server-process';
import { expect, test } from '@playwright/test';
import { openBooks } from './books.ts';
import { keepPicture } from './walk.ts';

const START_TIMEOUT_MS = 180_000;

let replicated: Replicated;
let server: ServerProcess;
let home: string;
test.beforeAll(async () => {
  test.setTimeout(START_TIMEOUT_MS);
  replicated = await startReplicated();
  home = mkdtempSync(path.join(os.tmpdir(), 'replica-e2e-'));
  server = await startServer(home, await findFreePort(), {
    DATABASE_URL: replicated.primary.url,
    DATABASE_REPLICA_URL: replicated.standbys.map((standby) => standby.url).join(','),
    SIGN_UP: 'open',
    CLUSTER_HOST: '127.0.0.1',
  });
  expect(await server.ready(START_TIMEOUT_MS), server.output()).toBe(true);
});
test.afterAll(async () => {
  await server.end('SIGTERM');
  await replicated.close();
  rmSync(home, { recursive: true, force: true });
});

test('reads go on without the primary and say how old they are; what the replica lacks is read via the writer', async ({ browser }) => {
  test.setTimeout(START_TIMEOUT_MS);
  const context = await browser.newContext({ baseURL: server.url, extraHTTPHeaders: { origin: server.url } });
  const page = await context.newPage();
  const books = await openBooks(page);
  const postOne = () => books.postIntent({ debit: 'BANK', credit: 'SALES', amount: '10' });
  await postOne();
  await replicated.caughtUp();
  const newest = page.getByRole('grid', { name: 'Events' }).getByRole('row').nth(1);
  const ready = (): Promise<unknown> => fetch(`${server.url}/readyz`).then((answer) => answer.json());

  await replicated.primary.kill();
  await expect.poll(ready).toEqual({ ok: true, mode: 'read-only' });
  const old = page.getByRole('status').filter({ hasText: /What you see may be \d+ seconds old/ });
  await expect(async () => {
    await page.goto('/dashboard/events');
    await expect(newest.getByText('intent.executed')).toBeVisible();
    await expect(old).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await keepPicture(page, 'old', { fullPage: true });

  await replicated.primary.start();
  await expect.poll(ready, { timeout: 30_000 }).toEqual({ ok: true });
  await replicated.standbys[0]?.run('select pg_wal_replay_pause()');
  await expect(async () => void (await postOne())).toPass({ timeout: 30_000 });
  const seq = Number((await replicated.primary.run<{ seq: number }>('select seq from chain_heads'))[0]?.seq);
  await replicated.primary.kill();
  await expect.poll(ready).toEqual({ ok: true, mode: 'read-only' });
  await page.goto('/dashboard/events');
  const viaWriter = page.getByRole('button', { name: 'Retry via writer' }).first();
  await expect(viaWriter).toBeVisible({ timeout: 30_000 });
  await keepPicture(page, 'behind', { fullPage: true });

  await replicated.primary.start();
  await expect.poll(ready, { timeout: 30_000 }).toEqual({ ok: true });
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/events?'));
  await viaWriter.click();
  expect((await asked).headers()[PREFER_WRITER_HEADER]).toBe('1');
  await expect(newest.locator('strong')).toHaveText(String(seq));
  await keepPicture(page, 'via-writer', { fullPage: true });
  await replicated.standbys[0]?.run('select pg_wal_replay_resume()');
});
