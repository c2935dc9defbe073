// `npm start`, as whoever docs/operating/install.md says that it may run: an ordinary user, root, and root where namespaces are forbidden. PostgreSQL never runs as root.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { findFreePort, postgresPidOf, startServer } from '@countinghouse/testkit/server-process';
import { afterEach, beforeEach, expect, test } from 'vitest';

const TIMEOUT_MS = 240_000;
const ROOT_UID = 0;
const FOLDER_ENTERED = 0o711;
const PROGRAM = 0o755;

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'as-whom-'));
  chmodSync(home, FOLDER_ENTERED);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const idOf = (user: string, flag = '-u'): number | null => {
  const { status, stdout } = spawnSync('id', [flag, user], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
};
const isRoot = process.getuid?.() === ROOT_UID;
const [nobody, postgres] = [idOf('nobody'), idOf('postgres')];
/** Who a process is outside of any namespace. */
const uidOf = (pid: number): number => statSync(`/proc/${pid}`).uid;

interface Started {
  readonly prefix?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts it, looks for what it serves, stops it by a signal to npm; answers as whom server and PostgreSQL ran. */
async function start({ prefix = [], settings = {} }: Started): Promise<{ readonly postgresUid: number; readonly output: string }> {
  const dataDir = path.join(home, 'data');
  const server = await startServer(dataDir, await findFreePort(), { DEMO: '0', HOME: home, ...settings }, undefined, [
    ...prefix,
    'npm',
    'start',
  ]);
  expect(await server.ready(TIMEOUT_MS / 2), server.output()).toBe(true);
  const page = await fetch(server.url);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
  const postgresUid = uidOf(postgresPidOf(dataDir));
  expect(await server.end('SIGTERM'), server.output()).toBe(0);
  return { postgresUid, output: server.output() };
}

test.runIf(isRoot && nobody !== null)('an ordinary user: PostgreSQL runs as the same', { timeout: TIMEOUT_MS }, async () => {
  const [uid, gid] = [nobody ?? ROOT_UID, idOf('nobody', '-g') ?? ROOT_UID];
  chownSync(home, uid, gid);
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
  expect((await start({ prefix })).postgresUid).toBe(uid);
  expect([statSync(path.join(home, 'data')).uid, statSync(path.join(home, 'data/pg')).uid]).toEqual([uid, uid]);
});

// Where there is no such user it would be made, and this machine is not ours to change.
test.runIf(isRoot && postgres !== null)(
  'root where namespaces are forbidden: PostgreSQL runs as the system user `postgres`',
  { timeout: TIMEOUT_MS },
  async () => {
    const programs = path.join(home, 'programs');
    mkdirSync(programs);
    chmodSync(programs, PROGRAM);
    writeFileSync(path.join(programs, 'unshare'), '#!/bin/sh\necho "unshare failed: Operation not permitted" >&2\nexit 1\n', {
      mode: PROGRAM,
    });
    expect((await start({ settings: { PATH: `${programs}:${process.env['PATH'] ?? ''}` } })).postgresUid).toBe(postgres);
    expect(statSync(path.join(home, 'data/pg')).uid).toBe(postgres);
    expect(statSync(path.join(home, 'data')).mode & 0o777).toBe(FOLDER_ENTERED);
  },
);

test.runIf(!isRoot)('whoever runs the tests: PostgreSQL runs as the same', { timeout: TIMEOUT_MS }, async () => {
  expect((await start({})).postgresUid).toBe(process.getuid?.());
});
