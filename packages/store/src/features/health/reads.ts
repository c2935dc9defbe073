// Re-derives what must hold, in SQL: the log and the postings against the stored balances. (Hashes are re-derived in
// `health/chain.ts`, outside the database, which is one of the suspects.)

import type { Tx } from '../../reader.ts';

export async function countLedger(
  tx: Tx,
  tenantId: string,
): Promise<{ readonly events: number; readonly postings: number; readonly accounts: number }> {
  const found = await tx.query<{ events: number; postings: number; accounts: number }>(
    `select (select count(*) from events where tenant_id = $1) as events,
       (select count(*) from postings where tenant_id = $1) as postings,
       (select count(*) from accounts where tenant_id = $1) as accounts`,
    [tenantId],
  );
  return found.rows[0] ?? { events: 0, postings: 0, accounts: 0 };
}

/** Executed intents whose postings are not exactly their rows, and postings that no executed intent explains. */
export async function listMissingPostings(
  tx: Tx,
  tenantId: string,
  limit: number,
): Promise<readonly { readonly id: string; readonly seq: number }[]> {
  const found = await tx.query<{ id: string; seq: number }>(
    `with told as (
       select e.seq, e.intent_id, jsonb_array_length(e.payload::jsonb -> 'rows') as lines
       from events e where e.tenant_id = $1 and e.event_type = 'intent.executed'
     ), found as (
       select seq, count(*) as lines from postings where tenant_id = $1 group by seq
     )
     select coalesce(told.intent_id, '') as id, coalesce(told.seq, found.seq) as seq
     from told full join found using (seq)
     where told.lines is null or told.lines <> coalesce(found.lines, 0)
     order by 2
     limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}

export interface DriftRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly reported: string;
  readonly derived: string;
}

export async function listBalanceDrift(tx: Tx, tenantId: string, limit: number): Promise<readonly DriftRow[]> {
  const found = await tx.query<DriftRow>(
    `with moved as (
       select id, sum(amount) as balance from (
         select debit_account_id as id, amount from postings where tenant_id = $1
         union all
         select credit_account_id, -amount from postings where tenant_id = $1
       ) side group by id
     )
     select a.id, a.code, a.currency, a.balance as reported, coalesce(m.balance, 0)::numeric(38, 8) as derived
     from accounts a left join moved m on m.id = a.id
     where a.tenant_id = $1 and a.balance <> coalesce(m.balance, 0)
     order by a.code
     limit $2`,
    [tenantId, limit],
  );
  return found.rows;
}
