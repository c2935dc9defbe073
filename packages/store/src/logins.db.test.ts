// Whoever gets a statement of their own into a session of the server: what they can become, and what they can reach.

import { connect, nameOf } from '@countinghouse/store/connection';
import { useDatabase } from '@countinghouse/testkit/database';
import { isSpread, onOneMachine } from '@countinghouse/testkit/spread';
import { describe, expect, test } from 'vitest';
import { LOGINS } from './logins.ts';

const db = useDatabase();
type Login = (typeof LOGINS)[number];

async function refusalOf(role: Login, ...statements: readonly string[]): Promise<string> {
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
const GREATER: readonly string[] = [
  'postgres',
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_read_all_data',
  'pg_write_all_data',
  'pg_monitor',
  'pg_signal_backend',
];
/** The owner becomes the two roles that have less of the tables than it has, and nobody becomes anybody else. */
const BECOMES: Readonly<Record<Login, readonly Login[]>> = { reader: [], writer: [], auth: [], backup: [], owner: ['reader', 'writer'] };

test('a superuser can do all of it: it is the login that is refused', async () => {
  const client = await connect(db.where, 'login');
  try {
    await client.query("copy (select 1) to program 'cat > /dev/null'");
    expect((await client.query<{ read: string }>("select pg_read_file('PG_VERSION') as read")).rows[0]?.read).toMatch(/^\d+\n$/);
  } finally {
    await client.end();
  }
});

describe.each(LOGINS)('a session of %s', (role) => {
  test('is nobody else behind its role, and a member of nothing that may more', async () => {
    const client = await connect(db.where, role);
    try {
      await client.query('reset role; set role none; reset session authorization');
      const { rows } = await client.query<{ who: string; session: string; is_super: string }>(
        "select current_user as who, session_user as session, current_setting('is_superuser') as is_super",
      );
      expect(rows).toEqual([{ who: nameOf(role), session: nameOf(role), is_super: 'off' }]);
      const attributes = await client.query(
        'select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
      );
      expect(attributes.rows).toEqual([
        {
          rolsuper: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolreplication: role === 'backup',
          rolbypassrls: role === 'writer' || (isSpread && role === 'owner'),
        },
      ]);
      const memberOf = await client.query<{ name: string }>(
        `select r.rolname as name from pg_roles r where r.rolname <> current_user and pg_has_role(current_user, r.oid, 'member')
         and r.rolname <> 'pg_database_owner' order by r.rolname`,
      );
      expect(memberOf.rows.map((r) => r.name)).toEqual(BECOMES[role].map(nameOf));
    } finally {
      await client.end();
    }
  });

  test.each([...GREATER, ...LOGINS.filter((other) => other !== role && !BECOMES[role].includes(other)).map(nameOf)])(
    'never becomes %s',
    async (other) => {
      expect(await refusalOf(role, `set role ${other}`)).toBe(FORBIDDEN);
    },
  );

  test.each([
    ['becomes the superuser by session', 'set session authorization postgres'],
    ['makes itself a superuser', 'alter role current_user superuser'],
    ['takes a role of the server', 'grant pg_read_server_files to current_user'],
    ['makes a role', 'create role intruder superuser'],
    ['runs a program', "copy (select 1) to program 'true'"],
    ['reads a program', "create temp table t (line text); copy t from program 'true'"],
    ['reads a file', "select pg_read_file('PG_VERSION')"],
    ['reads a file as bytes', "select pg_read_binary_file('PG_VERSION')"],
    ['reads a file by COPY', "create temp table t (line text); copy t from '/etc/passwd'"],
    ['reads a file as a large object', "select lo_import('/etc/passwd')"],
    ['lists a folder', "select pg_ls_dir('.')"],
    ['writes a file', "copy (select 1) to '/tmp/countinghouse-written'"],
    ['changes a setting of the server', "alter system set fsync = 'off'"],
    ['has the settings read again', 'select pg_reload_conf()'],
    ['loads code', "load '/tmp/x.so'"],
    ['loads code into its next session', "alter role current_user set session_preload_libraries = 'x'"],
    ['adds a language or a function of C', "create function f() returns int language c as '/tmp/x.so', 'f'"],
    ['watches what others do to tables', 'create event trigger t on ddl_command_start execute function pg_catalog.now()'],
    ['makes a database', 'create database beside'],
    ['reaches another server', 'create foreign data wrapper away'],
  ])('never %s', async (_what, statement) => {
    expect(await refusalOf(role, 'set role none', ...statement.split('; '))).toBe(FORBIDDEN);
  });
});

describe.each(['reader', 'writer', 'auth', 'backup'] as const)('a session of %s', (role) => {
  test.each([
    ['changes the log', 'update public.events set payload = payload'],
    ['deletes from the log', 'delete from public.events'],
    ['turns row-level security off', 'alter table public.events disable row level security'],
    ['makes a table beside ours', 'create table public.beside (n int)'],
    ['makes a schema', 'create schema beside'],
  ])('never %s', async (_what, statement) => {
    expect(await refusalOf(role, 'set role none', statement)).toBe(FORBIDDEN);
  });
});

test.each([
  ['reader', 'select * from auth.users'],
  ['reader', 'insert into events (tenant_id) values (gen_random_uuid())'],
  ['auth', 'select * from public.events'],
  ['auth', 'select * from public.key_secrets'],
  ['writer', 'select * from auth.credentials'],
  ['backup', 'select * from public.events'],
  ['backup', 'select * from auth.users'],
] as const)('%s has no right to: %s', async (role, statement) => {
  expect(await refusalOf(role, statement)).toBe(FORBIDDEN);
});

onOneMachine('the owner of a spread database has BYPASSRLS')(
  'the owner of the tables sees the rows of no organisation that it does not name',
  async () => {
    const superuser = await connect(db.where, 'login');
    const owner = await connect(db.where, 'owner');
    try {
      const [tenant] = (await superuser.query<{ id: string }>('select gen_random_uuid() as id')).rows;
      await superuser.query('insert into chain_heads values ($1, 1, $2, now())', [tenant?.id, 'hash']);
      const seen = async () => (await owner.query('select from chain_heads')).rowCount;
      expect(await seen()).toBe(0);
      await owner.query(`set app.tenant_id = '${tenant?.id}'`);
      expect(await seen()).toBe(1);
    } finally {
      await Promise.all([superuser.end(), owner.end()]);
    }
  },
);
