// A server that backs itself up continuously is posted to, and lost with its database at once: what is restored has all but the last seconds.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDrill } from '@countinghouse/server/backup/drill-report';
import { restoreBackup, startRestored } from '@countinghouse/store/backup/restore';
import { connect, openPool } from '@countinghouse/store/connection';
import { okBody } from '@countinghouse/testkit/caller';
import { databaseProcessesOf } from '@countinghouse/testkit/server-process';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openWorld } from '@countinghouse/testkit/world';
import { expect, test } from 'vitest';
import { intentBody } from './simulation/posting.ts';

const LONG = 360_000;
/** What may be missing of what was acknowledged. */
const RPO_MS = 10_000;
const DRILLED_WITHIN_MS = 240_000;
/** One call may take 21 s and be told to come again, where a drill and other tests keep the processors busy. */
const ANSWERED_WITHIN_MS = 90_000;
const POLL_MS = 100;

test('a server that is lost with its database comes back from its backup, drilled before', { timeout: LONG }, async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'lost-'));
  const [folder, keysFolder] = [path.join(home, 'backup'), path.join(home, 'keys')];
  const settings = { BACKUP_DIR: folder, BACKUP_KEYS_DIR: keysFolder, DRILL_EVERY_HOURS: '0.001', DRILL_DIR: home };
  const world = await openWorld(null, settings);
  try {
    const o = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
    const [debitAccount = '', creditAccount = ''] = o.accounts.get('USD') ?? [];
    const acknowledged: { readonly id: string; readonly atMs: number }[] = [];
    let over = false;
    const loading = (async () => {
      while (!over) {
        const id = randomUUID();
        const body = intentBody(o, id, [{ debitAccount, creditAccount, amount: '1', currency: 'USD' }], id);
        const answer = await o.caller.post('/api/v1/intents/execute', body).catch(() => null);
        if (answer?.status === 200) acknowledged.push({ id, atMs: Date.now() });
      }
    })();
    const seen = async (): Promise<boolean> => (await readDrill(folder))?.organisations.some((d) => d.tenant_id === o.tenantId) === true;
    for (const until = performance.now() + DRILLED_WITHIN_MS; performance.now() < until && !(await seen()); ) await sleep(POLL_MS);
    const report = await readDrill(folder);
    expect(report).toMatchObject({ ok: true, faults: [] });
    expect(report?.rpo_seconds).toBeLessThan(RPO_MS / 1000);
    const health = async () => okBody(await o.caller.get('/api/v1/health'))['backup'];
    await expect
      .poll(health, { timeout: ANSWERED_WITHIN_MS })
      .toMatchObject({ reached_at: expect.any(String), copied_at: expect.any(String), drill: { ok: true } });
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(metrics).toMatch(/^countinghouse_backup_drill_ok\{of="backup"\} 1$/m);
    expect(metrics).toMatch(/^countinghouse_backup_reached_timestamp_seconds\{of="backup"\} \d/m);
    await expect.poll(() => acknowledged.at(-1)?.atMs ?? 0, { timeout: 60_000 }).toBeGreaterThan((acknowledged[0]?.atMs ?? 0) + 2 * RPO_MS);

    const server = world.server();
    const processes = databaseProcessesOf(server?.dataDir ?? '');
    expect(processes.length).toBeGreaterThan(0);
    const lostMs = Date.now();
    for (const pid of processes) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        // A connection that was let go since they were counted.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await server?.end('SIGKILL');
    over = true;
    await loading;

    const to = path.join(home, 'restored');
    const restored = await restoreBackup({ from: folder, keysFrom: keysFolder, to, at: null, s3: null });
    expect(restored.heads.map((h) => h.tenantId)).toContain(o.tenantId);
    const postgres = await startRestored(path.join(to, 'pg'));
    const where = { host: postgres.host, port: postgres.port, user: 'postgres', database: 'postgres' };
    const client = await connect(where, 'login');
    const pools = { readerPool: openPool(where, 'reader'), loginPool: openPool(where, 'login') };
    try {
      const found = await client.query<{ id: string }>(
        "select payload::jsonb ->> 'intent_id' as id from events where tenant_id = $1 and event_type = 'intent.executed'",
        [o.tenantId],
      );
      const there = new Set(found.rows.map((row) => row.id));
      const missing = acknowledged.filter(({ id }) => !there.has(id));
      const due = acknowledged.filter(({ atMs }) => atMs < lostMs - RPO_MS);
      expect(due.length).toBeGreaterThan(20);
      expect(missing.filter(({ atMs }) => atMs < lostMs - RPO_MS)).toEqual([]);
      // What the backup says that it holds, it holds.
      expect(missing.filter(({ atMs }) => atMs < Date.parse(restored.holdsUntil))).toEqual([]);
      expect(await findFaults(pools, o.tenantId)).toEqual([]);
    } finally {
      await client.end();
      await Promise.all([pools.readerPool.end(), pools.loginPool.end()]);
      await postgres.stop();
    }
  } finally {
    await world.close();
    // What its server was killed in the middle of may still be written.
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
