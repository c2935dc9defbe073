// The schema as one reading: what all migrations together have made, told from the catalogue as SQL that makes the same again.
// It says nothing of what it cannot tell apart from the default, and refuses what it does not know.

import type pg from 'pg';

/** There is something in the schema that this description has no words for. */
export class NotDescribed extends Error {}

const SCHEMAS = ['public', 'auth'];
const IN_OURS = `n.nspname = any('{${SCHEMAS.join(',')}}')`;
/** As a name stands in SQL: the schema only where it is not the usual one. */
const NAME = `case when n.nspname = 'public' then quote_ident(c.relname) else format('%I.%I', n.nspname, c.relname) end`;

async function lines(client: pg.ClientBase, sql: string): Promise<readonly string[]> {
  const found = await client.query<{ line: string }>(sql);
  return found.rows.map((r) => r.line);
}

async function refuseUnknown(client: pg.ClientBase): Promise<void> {
  const unknown = await lines(
    client,
    `select format('%s (%s)', c.relname, c.relkind) as line from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where ${IN_OURS} and (c.relkind not in ('r', 'i') or c.relispartition or c.relpersistence <> 'p')
         and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     union all
     select format('trigger %s', t.tgname) from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where ${IN_OURS} and not t.tgisinternal
     union all
     select format('column %s.%s', c.relname, a.attname) from pg_attribute a join pg_class c on c.oid = a.attrelid
         join pg_namespace n on n.oid = c.relnamespace
       where ${IN_OURS} and c.relkind = 'r' and a.attnum > 0 and (a.attidentity <> '' or a.attgenerated <> '')
     union all
     select format('type %s', t.typname) from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${IN_OURS} and t.typtype in ('e', 'd', 'r')
     union all
     select format('statistics %s', s.stxname) from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${IN_OURS}
     order by 1`,
  );
  if (unknown.length > 0) throw new NotDescribed(`the schema has what is not described: ${unknown.join(', ')}`);
}

/** Each a whole `create table`: columns in their order, then keys and checks by name. */
const TABLES = `
  select format(E'create table %s (\\n%s\\n)%s;', ${NAME}, string_agg(part, E',\\n' order by rank, sort), max(options)) as line
  from (
    select c.oid, a.attnum as rank, '' as sort,
      '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || case when a.attnotnull then ' not null' else '' end as part,
      coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as options
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind = 'r'
    union all
    select k.conrelid, 10000 + case k.contype when 'p' then 0 when 'u' then 1 else 2 end, k.conname,
      '  constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid, true), null
    from pg_constraint k where k.contype in ('p', 'u', 'c')
  ) parts join pg_class c using (oid) join pg_namespace n on n.oid = c.relnamespace
  where ${IN_OURS} group by c.oid, n.nspname, c.relname order by n.nspname = 'auth', c.relname`;

const STORAGE = `
  select format('alter table %s alter column %I set storage %s;', ${NAME}, a.attname,
    case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) as line
  from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where ${IN_OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attstorage <> t.typstorage
  order by c.relname, a.attname`;

/** Null is the default in PostgreSQL 17 and later, -1 before. */
const STATISTICS = `
  select format('alter table %s alter column %I set statistics %s;', ${NAME}, a.attname, a.attstattarget) as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where ${IN_OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attstattarget >= 0
  order by c.relname, a.attname`;

const FOREIGN_KEYS = `
  select format('alter table %s add constraint %I %s;', ${NAME}, k.conname, pg_get_constraintdef(k.oid, true)) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${IN_OURS} and k.contype = 'f' order by n.nspname, c.relname, k.conname`;

const INDEXES = `
  select pg_get_indexdef(c.oid, 0, true) || ';' as line from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where ${IN_OURS} and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u'))
  order by n.nspname = 'auth', c.relname`;

const FUNCTIONS = `
  select pg_get_functiondef(p.oid) || ';' as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${IN_OURS} order by p.proname, p.oid`;

/** One line a table and clause; how a row is found to be one's own stands in each. */
const ROW_SECURITY = `
  select line from (
    select c.relname, 0 as rank, format('alter table %s enable row level security;', ${NAME}) as line
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${IN_OURS} and c.relrowsecurity
    union all
    select c.relname, 1, format('alter table %s force row level security;', ${NAME})
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${IN_OURS} and c.relforcerowsecurity
    union all
    select c.relname, 2, format('create policy %I on %s as %s for %s to %s%s%s;', p.polname, ${NAME},
      case when p.polpermissive then 'permissive' else 'restrictive' end,
      case p.polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
      coalesce((select string_agg(quote_ident(r.rolname), ', ' order by r.rolname) from pg_roles r where r.oid = any(p.polroles)), 'public'),
      coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')', ''), coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', ''))
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where ${IN_OURS}
  ) clauses order by relname, rank, line`;

/** What the two roles of the server may do; the owner may do everything. */
const GRANTS = `
  select line from (
    select 0 as rank, n.nspname as sort, format('grant %s on schema %I to %I;', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), n.nspname, r.rolname) as line
    from pg_namespace n, aclexplode(n.nspacl) g join pg_roles r on r.oid = g.grantee
    where ${IN_OURS} and r.rolname like 'countinghouse\\_%' and r.oid <> n.nspowner group by n.nspname, r.rolname
    union all
    select 1, c.relname, format('grant %s on %s to %I;', string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), ${NAME}, r.rolname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
    where ${IN_OURS} and r.rolname like 'countinghouse\\_%' and r.oid <> c.relowner group by n.nspname, c.relname, r.rolname
    union all
    select 2, c.relname, format('grant %s (%s) on %s to %I;', lower(g.privilege_type), string_agg(quote_ident(a.attname), ', ' order by a.attnum), ${NAME}, r.rolname)
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace, aclexplode(a.attacl) g join pg_roles r on r.oid = g.grantee
    where ${IN_OURS} and r.rolname like 'countinghouse\\_%' and r.oid <> c.relowner group by n.nspname, c.relname, r.rolname, g.privilege_type
  ) granted order by rank, sort, line`;

/**
 * The tables of the schemas `public` and `auth` with their constraints, indexes, functions, row-level security and grants, as SQL that an
 * empty database with the two roles of the server can run. The same for the same schema. Throws NotDescribed.
 */
export async function describeSchema(client: pg.ClientBase): Promise<string> {
  await refuseUnknown(client);
  await client.query("select set_config('search_path', 'public', false)");
  const parts: string[] = ['create schema auth;'];
  for (const sql of [TABLES, STORAGE, STATISTICS, FOREIGN_KEYS, INDEXES, FUNCTIONS, ROW_SECURITY, GRANTS]) {
    const found = await lines(client, sql);
    if (found.length > 0) parts.push(found.join(sql === TABLES || sql === FUNCTIONS ? '\n\n' : '\n'));
  }
  return `${parts.join('\n\n')}\n`;
}
