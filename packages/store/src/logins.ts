// Logins of the embedded database, each with what it needs and nothing more: no session of the server that answers requests is a superuser's, and
// `set role none` leads nowhere. On a PostgreSQL of one's own its operator decides who logs in.

import type pg from 'pg';

/** To be run as a superuser after the migrations, at every start: tables that they have added are granted here. */
export async function grantLogins(client: pg.ClientBase): Promise<void> {
  await client.query(`
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'countinghouse_auth') then
        create role countinghouse_auth nosuperuser nobypassrls nocreatedb nocreaterole;
      end if;
    end
    $$;
    alter role countinghouse_reader login;
    alter role countinghouse_writer login;
    alter role countinghouse_auth login;
    grant usage on schema auth to countinghouse_auth;
    grant select, insert, update, delete on all tables in schema auth to countinghouse_auth;`);
}
