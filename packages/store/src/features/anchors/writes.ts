// An anchor fixes the root of a log's tree under a signature. It is made once a size and once an hour, whoever tries.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { originOf, signCheckpoint } from '../../keys/checkpoint.ts';
import type { Keyring } from '../../keys/keyring.ts';
import { KeyUnavailable } from '../../keys/kms.ts';
import { type AnchorRow, findAnchorOver } from './reads.ts';
import { StoredTree } from './tree.ts';

/**
 * Anchors a log as it is now; `hour` says for which hour, null that it was asked for. Answers the anchor that stands for the head
 * afterwards and whether this call made it; null for a log without events, or one that already has an anchor for the hour.
 */
export async function makeAnchor(
  pool: pg.Pool,
  keyring: Keyring,
  tenantId: string,
  hour: string | null,
): Promise<{ readonly anchor: AnchorRow; readonly made: boolean } | null> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    const head = await client.query<{ seq: number; last: number; kid: string | null }>(
      `select h.seq, coalesce((select max(to_seq) from anchors where tenant_id = h.tenant_id), 0) as last,
         (select kid from signing_keys where tenant_id = h.tenant_id and purpose = 'chain' and status = 'ACTIVE') as kid
       from chain_heads h where h.tenant_id = $1`,
      [tenantId],
    );
    const { seq = 0, last = 0, kid = null } = head.rows[0] ?? {};
    if (seq > 0 && seq > last) {
      if (kid === null) throw new KeyUnavailable('the organisation has no active chain key');
      await keyring.load(client, tenantId, kid);
      const root = await new StoredTree(client, tenantId, seq).root();
      const checkpoint = signCheckpoint(keyring.get(kid), { origin: originOf(tenantId), size: seq, root });
      const id = randomUUID();
      await client.query(
        `insert into anchors (tenant_id, id, hour, from_seq, to_seq, root, checkpoint, kid) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict do nothing`,
        [tenantId, id, hour, last + 1, seq, root, checkpoint, kid],
      );
      await client.query('commit');
      const anchor = await findAnchorOver(client, tenantId, seq);
      client.release();
      return anchor === null ? null : { anchor, made: anchor.id === id };
    }
    const anchor = seq === 0 ? null : await findAnchorOver(client, tenantId, seq);
    await client.query('commit');
    client.release();
    return anchor === null ? null : { anchor, made: false };
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

/** What a witness outside of the log says of an anchor: where it is to be found there, and its token where it gives one. */
export interface Witnessed {
  readonly ref: string;
  readonly timeStamp: Buffer | null;
}

/** Notes the witness of an anchor; the first one stays. */
export async function noteWitness(pool: pg.Pool, tenantId: string, id: string, { ref, timeStamp }: Witnessed): Promise<boolean> {
  const changed = await pool.query(
    'update anchors set anchored_at = now(), anchor_ref = $3, time_stamp = $4 where tenant_id = $1 and id = $2 and anchored_at is null',
    [tenantId, id, ref, timeStamp],
  );
  return changed.rowCount === 1;
}
