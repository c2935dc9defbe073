import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findBinaries } from './binaries.ts';
import { chooseIdentity } from './identity.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './postgres.ts';
import { AlreadyRunning } from './predecessor.ts';

const isRoot = process.getuid?.() === 0;

let home: string;
let dataDir: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-embedded-'));
  dataDir = path.join(home, 'pg');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function startServer(more: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, durable: false, ...more });
  onTestFinished(() => server.stop());
  return server;
}

async function query(server: Pick<Embedded, 'host' | 'port'>, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host: server.host, port: server.port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the server on our directory and then does nothing. */
async function startInChild(): Promise<{ readonly child: ChildProcess; readonly serverPid: number }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)};
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) return { child, serverPid: Number(line) };
  throw new Error('the child did not start a server');
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Makes a start stand still before it takes connections; answers the process that does. */
async function haltStart(dir: string): Promise<number> {
  for (let waits = 0; waits < 30_000; waits++) {
    const [pid = ''] = existsSync(path.join(dir, 'postmaster.pid'))
      ? readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
      : [];
    if (pid !== '') {
      process.kill(Number(pid), 'SIGSTOP');
      return Number(pid);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('it was not started');
}

describe('a start that stands still', () => {
  beforeEach(async () => {
    await putFreshPostgres(dataDir);
    const first = await startEmbedded({ dataDir, durable: false });
    await query(first, 'create table kept (word text)');
    await first.stop();
  });

  test('is ended, and the next one is waited for', async () => {
    const halted = haltStart(dataDir);
    const server = await startServer({ patienceMs: 1_500 });
    expect(server.pid).not.toBe(await halted);
    expect(await query(server, 'select count(*)::int as there from kept')).toEqual([{ there: 0 }]);
  });

  test('is ended at once by who asked for it', async () => {
    const giveUp = new AbortController();
    const starting = startEmbedded({ dataDir, durable: false, signal: giveUp.signal });
    await haltStart(dataDir);
    giveUp.abort(new Error('not wanted any more'));
    await expect(starting).rejects.toThrow('not wanted any more');
    expect(await query(await startServer(), 'select count(*)::int as there from kept')).toEqual([{ there: 0 }]);
  });
});

describe('a data directory', () => {
  test('keeps its data over stop and start', async () => {
    const first = await startServer({ durable: true });
    await query(first, 'create table kept (word text); ');
    await query(first, "insert into kept values ('ledger')");
    await first.stop();
    const second = await startServer({ durable: true });
    expect(await query(second, 'select word from kept')).toEqual([{ word: 'ledger' }]);
  });

  test('sorts by code point, checks its pages and writes through, whatever the system is set to', async () => {
    const server = await startServer({ durable: true });
    expect(await query(server, "select word from (values ('b'), ('B'), ('a'), ('ä')) t (word) order by word")).toEqual(
      ['B', 'a', 'b', 'ä'].map((word) => ({ word })),
    );
    const [settings] = await query(
      server,
      `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as addresses`,
    );
    expect(settings).toEqual({ checksums: 'on', fsync: 'on', commit: 'on', addresses: '' });
  });

  test('takes settings of its own over the defaults', async () => {
    const server = await startServer({ settings: { max_connections: '17' } });
    expect(await query(server, 'show max_connections')).toEqual([{ max_connections: '17' }]);
  });

  test('may lie deeper than the path of a socket may be long', async () => {
    dataDir = path.join(home, 'deep'.repeat(20), 'pg');
    const server = await startServer();
    onTestFinished(() => rmSync(server.host, { recursive: true, force: true }));
    expect(server.host).not.toBe(dataDir);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('that holds something else is left alone', async () => {
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'letter.txt'), 'mine');
    await expect(startServer()).rejects.toThrow('holds something else');
    expect(readFileSync(path.join(dataDir, 'letter.txt'), 'utf8')).toBe('mine');
  });

  test('half made by a start that was killed is made anew', async () => {
    const left = `${dataDir}.new-${process.pid}`;
    mkdirSync(left);
    writeFileSync(path.join(left, 'PG_VERSION'), '18');
    const server = await startServer();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(left)).toBe(false);
  });

  test.runIf(isRoot)('of another user is served as that user when we are root, or the closed path is named', async () => {
    const otherUid = 54_321;
    mkdirSync(dataDir);
    chownSync(dataDir, otherUid, otherUid);
    await expect(startServer()).rejects.toThrow(`user ${otherUid}, who cannot reach ${home}`);
  });

  test('made by two starts at the same moment has exactly one server', async () => {
    const both = await Promise.allSettled([startServer(), startInChild()]);
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await query({ host: dataDir, port: 5432 }, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('that does not start says why, in the words of PostgreSQL', async () => {
    await expect(startServer({ settings: { shared_buffers: 'many' } })).rejects.toThrow('shared_buffers');
  });
});

describe('a second start', () => {
  beforeEach(() => putFreshPostgres(dataDir));

  test('is told that another server owns the directory, and does it no harm', async () => {
    const server = await startServer();
    await expect(startEmbedded({ dataDir, durable: false })).rejects.toThrow(AlreadyRunning);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is told so also from another process', async () => {
    await startInChild();
    await expect(startEmbedded({ dataDir, durable: false })).rejects.toThrow(AlreadyRunning);
  });

  test('is told so also after the connection of the owner was ended', async () => {
    const server = await startServer();
    await query(server, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countinghouse-owner'");
    await expect
      .poll(() => query(server, "select count(*)::int as owners from pg_locks where locktype = 'advisory'").catch(() => []), {
        timeout: 20_000,
      })
      .toEqual([{ owners: 1 }]);
    await expect(startEmbedded({ dataDir, durable: false })).rejects.toThrow(AlreadyRunning);
  });
});

describe('a start after a fault', () => {
  beforeEach(() => putFreshPostgres(dataDir));

  test('is not confused by a process id that now belongs to somebody else', async () => {
    await (await startServer()).stop();
    // Not this process: PostgreSQL itself forgives the number of its parent.
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const lines = [stranger.pid, dataDir, Math.floor(Date.now() / 1000), 5432, dataDir, '', '', 'ready'];
    for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) writeFileSync(path.join(dataDir, file), `${lines.join('\n')}\n`);
    const server = await startServer();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('recovers what was committed before PostgreSQL was killed', async () => {
    const server = await startServer({ durable: true });
    await query(server, 'create table kept (word text)');
    await query(server, "insert into kept values ('ledger')");
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    const next = await startServer({ durable: true });
    expect(await query(next, 'select word from kept')).toEqual([{ word: 'ledger' }]);
  });

  test('does not wait for a backend that goes on working after PostgreSQL was killed', async () => {
    const server = await startServer({ durable: true });
    const busy = query(server, 'select count(*) from generate_series(1, 4000000000)').catch(() => null);
    await expect
      .poll(() =>
        query(
          server,
          "select 1 as found from pg_stat_activity where query like '%generate_series%' and state = 'active' and pid <> pg_backend_pid()",
        ),
      )
      .toHaveLength(1);
    process.kill(server.pid, 'SIGKILL');
    await server.exited;
    const next = await startServer({ durable: true });
    // Its work would take minutes.
    expect(next.startedMs).toBeLessThan(40_000);
    await busy;
  });

  test('takes over after its owner was killed', async () => {
    const { child, serverPid } = await startInChild();
    await query({ host: dataDir, port: 5432 }, 'create table kept (word text)');
    await killed(child);
    const server = await startServer();
    expect(server.pid).not.toBe(serverPid);
    expect(await query(server, 'select count(*)::int as words from kept')).toEqual([{ words: 0 }]);
  });

  test('stops a PostgreSQL that nobody owns', async () => {
    await (await startServer()).stop();
    const binaries = findBinaries(path.join(home, 'cache'));
    const prefix = chooseIdentity(dataDir, binaries.postgres).prefix.filter((word) => word !== '--pdeathsig' && word !== 'INT');
    const [command = '', ...args] = [
      ...prefix,
      binaries.postgres,
      '-D',
      dataDir,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${dataDir}`,
    ];
    const orphan = spawn(command, args, {
      stdio: 'ignore',
      detached: true,
      env: { LC_ALL: 'C', PATH: process.env['PATH'], LD_LIBRARY_PATH: binaries.libraryPath ?? '' },
    });
    const ended = new Promise<number | null>((resolve) => orphan.once('exit', resolve));
    await expect.poll(() => query({ host: dataDir, port: 5432 }, 'select 1 as one').catch(() => [])).toHaveLength(1);
    const server = await startServer();
    expect(await ended).toBe(0);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(process.platform === 'linux')('finds nothing to clear: PostgreSQL ends by itself when its owner is killed', async () => {
    const { child } = await startInChild();
    await killed(child);
    await expect.poll(() => existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
  });
});
