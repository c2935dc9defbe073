import { accessTypes } from '@countinghouse/kernel/access-reviews/rights';
import type { Tx } from '../../reader.ts';
import { literal } from '../../sql/statement.ts';

export interface AccessEventRow {
  readonly seq: number;
  readonly event_type: (typeof accessTypes)[number];
  readonly event_ts: string;
  readonly actor_id: string;
  readonly payload: string;
}

// As literals: the partial index `events_of_rights_and_networks` is only seen where its own condition stands.
const types = accessTypes.map((type) => literal(type)).join(', ');

/** The events up to a seq that gave or took rights, in order. */
export async function listAccessEvents(tx: Tx, tenantId: string, upToSeq: number): Promise<readonly AccessEventRow[]> {
  const found = await tx.query<AccessEventRow>(
    `select seq, event_type, event_ts, actor_id, payload from events
     where tenant_id = $1 and seq <= $2 and event_type in (${types})
     order by seq`,
    [tenantId, upToSeq],
  );
  return found.rows;
}
