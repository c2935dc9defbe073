// A PostgreSQL as the first start of a server leaves it: initialised, with its logins and all migrations, and nothing in it. To make one takes two
// seconds of processor time, to copy one a tenth: it is made once and kept beside what else is compiled. Tests of beginnings begin with nothing.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEmbedded } from '@countinghouse/store/embedded/postgres';
import { migrateWithLogins } from './migrated.ts';

const kept = fileURLToPath(new URL('../../../node_modules/.cache/fresh-postgres/', import.meta.url));
const sources = fileURLToPath(new URL('../../store/src/', import.meta.url));
/** What decides how one looks. */
const DECIDING = ['migrations', 'embedded', 'migrate.ts', 'logins.ts', 'connection.ts', '../package.json'];

/** Puts one in place of what the first start on this directory would make: the `pg` of a data directory. There must be none. */
export async function putFreshPostgres(dataDir: string): Promise<void> {
  if (existsSync(dataDir)) throw new Error(`${dataDir} is there already`);
  const made = path.join(kept, name());
  if (!existsSync(made)) await make(made);
  mkdirSync(path.dirname(dataDir), { recursive: true });
  await copy(made, dataDir);
}

/** With its owner and rights, which PostgreSQL looks at. */
const copy = async (from: string, to: string): Promise<void> => void (await promisify(execFile)('cp', ['-a', from, to]));

function name(): string {
  const digest = createHash('sha256');
  const add = (file: string): void => {
    if (statSync(file).isDirectory()) for (const entry of readdirSync(file).sort()) add(path.join(file, entry));
    else digest.update(`${file}\n`).update(readFileSync(file));
  };
  for (const each of DECIDING) add(path.join(sources, each));
  return digest.digest('hex').slice(0, 16);
}

/** Where several make one at once, one of them stays. */
async function make(place: string): Promise<void> {
  // Whoever PostgreSQL runs as reaches it there.
  const home = mkdtempSync(path.join(os.tmpdir(), 'fresh-postgres-'));
  chmodSync(home, 0o711);
  try {
    const dataDir = path.join(home, 'pg');
    const postgres = await startEmbedded({ dataDir, durable: false });
    try {
      await migrateWithLogins(postgres);
    } finally {
      await postgres.stop();
    }
    mkdirSync(kept, { recursive: true });
    const whole = mkdtempSync(path.join(kept, 'new-'));
    await copy(dataDir, path.join(whole, 'pg'));
    try {
      renameSync(path.join(whole, 'pg'), place);
    } catch (error) {
      if (!existsSync(place)) throw error;
    }
    rmSync(whole, { recursive: true, force: true });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
