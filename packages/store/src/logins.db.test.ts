// Whoever gets a statement of their own into a session of the server: what they can become, and what they can reach.

import { connect } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { describe, expect, test } from 'vitest';

const db = useDatabase();

async function refusalOf(role: 'reader' | 'writer' | 'auth', ...statements: readonly string[]): Promise<string> {
  const client = await connect(db.where, role);
  try {
    for (const statement of statements) await client.query(statement);
    return 'done';
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  } finally {
    await client.end();
  }
}

const FORBIDDEN = '42501';

describe.each(['reader', 'writer', 'auth'] as const)('a session of %s', (role) => {
  test('is nobody else behind its role', async () => {
    const client = await connect(db.where, role);
    try {
      await client.query('reset role; set role none; reset session authorization');
      const { rows } = await client.query<{ who: string; session: string; is_super: string }>(
        "select current_user as who, session_user as session, current_setting('is_superuser') as is_super",
      );
      expect(rows).toEqual([{ who: `countinghouse_${role}`, session: `countinghouse_${role}`, is_super: 'off' }]);
    } finally {
      await client.end();
    }
  });

  test.each([
    ['becomes the superuser', 'set role postgres'],
    ['becomes the superuser by session', 'set session authorization postgres'],
    ['runs a program', "copy (select 1) to program 'true'"],
    ['reads a file', "select pg_read_file('PG_VERSION')"],
    ['reads a file by COPY', "create temp table t (line text); copy t from '/etc/passwd'"],
    ['writes a file', "copy (select 1) to '/tmp/countinghouse-written'"],
    ['changes the log', 'update public.events set payload = payload'],
    ['deletes from the log', 'delete from public.events'],
    ['turns row-level security off', 'alter table public.events disable row level security'],
    ['changes a setting of the server', "alter system set fsync = 'off'"],
    ['makes a role', 'create role intruder superuser'],
    ['loads code', "load '/tmp/x.so'"],
    ['adds a language or a function of C', "create function f() returns int language c as '/tmp/x.so', 'f'"],
    ['makes a table beside ours', 'create table public.beside (n int)'],
  ])('never %s', async (_what, statement) => {
    expect(await refusalOf(role, 'set role none', ...statement.split('; '))).toBe(FORBIDDEN);
  });
});

test.each([
  ['reader', 'select * from auth.users'],
  ['reader', 'insert into events (tenant_id) values (gen_random_uuid())'],
  ['auth', 'select * from public.events'],
  ['auth', 'select * from public.key_secrets'],
  ['writer', 'select * from auth.credentials'],
] as const)('%s has no right to: %s', async (role, statement) => {
  expect(await refusalOf(role, statement)).toBe(FORBIDDEN);
});
