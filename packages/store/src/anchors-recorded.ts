// What an event says of the anchors before it: how many there are, a digest over each and its reference, and how many heads were signed.
// Normative text: docs/reference/event-format.md.

import { hash } from 'node:crypto';
import type { LogAnchored } from '@countinghouse/kernel/anchors/events';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import type { Tx } from './reader.ts';

type Client = Pick<Tx, 'query'>;

const NOTHING: LogAnchored = { to_seq: 0, anchors: 0, anchors_sha256: '0'.repeat(64), heads: 0 };

interface StoredAnchor {
  readonly to_seq: number;
  readonly kept: boolean;
  readonly anchor_ref: string | null;
  readonly checkpoint_sha256: string;
  readonly time_stamp_sha256: string | null;
  /** Heads that were signed since the anchor before. */
  readonly heads: number;
}

/** What a record of each anchor after one would be, in their order. */
async function recordsAfter(
  client: Client,
  tenantId: string,
  from: LogAnchored,
): Promise<readonly { readonly record: LogAnchored; readonly kept: boolean }[]> {
  const found = await client.query<StoredAnchor>(
    `select a.to_seq, a.anchored_at is not null as kept, a.anchor_ref, encode(sha256(convert_to(a.checkpoint, 'UTF8')), 'hex') as checkpoint_sha256,
       encode(sha256(a.time_stamp), 'hex') as time_stamp_sha256,
       coalesce((select p.heads from pruned_heads p where p.tenant_id = $1 and p.to_seq = a.to_seq), 0)
         + (select count(*) from signed_heads s where s.tenant_id = $1 and s.seq > a.before and s.seq <= a.to_seq) as heads
     from (select *, coalesce(lag(to_seq) over (order by to_seq), $2) as before from anchors where tenant_id = $1 and to_seq > $2) a
     order by a.to_seq`,
    [tenantId, from.to_seq],
  );
  let record = from;
  return found.rows.map(({ to_seq, kept, heads, ...anchor }) => {
    const anchors_sha256 = hash('sha256', canonicalize({ ...anchor, previous: record.anchors_sha256 }));
    record = { to_seq, anchors: record.anchors + 1, anchors_sha256, heads: record.heads + heads };
    return { record, kept };
  });
}

/** What the next record of a log is to say: up to the last anchor that is, as all before it, kept outside of the database; null where nothing is new. */
export async function findNextRecord(client: Client, tenantId: string): Promise<LogAnchored | null> {
  const found = await client.query<LogAnchored>(
    'select to_seq, anchors, anchors_sha256, heads from recorded_anchors where tenant_id = $1',
    [tenantId],
  );
  const records = await recordsAfter(client, tenantId, found.rows[0] ?? NOTHING);
  const pending = records.findIndex(({ kept }) => !kept);
  return (pending < 0 ? records : records.slice(0, pending)).at(-1)?.record ?? null;
}

export interface UnlikeRecord {
  readonly seq: number;
  /** In words. */
  readonly what: string;
}

/** Of the events that record anchors, those that say something else than is stored now. */
export async function listUnlikeRecords(
  client: Client,
  tenantId: string,
  events: readonly { readonly seq: number; readonly payload: LogAnchored }[],
): Promise<readonly UnlikeRecord[]> {
  if (events.length === 0) return [];
  const stored = new Map((await recordsAfter(client, tenantId, NOTHING)).map(({ record }) => [record.to_seq, record]));
  return events.flatMap(({ seq, payload }) => {
    const found = stored.get(payload.to_seq);
    if (found === undefined) return [{ seq, what: `the anchor over events 1 to ${payload.to_seq}, which it records, is not there` }];
    if (found.heads !== payload.heads)
      return [{ seq, what: `it records ${payload.heads} signed heads up to event ${payload.to_seq}; there are ${found.heads}` }];
    if (found.anchors_sha256 === payload.anchors_sha256 && found.anchors === payload.anchors) return [];
    return [{ seq, what: `anchors up to event ${payload.to_seq}, or their references, are not those that it records` }];
  });
}

/** Logs with an anchor that is kept outside and that no event records. */
export async function listLogsToRecord(client: Client, limit: number): Promise<readonly string[]> {
  const found = await client.query<{ tenant_id: string }>(
    `select h.tenant_id from chain_heads h left join recorded_anchors r on r.tenant_id = h.tenant_id
     where (select a.anchored_at from anchors a where a.tenant_id = h.tenant_id and a.to_seq > coalesce(r.to_seq, 0) order by a.to_seq limit 1) is not null
     limit $1`,
    [limit],
  );
  return found.rows.map((row) => row.tenant_id);
}
