// What is stored beside the events of a log, as it is checked.

import type { Tx } from '../../reader.ts';
import type { StoredAnchor, StoredKey } from './signed-log.ts';

export async function listStoredAnchors(tx: Tx, tenantId: string): Promise<readonly StoredAnchor[]> {
  const found = await tx.query<StoredAnchor>(
    'select to_seq, root, checkpoint, kid, anchor_ref, time_stamp is not null as with_token from anchors where tenant_id = $1',
    [tenantId],
  );
  return found.rows;
}

export async function listStoredKeys(tx: Tx, tenantId: string): Promise<readonly StoredKey[]> {
  const found = await tx.query<StoredKey>('select kid, purpose, algorithm, public_jwk, user_id from signing_keys where tenant_id = $1', [
    tenantId,
  ]);
  return found.rows;
}

/** Events up to a seq that bring or end keys, in order. */
export async function listKeyEvents(
  tx: Tx,
  tenantId: string,
  to: number,
): Promise<readonly { readonly seq: number; readonly event_type: string; readonly payload: string }[]> {
  const found = await tx.query<{ seq: number; event_type: string; payload: string }>(
    `select seq, event_type, payload from events
     where tenant_id = $1 and seq <= $2 and event_type in ('key.generated', 'key.registered', 'key.sunset', 'key.revoked') order by seq`,
    [tenantId, to],
  );
  return found.rows;
}
