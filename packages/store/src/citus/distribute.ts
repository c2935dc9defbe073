// Spreads the tables of organisations over the machines of a Citus cluster: every row of one organisation lies on one of them, in one shard for each table,
// and they move together. What is of no organisation, sign-in, mail and migrations, stays where the server connects (docs/decisions/0205-spread-over-citus.md).

import type pg from 'pg';
import { nameOf } from '../connection.ts';

/** Shards that organisations are spread over, unless told otherwise: the extension's own default. */
export const SHARDS = 32;
export const SHARDS_MAX = 64_000;
/** What every other table lies with. */
const FIRST = 'tenants';

/** Policies for servers of the version before, which look into other tables: Citus takes none that does (migration 0087). */
const LEFT_BEHIND = [
  ['own_organisations', 'tenants'],
  ['own_entities', 'entities'],
] as const;

/** It cannot be done as things are; the message says what to do first. */
export class NotDistributable extends Error {}

export interface Distributed {
  /** Tables that were spread now, in the order in which they were. */
  readonly tables: readonly string[];
  /** Those that had been. */
  readonly before: number;
  readonly nodes: number;
  readonly shards: number;
}

/** The client must own the tables, and nobody may write meanwhile. What was spread before stays: whoever was interrupted asks once more. */
export async function distribute(
  client: pg.ClientBase,
  { shards = SHARDS, onTable = () => {} }: { readonly shards?: number; readonly onTable?: (table: string) => void } = {},
): Promise<Distributed> {
  const nodes = await countNodes(client);
  await mustLogIn(client);
  const before = new Set(await listDistributed(client));
  for (const [policy, table] of LEFT_BEHIND) if (!before.has(table)) await client.query(`drop policy if exists ${policy} on ${table}`);
  const tables = (await listInOrder(client)).filter((table) => !before.has(table));
  for (const table of tables) {
    await client.query("select create_distributed_table($1::regclass, 'tenant_id', colocate_with => $2, shard_count => $3)", [
      table,
      ...(table === FIRST ? ['none', shards] : [FIRST, null]),
    ]);
    onTable(table);
  }
  const counted = await client.query<{ shards: number }>('select count(*) as shards from pg_dist_shard where logicalrelid = $1::regclass', [
    FIRST,
  ]);
  return { tables, before: before.size, nodes, shards: counted.rows[0]?.shards ?? 0 };
}

/** Tables of organisations that are spread; none where the database is one machine's. */
export async function listDistributed(client: pg.ClientBase): Promise<readonly string[]> {
  if (!(await hasCitus(client))) return [];
  const found = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where d.partmethod = 'h' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return found.rows.map((row) => row.name);
}

async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const found = await client.query<{ there: boolean }>("select exists (select from pg_extension where extname = 'citus') as there");
  return found.rows[0]?.there === true;
}

async function countNodes(client: pg.ClientBase): Promise<number> {
  if (!(await hasCitus(client)))
    throw new NotDistributable(
      'This database has no Citus. A superuser runs `create extension citus` in it, on every machine, and joins them with citus_add_node().',
    );
  const found = await client.query<{ nodes: number }>(
    "select count(*) as nodes from pg_dist_node where isactive and shouldhaveshards and noderole = 'primary'",
  );
  const nodes = found.rows[0]?.nodes ?? 0;
  if (nodes === 0)
    throw new NotDistributable(
      'No machine of this cluster holds shards. A superuser joins one with citus_add_node(), or lets this one hold some with citus_set_node_property().',
    );
  return nodes;
}

/** Citus goes from machine to machine as the role that asks. */
async function mustLogIn(client: pg.ClientBase): Promise<void> {
  const roles = [nameOf('reader'), nameOf('writer')];
  const found = await client.query<{ name: string }>('select rolname as name from pg_roles where rolname = any($1) and not rolcanlogin', [
    roles,
  ]);
  const names = found.rows.map((row) => row.name);
  if (names.length > 0)
    throw new NotDistributable(
      `${names.join(' and ')} cannot log in, and Citus connects its machines as them. A superuser runs on every machine: ${names.map((name) => `alter role ${name} login;`).join(' ')}`,
    );
}

/** Tables of organisations: the organisations first, and what a key refers to before what refers to it. */
async function listInOrder(client: pg.ClientBase): Promise<readonly string[]> {
  const found = await client.query<{ name: string; needs: readonly string[] }>(
    `select c.relname as name, array(
       select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
       where f.contype = 'f' and f.conrelid = c.oid and f.confrelid <> c.oid) as needs
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by (c.relname <> $1), 1`,
    [FIRST],
  );
  const ordered = new Set<string>();
  let left = found.rows;
  while (left.length > 0) {
    const ready = left.filter(({ needs }) => needs.every((need) => ordered.has(need)));
    if (ready.length === 0)
      throw new NotDistributable(`Keys of ${left.map(({ name }) => name).join(', ')} refer to each other in a circle.`);
    for (const { name } of ready) ordered.add(name);
    left = left.filter(({ name }) => !ordered.has(name));
  }
  return [...ordered];
}
