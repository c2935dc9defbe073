// Forward-only migrations: a folder each, plain SQL, one transaction each, in the order of their names, one migrator at a time.
// What was applied is remembered with its checksum; a file that changed afterwards is refused.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

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
    const rows = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
    const applied = new Map(rows.rows.map((r) => [r.name, r.sha256]));
    const known = migrations();
    for (const name of applied.keys()) {
      if (!known.some((m) => m.name === name))
        throw new MigrationRefused(`the database has migration ${name}, which this version does not know: run a newer version`);
    }
    const done: string[] = [];
    for (const m of known) {
      const before = applied.get(m.name);
      if (before === m.sha256 || (before !== undefined && before === mended[m.name])) continue;
      if (before !== undefined) throw new MigrationRefused(`migration ${m.name} was changed after it was applied`);
      await apply(client, m);
      done.push(m.name);
    }
    return done;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
}

async function apply(client: pg.ClientBase, m: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(m.sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [m.name, m.sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
