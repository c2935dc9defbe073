// Forward-only migrations: a folder each, plain SQL, one transaction each, in the order of their names, one migrator at a time.
// What was applied is remembered with its checksum; a file that changed afterwards is refused.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { splitStatements } from './sql/split-statements.ts';

const folder = new URL('./migrations/', import.meta.url);
const MIGRATION_LOCK = 4_711_000;

/** Texts that were mended so that they apply in more places, and do the same where they had been applied: name and SHA-256 before. */
const mended: Readonly<Record<string, string>> = {
  '0001-ledger': 'a4be7a74bb0a38633a2cc2e3c1f16a12fd66b68a4104cc3ad9cd2e1b92776f9c',
};

export class MigrationRefused extends Error {}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

function migrations(): readonly Migration[] {
  return readdirSync(folder)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => {
      const sql = readFileSync(new URL(`${name}/up.sql`, folder), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/**
 * Applies what is missing and answers its names.
 *
 * Throws MigrationRefused when an applied file has changed, or when the database has migrations that this version does not
 * know (it was migrated by a newer one). The client must own the schema and may create roles.
 */
export async function migrate(client: pg.ClientBase): Promise<readonly string[]> {
  await client.query('set lock_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    await client.query(
      'create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const missing = await findMissing(client);
    for (const m of missing) await apply(client, m);
    return missing.map((m) => m.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

/**
 * The same where nothing can be written: throws MigrationRefused where anything is missing too, and for a database that is none of ours.
 */
export async function checkMigrated(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ there: boolean }>("select to_regclass('schema_migrations') is not null as there");
  if (found.rows[0]?.there !== true) throw new MigrationRefused('this standby has no books: start a server on its primary first');
  const [missing] = await findMissing(client);
  if (missing !== undefined)
    throw new MigrationRefused(`this standby has no migration ${missing.name}: start a server of this version on its primary first`);
}

/** In the order in which they are to be applied. Throws MigrationRefused, as `migrate` says. */
async function findMissing(client: pg.ClientBase): Promise<readonly Migration[]> {
  const rows = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  const applied = new Map(rows.rows.map((r) => [r.name, r.sha256]));
  const known = migrations();
  for (const name of applied.keys()) {
    if (!known.some((m) => m.name === name))
      throw new MigrationRefused(`the database has migration ${name}, which this version does not know: run a newer version`);
  }
  return known.filter((m) => {
    const before = applied.get(m.name);
    if (before !== undefined && before !== m.sha256 && before !== mended[m.name])
      throw new MigrationRefused(`migration ${m.name} was changed after it was applied`);
    return before === undefined;
  });
}

async function apply(client: pg.ClientBase, m: Migration): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of splitStatements(m.sql)) await client.query(statement);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [m.name, m.sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
