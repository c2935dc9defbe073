// How often intents were asked for again under their keys. Counted beside the log, by whoever answered: see decision 0086.
import type pg from 'pg';
import type { Tx } from '../../reader.ts';

export interface IntentRepeats {
  readonly tenantId: string;
  readonly intentId: string;
  /** At least 1. */
  readonly repeats: number;
  /** RFC 3339, of the last. */
  readonly lastAt: string;
}

/** Adds to what is counted. Each intent at most once; in one order for all servers, so that they do not lock each other out. */
export async function addRepeats(client: Pick<pg.Pool, 'query'>, counted: readonly IntentRepeats[]): Promise<void> {
  await client.query(
    `insert into intent_repeats as r (tenant_id, intent_id, repeats, last_at)
     select c."tenantId", c."intentId", c.repeats, c."lastAt"
     from jsonb_to_recordset($1::jsonb) as c("tenantId" uuid, "intentId" text, repeats bigint, "lastAt" timestamptz)
     order by 1, 2
     on conflict (tenant_id, intent_id)
     do update set repeats = r.repeats + excluded.repeats, last_at = greatest(r.last_at, excluded.last_at)`,
    [JSON.stringify(counted)],
  );
}

/** By intent id; an intent that was asked for once is not in it. */
export async function findRepeats(
  tx: Tx,
  tenantId: string,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly count: number; readonly last_at: string }>> {
  const found = await tx.query<{ intent_id: string; repeats: number; last_at: string }>(
    'select intent_id, repeats, last_at from intent_repeats where tenant_id = $1 and intent_id = any($2)',
    [tenantId, intentIds],
  );
  return new Map(found.rows.map(({ intent_id, repeats, last_at }) => [intent_id, { count: repeats, last_at }]));
}
