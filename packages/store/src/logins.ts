// Logins of the embedded database, each with what it needs and nothing more: no session of the server is a superuser's, and `set role none`
// leads nowhere. None of them may run programs or read files of the machine. On a PostgreSQL of one's own its operator decides who logs in.

import type pg from 'pg';
import { nameOf, type Where } from './connection.ts';

/** Whoever initdb makes: what nobody else may do takes it. */
export const SUPERUSER = 'postgres';

/** What a login may beyond what it was granted on tables. `backup` copies all files of the database: that is what REPLICATION means. */
const may = { reader: '', writer: 'bypassrls', auth: '', owner: '', backup: 'replication' };

/** In the order in which they are made. */
export const LOGINS = Object.keys(may) as readonly (keyof typeof may)[];

/** The embedded database that listens there, with its logins. */
export const ownLoginsAt = ({ host, port }: { readonly host: string; readonly port: number }) =>
  ({ host, port, user: nameOf('owner'), database: 'postgres', ownLogins: true }) as const satisfies Where;

/**
 * Makes the logins, or puts them right, and hands the database and what a superuser owns in it to `owner`: earlier versions made the tables as one. To be
 * run as a superuser, before the migrations; all of it or nothing, as often as one likes.
 */
export async function makeLogins(client: pg.ClientBase): Promise<void> {
  const made = LOGINS.map(
    (login) => `
      if not exists (select from pg_roles where rolname = '${nameOf(login)}') then
        create role ${nameOf(login)};
      end if;
      alter role ${nameOf(login)} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication;
      ${may[login] === '' ? '' : `alter role ${nameOf(login)} ${may[login]};`}`,
  );
  await client.query(`
    do $$
    declare
      sentence text;
    begin
      ${made.join('')}
      -- The migrations want it: on a PostgreSQL of one's own the owner is who becomes these roles.
      grant ${nameOf('reader')}, ${nameOf('writer')} to ${nameOf('owner')} with inherit false, set true;
      execute format('alter database %I owner to ${nameOf('owner')}', current_database());
      for sentence in
        with ours as (
          select n.oid, n.nspname, n.nspowner from pg_namespace n where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        ), superusers as (
          select oid from pg_roles where rolsuper
        )
        select format('schema %I', nspname) from ours where nspowner in (select oid from superusers)
        union all
        select format('table %I.%I', nspname, relname) from pg_class join ours on ours.oid = relnamespace
          where relkind in ('r', 'p', 'v') and relowner in (select oid from superusers)
        union all
        select format('routine %s', p.oid::regprocedure) from pg_proc p join ours on ours.oid = pronamespace
          where proowner in (select oid from superusers)
      loop
        execute format('alter %s owner to ${nameOf('owner')}', sentence);
      end loop;
    end
    $$`);
}

/** To be run as `owner` after the migrations, at every start: tables that they have added are granted here. */
export async function grantLogins(client: pg.ClientBase): Promise<void> {
  await client.query(`
    grant usage on schema auth to ${nameOf('auth')};
    grant select, insert, update, delete on all tables in schema auth to ${nameOf('auth')};`);
}
