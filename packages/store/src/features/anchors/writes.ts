// An anchor fixes the root of a log's tree under a signature. It is made once a size and once an hour, whoever tries.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { originOf, signCheckpoint } from '../../keys/checkpoint.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { KeyUnavailable } from '../../keys/kms.ts';
import { type AnchorRow, findAnchorOver } from './reads.ts';
import { StoredTree } from './tree.ts';

interface NextAnchor {
  readonly fromSeq: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly kid: string;
}

/**
 * What the next anchor of a log is to say, read at one point of the log; the size alone where its last anchor says it already. Events that
 * record anchors are no reason for another one.
 */
async function readNext(pool: pg.Pool, keyring: Keyring, tenantId: string): Promise<NextAnchor | { readonly size: number }> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const head = await client.query<{ seq: number; last: number; grown: boolean; kid: string | null }>(
      `select h.seq, a.last,
         exists (select from events e where e.tenant_id = $1 and e.seq > a.last and e.event_type <> 'log.anchored') as grown,
         (select kid from signing_keys where tenant_id = $1 and purpose = 'chain' and status = 'ACTIVE') as kid
       from chain_heads h
       cross join lateral (select coalesce(max(to_seq), 0) as last from anchors where tenant_id = $1) a
       where h.tenant_id = $1`,
      [tenantId],
    );
    const { seq: size = 0, last = 0, grown = false, kid = null } = head.rows[0] ?? {};
    let next: NextAnchor | null = null;
    if (grown) {
      if (kid === null) throw new KeyUnavailable('the organisation has no active chain key');
      await keyring.load(client, tenantId, kid);
      next = { fromSeq: last + 1, size, root: await new StoredTree(client, tenantId, size).root(), kid };
    }
    await client.query('commit');
    client.release();
    return next ?? { size: last };
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/**
 * Anchors a log as it is now; `hour` says for which hour, null that it was asked for. Answers the anchor that covers the log
 * afterwards and whether this call made it; null for a log without events, or one that grew since the anchor of its hour.
 */
export async function makeAnchor(
  pool: pg.Pool,
  keyring: Keyring,
  tenantId: string,
  hour: string | null,
): Promise<{ readonly anchor: AnchorRow; readonly made: boolean } | null> {
  const next = await readNext(pool, keyring, tenantId);
  const id = randomUUID();
  if ('root' in next) {
    const { fromSeq, size, root, kid } = next;
    const checkpoint = signCheckpoint(keyring.get(kid), { origin: originOf(tenantId), size, root });
    // Whoever else is at it: the first one stays.
    await pool.query(
      `insert into anchors (tenant_id, id, hour, from_seq, to_seq, root, checkpoint, kid) values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict do nothing`,
      [tenantId, id, hour, fromSeq, size, root, checkpoint, kid],
    );
  }
  const anchor = await findAnchorOver(pool, tenantId, Math.max(next.size, 1));
  return anchor === null ? null : { anchor, made: anchor.id === id };
}

/** Where an anchor is kept outside of the database: at a time-stamping authority, which gave a token, or in the object store. */
export interface Reference {
  readonly ref: string;
  readonly timeStamp: Buffer | null;
}

/** Notes where an anchor is kept; the first place stays. */
export async function noteReference(pool: pg.Pool, tenantId: string, id: string, { ref, timeStamp }: Reference): Promise<boolean> {
  const changed = await pool.query(
    'update anchors set anchored_at = now(), anchor_ref = $3, time_stamp = $4 where tenant_id = $1 and id = $2 and anchored_at is null',
    [tenantId, id, ref, timeStamp],
  );
  return changed.rowCount === 1;
}
