import type { FiledOn } from '@countinghouse/kernel/attachments/events';
import { thawIntent } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';

export interface AttachmentRow {
  readonly sha256: string;
  readonly size_bytes: number;
  readonly content_type: string;
  readonly name_token: string;
  readonly added_at: string;
  readonly added_by: string;
  readonly event_seq: number;
}

const columns = 'a.sha256, a.size_bytes, a.content_type, a.name_token, a.added_at, a.added_by, a.event_seq';
const select = `select ${columns} from attachments a`;

/** The files of an intent, in the order in which they were added. */
export async function listAttachments(tx: Tx, tenantId: string, intentId: string): Promise<readonly AttachmentRow[]> {
  const found = await tx.query<AttachmentRow>(`${select} where a.tenant_id = $1 and a.intent_id = $2 order by a.event_seq`, [
    tenantId,
    intentId,
  ]);
  return found.rows;
}

export async function findAttachment(tx: Tx, tenantId: string, intentId: string, sha256: string): Promise<AttachmentRow | null> {
  const found = await tx.query<AttachmentRow>(`${select} where a.tenant_id = $1 and a.intent_id = $2 and a.sha256 = $3`, [
    tenantId,
    intentId,
    sha256,
  ]);
  return found.rows[0] ?? null;
}

/** An account, a party or a period. */
export interface Thing {
  readonly on: FiledOn;
  readonly id: string;
}

/** Null where there is no such thing. */
export async function listFiled(tx: Tx, tenantId: string, { on, id }: Thing): Promise<readonly AttachmentRow[] | null> {
  const table = { account: 'accounts', party: 'parties', period: 'periods' }[on];
  const there = await tx.query(`select from ${table} where tenant_id = $1 and id = $2`, [tenantId, id]);
  if (there.rows.length === 0) return null;
  const found = await tx.query<AttachmentRow>(
    `select ${columns} from filed_attachments a where a.tenant_id = $1 and a.filed_on = $2 and a.filed_on_id = $3 order by a.event_seq`,
    [tenantId, on, id],
  );
  return found.rows;
}

export async function findFiled(tx: Tx, tenantId: string, { on, id }: Thing, sha256: string): Promise<AttachmentRow | null> {
  const found = await tx.query<AttachmentRow>(
    `select ${columns} from filed_attachments a where a.tenant_id = $1 and a.filed_on = $2 and a.filed_on_id = $3 and a.sha256 = $4`,
    [tenantId, on, id, sha256],
  );
  return found.rows[0] ?? null;
}

/**
 * The accounts that an intent concerns, by id or as its request names them: of its rows, of the hold that it placed, captured or
 * voided, and of what it took back. Null where there is no such intent.
 */
export async function findAccountsOfIntent(tx: Tx, tenantId: string, intentId: string): Promise<readonly string[] | null> {
  const ask = () =>
    tx.query<{ accounts: readonly string[] | null }>(
      `select (
       select array_agg(distinct x.account) from (
         select side.account from jsonb_array_elements(told.payload -> 'request' -> 'proposed_actions') r
         cross join lateral (values (r ->> 'debitAccount'), (r ->> 'creditAccount')) side(account)
         union
         select side.account from postings p
         cross join lateral (values (p.debit_account_id::text), (p.credit_account_id::text)) side(account)
         where p.tenant_id = $1 and p.seq = e.seq
         union
         select side.account from jsonb_array_elements(told.payload #> '{approval,payload,rows}') r
         cross join lateral (values (r ->> 'debit_account_id'), (r ->> 'credit_account_id')) side(account)
         union
         select side.account from hold_rows h
         cross join lateral (values (h.debit_account_id::text), (h.credit_account_id::text)) side(account)
         where h.tenant_id = $1 and h.intent_id = coalesce(told.payload #>> '{hold,intent_id}', e.intent_id)
       ) x where x.account is not null
     ) as accounts
     from events e cross join lateral (select e.payload::jsonb as payload) told
     where e.tenant_id = $1 and e.intent_id = $2 and e.idem_key is not null`,
      [tenantId, intentId],
    );
  let { rows } = await ask();
  if (rows.length === 0 && (await thawIntent(tx, tenantId, intentId))) ({ rows } = await ask());
  const [intent] = rows;
  return intent === undefined ? null : (intent.accounts ?? []);
}
