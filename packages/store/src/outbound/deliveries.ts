// What was sent to a target and what it answered, a row a try; of each target the latest alone.

import type pg from 'pg';
import type { Tx } from '../reader.ts';
import { uuidV7 } from '../sql/uuid-v7.ts';
import { inTransaction } from '../transaction.ts';

/** Of each target so many are kept, and none for longer than this. */
const DELIVERIES_KEPT = 1_000;
const DELIVERIES_KEPT_DAYS = 30;

export interface NewDelivery {
  /** null: a test, which no event is behind. */
  readonly seq: number | null;
  readonly event_type: string;
  readonly cause: 'log' | 'replay' | 'test';
  /** Of the tries at this event. */
  readonly attempt: number;
  readonly sent_at: string;
  readonly duration_ms: number;
  readonly outcome: 'taken' | 'refused' | 'away' | 'gone';
  /** Of the answer, and how it begins; null: there was none. */
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

export interface DeliveryRow extends NewDelivery {
  readonly id: string;
}

/** Answers the ids of those that are kept, which rise with time. What is more than is kept goes. */
export async function insertDeliveries(
  pool: pg.Pool,
  tenantId: string,
  target: string,
  sent: readonly NewDelivery[],
): Promise<readonly string[]> {
  const deliveries = sent.slice(-DELIVERIES_KEPT);
  // Those of one millisecond are in no order of their own: they are told in that in which they were sent.
  const ids = deliveries.map((d) => uuidV7(Date.parse(d.sent_at))).sort();
  const column = <K extends keyof NewDelivery>(name: K): readonly NewDelivery[K][] => deliveries.map((d) => d[name]);
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into outbound_deliveries
         (tenant_id, destination, id, seq, event_type, cause, attempt, sent_at, duration_ms, outcome, status, answer, error)
       select $1, $2, d.* from unnest($3::uuid[], $4::bigint[], $5::text[], $6::text[], $7::int[], $8::timestamptz[], $9::int[], $10::text[],
         $11::int[], $12::text[], $13::text[]) as d`,
      [
        tenantId,
        target,
        ids,
        column('seq'),
        column('event_type'),
        column('cause'),
        column('attempt'),
        column('sent_at'),
        column('duration_ms'),
        column('outcome'),
        column('status'),
        column('answer'),
        column('error'),
      ],
    );
    const beyond = await client.query<{ id: string }>(
      'select id from outbound_deliveries where tenant_id = $1 and destination = $2 order by id desc offset $3 limit 1',
      [tenantId, target, DELIVERIES_KEPT],
    );
    await client.query(
      `delete from outbound_deliveries where tenant_id = $1 and destination = $2 and (id <= $3 or sent_at < now() - make_interval(days => $4))`,
      [tenantId, target, beyond.rows[0]?.id ?? null, DELIVERIES_KEPT_DAYS],
    );
  });
  return ids;
}

const columns = 'id, seq, event_type, cause, attempt, sent_at, duration_ms, outcome, status, answer, error';

/** The latest first; `after` is the id of the last of the page before. */
export async function listDeliveries(
  tx: Tx,
  tenantId: string,
  target: string,
  o: { readonly after: string | null; readonly failed: boolean; readonly limit: number },
): Promise<readonly DeliveryRow[]> {
  const found = await tx.query<DeliveryRow>(
    `select ${columns} from outbound_deliveries
     where tenant_id = $1 and destination = $2 and ($3::uuid is null or id < $3) and (not $4 or outcome <> 'taken') order by id desc limit $5`,
    [tenantId, target, o.after, o.failed, o.limit],
  );
  return found.rows;
}

export async function findDelivery(tx: Tx, tenantId: string, target: string, id: string): Promise<DeliveryRow | null> {
  const found = await tx.query<DeliveryRow>(
    `select ${columns} from outbound_deliveries where tenant_id = $1 and destination = $2 and id = $3`,
    [tenantId, target, id],
  );
  return found.rows[0] ?? null;
}
