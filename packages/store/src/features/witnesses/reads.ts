import type { Tx } from '../../reader.ts';

type Client = Pick<Tx, 'query'>;

export interface WitnessRow {
  readonly id: string;
  readonly name: string;
  readonly vkey: string;
  readonly url: string;
  readonly added_at: string;
  /** The size of the last checkpoint that it cosigned; 0 before the first. */
  readonly cosigned_to: number;
  readonly cosigned_at: string | null;
  readonly next_try_at: string | null;
  readonly failing_since: string | null;
  readonly last_error: string | null;
  readonly refused_at: string | null;
  /** Whether it was not heard of for so long that somebody is to be told. */
  readonly silent: boolean;
  /** Whether an anchor is there that it has not cosigned. */
  readonly behind: boolean;
}

/** In the order in which they were added. `silentAfterSeconds`: of failing. */
export async function listWitnesses(tx: Client, tenantId: string, silentAfterSeconds: number): Promise<readonly WitnessRow[]> {
  const found = await tx.query<WitnessRow>(
    `select w.id, w.name, w.vkey, w.url, w.added_at, coalesce(o.cosigned_to, 0) as cosigned_to, o.cosigned_at, o.next_try_at, o.failing_since,
       o.last_error, o.refused_at, coalesce(o.failing_since < now() - make_interval(secs => $2), false) as silent,
       coalesce((select max(to_seq) from anchors where tenant_id = $1), 0) > coalesce(o.cosigned_to, 0) as behind
     from witnesses w left join witness_offers o on o.tenant_id = w.tenant_id and o.witness_id = w.id
     where w.tenant_id = $1 order by w.added_seq`,
    [tenantId, silentAfterSeconds],
  );
  return found.rows;
}

/** The public part (JWK, as JSON text) of the key that signs checkpoints now. */
export async function findActiveChainKey(tx: Client, tenantId: string): Promise<string | null> {
  const found = await tx.query<{ public_jwk: string }>(
    "select public_jwk from signing_keys where tenant_id = $1 and purpose = 'chain' and status = 'ACTIVE'",
    [tenantId],
  );
  return found.rows[0]?.public_jwk ?? null;
}

/** Witnesses of all organisations that refuse a log, and those that were not heard of for so long. */
export async function countTroubled(
  client: Client,
  silentAfterSeconds: number,
): Promise<{ readonly refused: number; readonly silent: number }> {
  const found = await client.query<{ refused: number; silent: number }>(
    `select count(*) filter (where o.refused_at is not null) as refused,
       count(*) filter (where o.refused_at is null and o.failing_since < now() - make_interval(secs => $1)) as silent
     from witnesses w join witness_offers o on o.tenant_id = w.tenant_id and o.witness_id = w.id`,
    [silentAfterSeconds],
  );
  return found.rows[0] ?? { refused: 0, silent: 0 };
}

export interface DueWitness {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly vkey: string;
  readonly url: string;
}

/** Witnesses that have not cosigned the last anchor of their log, and may be tried; who waits longest first. */
export async function listDueWitnesses(client: Client, limit: number): Promise<readonly DueWitness[]> {
  const found = await client.query<DueWitness>(
    `select w.tenant_id, w.id, w.name, w.vkey, w.url
     from witnesses w left join witness_offers o on o.tenant_id = w.tenant_id and o.witness_id = w.id
     where (o.next_try_at is null or o.next_try_at <= now())
       and exists (select from anchors a where a.tenant_id = w.tenant_id and a.to_seq > coalesce(o.cosigned_to, 0))
     order by o.next_try_at nulls first limit $1`,
    [limit],
  );
  return found.rows;
}

export interface OfferedAnchor {
  readonly to_seq: number;
  readonly checkpoint: string;
  /** The size of the newest anchor of the log. */
  readonly newest: number;
}

/**
 * The first anchor behind what a witness has cosigned, from a size on; for one that has cosigned nothing the newest. Null where there is none.
 */
export async function findAnchorToOffer(client: Client, tenantId: string, cosignedTo: number): Promise<OfferedAnchor | null> {
  const found = await client.query<OfferedAnchor>(
    `select a.to_seq, a.checkpoint, n.newest
     from (select max(to_seq) as newest from anchors where tenant_id = $1) n
     join anchors a on a.tenant_id = $1 and a.to_seq >= case when $2 = 0 then n.newest else $2 + 1 end
     order by a.to_seq limit 1`,
    [tenantId, cosignedTo],
  );
  return found.rows[0] ?? null;
}

/** The size of the anchor over an event that most of today's witnesses have cosigned, the first of these; null where none has. */
export async function findBestCosigned(tx: Client, tenantId: string, seq: number): Promise<number | null> {
  const cosigned = `select c.to_seq from cosignatures c join witnesses w on w.tenant_id = c.tenant_id and w.vkey = c.vkey
    where c.tenant_id = $1 and c.to_seq >= $2 group by c.to_seq`;
  // The first that all have cosigned is soon found; only where there is none, all behind the event are counted.
  const found = await tx.query<{ to_seq: number | null }>(
    `select coalesce(
       (${cosigned} having count(*) = (select count(*) from witnesses where tenant_id = $1) order by c.to_seq limit 1),
       (${cosigned} order by count(*) desc, c.to_seq limit 1)
     ) as to_seq`,
    [tenantId, seq],
  );
  return found.rows[0]?.to_seq ?? null;
}

export interface CosignatureRow {
  readonly name: string;
  readonly signature: string;
}

/** Of the anchor of this size, by name. */
export async function listCosignatures(tx: Client, tenantId: string, toSeq: number): Promise<readonly CosignatureRow[]> {
  const found = await tx.query<CosignatureRow>(
    'select name, signature from cosignatures where tenant_id = $1 and to_seq = $2 order by name, vkey',
    [tenantId, toSeq],
  );
  return found.rows;
}
