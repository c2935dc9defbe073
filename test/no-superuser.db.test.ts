// A running server and its embedded database: as whom each of its sessions began, told by PostgreSQL itself, and who is refused.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect } from '@countinghouse/store/connection';
import { SUPERUSER } from '@countinghouse/store/logins';
import { okBody } from '@countinghouse/testkit/caller';
import { databaseOf, postgresPidOf } from '@countinghouse/testkit/server-process';
import { openWorld, type World } from '@countinghouse/testkit/world';
import { expect, test } from 'vitest';
import { intentBody } from './simulation/posting.ts';

const LONG = 240_000;
const DONE_WITHIN_MS = 60_000;
const READY_WITHIN_MS = 60_000;

const dataDirOf = (world: World): string => world.server()?.dataDir ?? '';

/** How many sessions of each user and purpose began, of the log of PostgreSQL from there on. */
function sessionsSince(log: string, from: number): ReadonlyMap<string, number> {
  const begun = readFileSync(log, 'utf8').slice(from);
  const counts = new Map<string, number>();
  for (const [, user, purpose] of begun.matchAll(/connection authorized: user=(\w+).*?(?:application_name=([\w-]+))?$/gm)) {
    const key = `${user} ${purpose ?? ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface Session {
  readonly user: string;
  readonly super: boolean;
}

/** Every session there is now. The launcher of logical replication, a process of PostgreSQL's own, has a user and no database: copying sessions are told apart from it. */
async function listSessions(dataDir: string): Promise<readonly Session[]> {
  const client = await connect(databaseOf(dataDir), 'owner', { application_name: 'looking' });
  try {
    const found = await client.query<Session>(`
      select r.rolname as user, r.rolsuper as super from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
      where a.datname is not null or exists (select from pg_stat_replication s where s.pid = a.pid)`);
    return found.rows;
  } finally {
    await client.end();
  }
}

test('no session of a running server is a superuser’s: from its start on, while it replays, checks, backs up and starts again', {
  timeout: LONG,
}, async () => {
  const home = mkdtempSync(path.join(os.tmpdir(), 'no-superuser-'));
  const world = await openWorld(null, { BACKUP_DIR: path.join(home, 'backup'), BACKUP_KEYS_DIR: path.join(home, 'keys') });
  try {
    const dataDir = dataDirOf(world);
    const log = path.join(dataDir, 'postgres.log');
    // From now on PostgreSQL writes down each session that begins.
    appendFileSync(path.join(dataDir, 'pg', 'postgresql.conf'), "log_connections = 'all'\n");
    process.kill(postgresPidOf(dataDir), 'SIGHUP');
    const from = statSync(log).size;
    await expect
      .poll(async () => (await listSessions(dataDir)) && sessionsSince(log, from).size, { timeout: DONE_WITHIN_MS })
      .toBeGreaterThan(0);

    const o = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
    const [debitAccount = '', creditAccount = ''] = o.accounts.get('USD') ?? [];
    for (let n = 0; n < 20; n++)
      okBody(
        await o.caller.post(
          '/api/v1/intents/execute',
          intentBody(o, `${n}`, [{ debitAccount, creditAccount, amount: '1', currency: 'USD' }], `${n}`),
        ),
      );

    const seen: Session[] = [];
    let over = false;
    const looking = (async () => {
      while (!over) seen.push(...(await listSessions(dataDir)));
    })();
    const before = sessionsSince(log, from).get('countinghouse_owner countinghouse-owner') ?? 0;
    okBody(await o.caller.post('/api/v1/replays', {}));
    const replayed = async () => okBody(await o.caller.get('/api/v1/replays/latest'))['replay'];
    await expect.poll(replayed, { timeout: DONE_WITHIN_MS }).toMatchObject({ state: 'done', result: { equal: true } });
    okBody(await o.caller.post('/api/v1/health/check', {}));
    const checked = async () => okBody(await o.caller.get('/api/v1/health'));
    await expect
      .poll(checked, { timeout: DONE_WITHIN_MS })
      .toMatchObject({ full: { state: 'done', ok: true }, backup: { copied_at: expect.any(String) } });
    over = true;
    await looking;
    expect(seen.filter((session) => session.super)).toEqual([]);
    expect(new Set(seen.map((session) => session.user))).toEqual(
      new Set(['auth', 'backup', 'owner', 'reader', 'writer'].map((login) => `countinghouse_${login}`)),
    );
    // The replay and the full check each had one of the owner's; so many times it was looked meanwhile.
    expect(sessionsSince(log, from).get('countinghouse_owner looking')).toBeGreaterThan(5);
    expect((sessionsSince(log, from).get('countinghouse_owner countinghouse-owner') ?? 0) - before).toBeGreaterThanOrEqual(2);

    await world.server()?.end('SIGTERM');
    expect(await world.restart(READY_WITHIN_MS)).toBe(true);
    expect(await world.check(o)).toEqual([]);
    const users = new Set([...sessionsSince(log, from).keys()].map((key) => key.split(' ')[0]));
    expect(users).toContain('countinghouse_backup');
    expect(users).not.toContain(SUPERUSER);
    expect(users).toEqual(new Set(['auth', 'backup', 'owner', 'reader', 'writer'].map((login) => `countinghouse_${login}`)));
    await expect(connect({ ...databaseOf(dataDir), user: SUPERUSER }, 'login')).rejects.toMatchObject({ code: '28000' });
  } finally {
    await world.close();
    rmSync(home, { recursive: true, force: true });
  }
});
