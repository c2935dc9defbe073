import { readEventsAt } from '../../pruned/read-rows.ts';
import type { Tx } from '../../reader.ts';

export interface AnchorRow {
  readonly id: string;
  readonly hour: string | null;
  readonly from_seq: number;
  /** Leaves of the tree whose root it fixes. */
  readonly to_seq: number;
  readonly root: Buffer;
  readonly checkpoint: string;
  readonly kid: string;
  readonly created_at: string;
  /** Since when somebody outside of the operator has it: an authority that gave it a time-stamp, or a witness that cosigned it. */
  readonly anchored_at: string | null;
  readonly anchor_ref: string | null;
  /** The RFC 3161 token. */
  readonly time_stamp: Buffer | null;
  /** By name; `at` is in whole seconds. */
  readonly cosignatures: readonly { readonly name: string; readonly at: string }[];
}

type Client = Pick<Tx, 'query'>;

const columns = `id, hour, from_seq, to_seq, root, checkpoint, kid, created_at, anchor_ref, time_stamp,
  case when time_stamp is not null then anchored_at else (
    select min(c.cosigned_at) from cosignatures c where c.tenant_id = anchors.tenant_id and c.to_seq = anchors.to_seq
  ) end as anchored_at,
  coalesce((
    select json_agg(json_build_object('name', c.name, 'at', to_char(c.cosigned_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) order by c.name)
    from cosignatures c where c.tenant_id = anchors.tenant_id and c.to_seq = anchors.to_seq
  ), '[]') as cosignatures`;

/** Newest first; `beforeSeq` is the `to_seq` of the last one seen. */
export async function listAnchors(tx: Client, tenantId: string, limit: number, beforeSeq: number | null): Promise<readonly AnchorRow[]> {
  const found = await tx.query<AnchorRow>(
    `select ${columns} from anchors where tenant_id = $1 and ($2::bigint is null or to_seq < $2) order by to_seq desc limit $3`,
    [tenantId, beforeSeq, limit],
  );
  return found.rows;
}

export async function findAnchor(tx: Client, tenantId: string, id: string): Promise<AnchorRow | null> {
  const found = await tx.query<AnchorRow>(`select ${columns} from anchors where tenant_id = $1 and id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** The first anchor that covers an event; null while none does. */
export async function findAnchorOver(tx: Client, tenantId: string, seq: number): Promise<AnchorRow | null> {
  const found = await tx.query<AnchorRow>(`select ${columns} from anchors where tenant_id = $1 and to_seq >= $2 order by to_seq limit 1`, [
    tenantId,
    seq,
  ]);
  return found.rows[0] ?? null;
}

export interface ChainKeyRow {
  readonly kid: string;
  /** JSON, of `key.generated`. */
  readonly payload: string;
}

/** The chain keys of an organisation up to one of them, the first first, as the log tells of them. */
export async function listChainKeys(tx: Client, tenantId: string, throughKid: string): Promise<readonly ChainKeyRow[]> {
  const found = await tx.query<ChainKeyRow>(
    `select k.kid, e.payload from events e
     join signing_keys k on k.tenant_id = e.tenant_id and k.kid = e.payload::jsonb ->> 'kid'
     where e.tenant_id = $1 and e.event_type = 'key.generated' and k.purpose = 'chain' order by e.seq`,
    [tenantId],
  );
  const at = found.rows.findIndex(({ kid }) => kid === throughKid);
  if (at < 0) throw new Error('a checkpoint by a key that the log does not know');
  return found.rows.slice(0, at + 1);
}

/** An event, its hash, and how many events there are. */
export interface LeafRow {
  readonly seq: number;
  readonly eventHash: string;
  readonly size: number;
}

/** null where the log has no such event. */
export async function findLeaf(tx: Tx, tenantId: string, seq: number): Promise<LeafRow | null> {
  const found = await tx.query<{ event_hash: string; size: number }>({
    name: 'find_leaf',
    text: `select e.event_hash, h.seq as size from events e join chain_heads h on h.tenant_id = e.tenant_id
     where e.tenant_id = $1 and e.seq = $2`,
    values: [tenantId, seq],
  });
  const [row] = found.rows;
  return row === undefined ? findPrunedLeaf(tx, tenantId, seq) : { seq, eventHash: row.event_hash, size: row.size };
}

async function findPrunedLeaf(tx: Tx, tenantId: string, seq: number): Promise<LeafRow | null> {
  const [event] = await readEventsAt(tx, tenantId, [seq]);
  if (event === undefined) return null;
  const head = await tx.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [tenantId]);
  return { seq, eventHash: event.event_hash, size: head.rows[0]?.seq ?? 0 };
}

/**
 * Logs with an event from before this hour that no anchor covers, other than those that record anchors, and no anchor for the hour. Of
 * archived organisations too: their log stays.
 */
export async function listLogsToAnchor(client: Client, hour: string, limit: number): Promise<readonly string[]> {
  const found = await client.query<{ tenant_id: string }>(
    `select h.tenant_id from chain_heads h
     cross join lateral (select coalesce(max(a.to_seq), 0) as last from anchors a where a.tenant_id = h.tenant_id) covered
     where (
       select e.event_ts from events e
       where e.tenant_id = h.tenant_id and e.seq > covered.last and e.event_type <> 'log.anchored' order by e.seq limit 1
     ) < $1 and not exists (select from anchors a where a.tenant_id = h.tenant_id and a.hour = $1)
     limit $2`,
    [hour, limit],
  );
  return found.rows.map((row) => row.tenant_id);
}

/** Anchors that neither an authority nor the object store has yet, the oldest first. */
export async function listPendingAnchors(
  client: Client,
  limit: number,
): Promise<readonly { readonly tenant_id: string; readonly id: string; readonly checkpoint: string }[]> {
  const found = await client.query<{ tenant_id: string; id: string; checkpoint: string }>(
    'select tenant_id, id, checkpoint from anchors where anchored_at is null order by created_at limit $1',
    [limit],
  );
  return found.rows;
}
