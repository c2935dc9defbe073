// Where organisations lie on a Citus cluster, and how one moves: Citus' own move of a shard, with every table of the organisations in it, while they are
// posted to. The owner of the tables needs BYPASSRLS on every machine for it: logical replication refuses rows that are bound to a reader.

import type pg from 'pg';
import { listDistributed, NotDistributable } from './distribute.ts';

export interface Node {
  /** As `pg_dist_node` has it. */
  readonly name: string;
  readonly port: number;
}
export const addressOf = ({ name, port }: Node): string => `${name}:${port}`;

export interface Sized {
  readonly tenant_id: string;
  readonly events: number;
  readonly accounts: number;
  /** The machine that it lies on; null where the database is one machine's. */
  readonly node: string | null;
}

/** Organisations, those with the most events first. The client's role must see them all. */
export async function listBySize(client: pg.ClientBase, limit: number): Promise<readonly Sized[]> {
  const heads = await client.query<{ tenant_id: string; events: number }>(
    'select tenant_id, seq as events from chain_heads order by seq desc, tenant_id limit $1',
    [limit],
  );
  const ids = heads.rows.map((row) => row.tenant_id);
  const counted = await client.query<{ tenant_id: string; accounts: number }>(
    'select tenant_id, count(*) as accounts from accounts where tenant_id = any($1::uuid[]) group by tenant_id',
    [ids],
  );
  const accounts = new Map(counted.rows.map((row) => [row.tenant_id, row.accounts]));
  const nodes = await nodesOf(client, ids);
  return heads.rows.map(({ tenant_id, events }) => ({
    tenant_id,
    events,
    accounts: accounts.get(tenant_id) ?? 0,
    node: nodes.get(tenant_id) ?? null,
  }));
}

async function nodesOf(client: pg.ClientBase, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if ((await listDistributed(client)).length === 0) return new Map();
  const found = await client.query<{ id: string } & Node>(
    `select t.id, n.nodename as name, n.nodeport as port
     from (select id, get_shard_id_for_distribution_column('public.tenants', id) as shardid from unnest($1::uuid[]) u(id)) t
     join pg_dist_placement p on p.shardid = t.shardid join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`,
    [ids],
  );
  return new Map(found.rows.map((row) => [row.id, addressOf(row)]));
}

export interface Moved {
  readonly from: string;
  readonly to: string;
  /** Whether it had a shard of its own already, or was given one. */
  readonly alone: 'was' | 'made' | 'shares';
  readonly seconds: number;
}

export interface MoveOptions {
  /** `host:port` of the machine that it goes to; null: the one with the fewest bytes. */
  readonly to: string | null;
  /** Gives the organisation a shard of its own first, so that no other moves with it. */
  readonly alone: boolean;
}

/** Moves one organisation while it is posted to. Throws NotDistributable where it cannot. */
export async function moveOrganisation(client: pg.ClientBase, tenantId: string, { to, alone }: MoveOptions): Promise<Moved> {
  await mustBeSpread(client);
  const known = await client.query('select from tenants where tenant_id::text = $1', [tenantId]);
  if (known.rowCount === 0) throw new NotDistributable(`There is no organisation ${tenantId}.`);
  const beganMs = performance.now();
  const before = await shardOf(client, tenantId);
  const made = alone && before.shared;
  if (made) {
    await client.query(
      "select isolate_tenant_to_new_shard('public.tenants', $1::uuid, 'CASCADE', shard_transfer_mode => 'force_logical')",
      [tenantId],
    );
  }
  const at = made ? await shardOf(client, tenantId) : before;
  const target = await chooseNode(client, to, at.node);
  if (addressOf(target) !== addressOf(at.node)) {
    await client.query("select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => 'force_logical')", [
      at.shard,
      at.node.name,
      at.node.port,
      target.name,
      target.port,
    ]);
  }
  return {
    from: addressOf(before.node),
    to: addressOf(target),
    alone: made ? 'made' : at.shared ? 'shares' : 'was',
    seconds: (performance.now() - beganMs) / 1000,
  };
}

/** Evens out the bytes of all machines, one shard after the other, while they are posted to. Answers how many shards it moved, each with all of its tables. */
export async function rebalance(client: pg.ClientBase): Promise<number> {
  await mustBeSpread(client);
  const plan = await client.query(
    "select from get_rebalance_table_shards_plan('public.tenants', rebalance_strategy => 'by_disk_size') where table_name = 'public.tenants'::regclass",
  );
  const moves = plan.rowCount ?? 0;
  if (moves > 0)
    await client.query(
      "select rebalance_table_shards('public.tenants', rebalance_strategy => 'by_disk_size', shard_transfer_mode => 'force_logical')",
    );
  return moves;
}

async function mustBeSpread(client: pg.ClientBase): Promise<void> {
  if ((await listDistributed(client)).length === 0)
    throw new NotDistributable('This database is one machine’s. `countinghouse distribute` spreads it.');
  const found = await client.query<{ may: boolean }>('select rolbypassrls or rolsuper as may from pg_roles where rolname = current_user');
  if (found.rows[0]?.may !== true)
    throw new NotDistributable('Moving needs an owner with BYPASSRLS. A superuser runs on every machine: alter role <owner> bypassrls;');
}

interface Shard {
  readonly shard: number;
  readonly node: Node;
  /** Whether other organisations could lie in it. */
  readonly shared: boolean;
}

async function shardOf(client: pg.ClientBase, tenantId: string): Promise<Shard> {
  const found = await client.query<{ shard: number; shared: boolean } & Node>(
    `select s.shardid as shard, s.shardminvalue <> s.shardmaxvalue as shared, n.nodename as name, n.nodeport as port
     from pg_dist_shard s join pg_dist_placement p using (shardid) join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     where s.shardid = get_shard_id_for_distribution_column('public.tenants', $1::uuid)`,
    [tenantId],
  );
  const [row] = found.rows;
  if (row === undefined) throw new NotDistributable(`The shard of ${tenantId} has no place.`);
  return { shard: row.shard, shared: row.shared, node: { name: row.name, port: row.port } };
}

async function chooseNode(client: pg.ClientBase, asked: string | null, now: Node): Promise<Node> {
  const found = await client.query<Node>(
    `select n.nodename as name, n.nodeport as port
     from pg_dist_node n left join citus_shards s on s.nodename = n.nodename and s.nodeport = n.nodeport
     where n.isactive and n.shouldhaveshards and n.noderole = 'primary'
     group by n.nodename, n.nodeport order by coalesce(sum(s.shard_size), 0), 1, 2`,
  );
  if (asked === null) return found.rows.find((node) => addressOf(node) !== addressOf(now)) ?? now;
  const node = found.rows.find((one) => addressOf(one) === asked);
  if (node !== undefined) return node;
  throw new NotDistributable(`No machine ${asked} holds shards. There are: ${found.rows.map(addressOf).join(', ')}.`);
}
