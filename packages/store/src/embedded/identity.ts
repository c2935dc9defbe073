// Decides as whom PostgreSQL runs, and makes the kernel end it with us.
//
// PostgreSQL refuses to run as root. So:
//  - not root: as we are;
//  - root, and the data directory belongs to somebody else: as that user;
//  - root otherwise: in a user namespace that calls root "nobody". Nothing is created or chowned, and a checkout below a
//    folder of mode 700 works;
//  - root where namespaces are forbidden (Docker's default): as the system user `postgres`, made if missing. That user
//    must be able to reach the binaries and the data directory; if not, the error says which path is closed.
//
// `setpriv --pdeathsig INT` has the Linux kernel send a fast shutdown when the thread that started PostgreSQL ends, also
// by kill -9. Therefore PostgreSQL must be started from the main thread.
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';

export interface Identity {
  readonly how: 'self' | 'namespace' | 'other user';
  /** Words to put before a command so that it runs under this identity and ends with us. */
  readonly prefix: readonly string[];
  /** Hands a folder that we made to this identity. */
  readonly own: (dir: string) => void;
}

interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

const ROOT_UID = 0;
const NOBODY_ID = '65534';
const dieWithUs = ['setpriv', '--pdeathsig', 'INT', '--'];
const namespace = ['unshare', '--user', `--map-user=${NOBODY_ID}`, `--map-group=${NOBODY_ID}`, '--'];
const keepOwner = (): void => {};

/** Chooses the identity for a data directory that may not exist yet. Throws with advice where none can work. */
export function chooseIdentity(dataDir: string, postgres: string): Identity {
  const ending = works([...dieWithUs, 'true']) ? dieWithUs : [];
  if (process.getuid?.() !== ROOT_UID) return { how: 'self', prefix: ending, own: keepOwner };
  const owner = existsSync(dataDir) ? statSync(dataDir) : null;
  if (owner !== null && owner.uid !== ROOT_UID) return runAs(owner, dataDir, postgres);
  if (works([...namespace, 'true'])) return { how: 'namespace', prefix: [...namespace, ...ending], own: keepOwner };
  return runAs(findOrCreatePostgresUser(), dataDir, postgres);
}

function runAs({ uid, gid }: UserIds, dataDir: string, postgres: string): Identity {
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig', 'INT', '--'];
  for (const needed of [path.dirname(dataDir), postgres]) {
    if (works([...prefix, 'test', '-x', needed])) continue;
    throw new Error(
      `Running as root, PostgreSQL would run as user ${uid}, who cannot reach ${needed}: ` +
        'open that path to others, allow user namespaces, run as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { how: 'other user', prefix, own: (dir) => chownSync(dir, uid, gid) };
}

function findOrCreatePostgresUser(): UserIds {
  const idsOfPostgres = (): UserIds => ({ uid: readId('-u'), gid: readId('-g') });
  try {
    return idsOfPostgres();
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']);
    return idsOfPostgres();
  }
}

function readId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
