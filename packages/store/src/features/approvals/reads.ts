import type { ApprovalStatus } from '@countinghouse/kernel/approvals/state';
import type { Pool } from '../../connection.ts';
import type { Tx } from '../../reader.ts';

export interface ApprovalRow {
  readonly id: string;
  readonly kind: 'intent' | 'change';
  readonly subject: string;
  readonly intent_id: string | null;
  readonly status: ApprovalStatus;
  /** Canonical JSON. */
  readonly held_for: string;
  readonly payload_hash: string;
  /** Of an intent: its first row, and how many there are. */
  readonly first_row: {
    /** These three are null where there is no row: of a void. */
    readonly debit: string | null;
    readonly credit: string | null;
    readonly narrative: string | null;
    readonly rows: number;
  } | null;
  /** Of an intent: what its rows come to, a currency each, in the order of its rows; none of a void, or of a change. */
  readonly amounts: readonly { readonly currency: string; readonly amount: string }[];
  /** Of a change: what its command says. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  readonly maker_id: string;
  /** Persons beside the maker who stand behind it. */
  readonly key_holders: readonly string[];
  readonly needed: number;
  readonly approved: number;
  readonly eligible: number;
  readonly created_at: string;
  readonly created_seq: number;
  readonly expires_at: string;
  readonly decided_at: string | null;
  readonly decided_by: string | null;
  readonly decided_seq: number | null;
  readonly rejection_code: string | null;
  readonly comment: string | null;
  /** Whether the person who asks has the right to decide it, be they its maker or not. */
  readonly may: boolean;
  readonly voted: boolean;
}

/** Who looks, and when. */
export interface SeenBy {
  readonly userId: string;
  /** The instant. */
  readonly now: string;
}

/** What is past its time is rejected, whether or not the event that says so is written yet. `$2` is what time it is. */
const expired = "a.status = 'pending' and a.expires_at <= $2::timestamptz";
const waits = "a.status = 'pending' and a.expires_at > $2::timestamptz";
const status = `case when ${expired} then 'rejected' else a.status end`;

/** Whether a person has the right to decide `a`, an approval of the organisation $1: as `hasRightToDecide` of the kernel. `user` is an expression. */
const mayDecide = (user: string): string => `exists (
  select from members m where m.tenant_id = $1 and m.user_id = ${user} and (
    m.role = 'owner' or a.kind = 'intent' and not a.unassigned and a.entity_ids <> '{}' and not exists (
      select from unnest(a.entity_ids) touched (id) where not exists (
        select from entity_members em
        where em.tenant_id = $1 and em.entity_id = touched.id and em.user_id = m.user_id and em.role = 'entity_admin'))))`;
/** Whether a person stands behind `a`, and so never decides it: as `standsBehind` of the kernel. */
const standsBehind = (user: string): string => `(a.maker_id = ${user} or ${user} = any (a.key_holders))`;
const hasVoted = (user: string): string =>
  `exists (select from approval_votes v where v.tenant_id = $1 and v.approval_id = a.id and v.user_id = ${user})`;

const columns = `a.id, a.kind, a.subject, a.intent_id, ${status} as status, a.held_for, a.payload_hash, said.first_row, said.fields, said.amounts, a.maker_id, a.key_holders, a.needed, a.eligible,
    (select count(*) from approval_votes v where v.tenant_id = $1 and v.approval_id = a.id) as approved,
    a.created_at, a.created_seq, a.expires_at, a.decided_at, a.decided_by, a.decided_seq,
    case when ${expired} then 'EXPIRED' else a.rejection_code end as rejection_code, a.comment,
    ${mayDecide('$3')} as may, ${hasVoted('$3')} as voted`;

/** Approvals with what they are about, as far as a list tells it. */
const said = `approvals a cross join lateral (select a.payload::jsonb as payload) p cross join lateral (
  select case when a.kind = 'change' then p.payload -> 'fields' end as fields, case when a.kind = 'intent' then jsonb_build_object(
    'debit', (select code from accounts where tenant_id = $1 and id::text = p.payload #>> '{rows,0,debit_account_id}'),
    'credit', (select code from accounts where tenant_id = $1 and id::text = p.payload #>> '{rows,0,credit_account_id}'),
    'narrative', p.payload #>> '{rows,0,narrative}', 'rows', jsonb_array_length(p.payload -> 'rows')) end as first_row,
    (select coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount::numeric(38, 8)::text) order by c.line), '[]') from (
      select r.currency, sum(r.amount) as amount, min(r.line) as line
      from jsonb_to_recordset(coalesce(p.payload -> 'rows', '[]')) as r (line int, currency text, amount numeric) group by r.currency
    ) c) as amounts
) said`;

export interface ApprovalFilter {
  readonly status: ApprovalStatus | null;
  /** Part of an id, an intent id, a use case or command, an account code or a narrative. */
  readonly q: string | null;
  /** Only intents that touch an account of this entity; changes are of them all. */
  readonly entityId: string | null;
  readonly beforeSeq: number | null;
  readonly limit: number;
}

/** Newest first, as a person sees them. */
export async function listApprovals(tx: Tx, tenantId: string, at: SeenBy, f: ApprovalFilter): Promise<readonly ApprovalRow[]> {
  const found = await tx.query<ApprovalRow>(
    `select ${columns} from ${said}
     where a.tenant_id = $1 and ($4::text is null or ${status} = $4)
       and ($5::text is null or strpos(lower(concat_ws(' ', a.id, a.intent_id, a.subject)), lower($5)) > 0 or a.kind = 'intent' and exists (
         select from jsonb_array_elements(a.payload::jsonb -> 'rows') r
           left join accounts c on c.tenant_id = $1 and c.id::text in (r ->> 'debit_account_id', r ->> 'credit_account_id')
         where strpos(lower(concat_ws(' ', c.code, r ->> 'narrative')), lower($5)) > 0))
       and ($6::uuid is null or a.kind = 'change' or $6 = any (a.entity_ids))
       and ($7::bigint is null or a.created_seq < $7)
     order by a.created_seq desc
     limit $8`,
    [tenantId, at.now, at.userId, f.status, f.q, f.entityId, f.beforeSeq, f.limit],
  );
  return found.rows;
}

/** What was asked and decided in approvals, each an event of the log. */
export interface ApprovalNews {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'approval_asked' | 'approval_approved' | 'approval_rejected';
  readonly actor_id: string;
  readonly id: string;
  readonly subject: string;
  readonly first_row:
    | (NonNullable<ApprovalRow['first_row']> & {
        /** Decimal with eight places; null where there is no row. */
        readonly amount: string | null;
        readonly currency: string | null;
      })
    | null;
  readonly fields: ApprovalRow['fields'];
  /** The person may decide it, and has not. */
  readonly waiting: boolean;
}

export interface NewsFilter {
  /** Only what the person may or might decide, and what became of what they asked for. */
  readonly mine: boolean;
  /** Before this event; null: the latest. */
  readonly beforeSeq: number | null;
  readonly limit: number;
}

/** The latest first. What was not decided in time is there once its event is. */
export async function listApprovalNews(tx: Tx, tenantId: string, at: SeenBy, f: NewsFilter): Promise<readonly ApprovalNews[]> {
  const found = await tx.query<ApprovalNews>(
    `select n.seq, n.at, n.kind, n.actor_id, a.id, a.subject, said.fields,
       said.first_row || jsonb_build_object('amount', p.payload #>> '{rows,0,amount}', 'currency', p.payload #>> '{rows,0,currency}') as first_row,
       n.kind = 'approval_asked' and ${waits} and not ${standsBehind('$3')}
         and ${mayDecide('$3')} and not ${hasVoted('$3')} as waiting
     from (
       (select a.id, a.created_seq as seq, a.created_at as at, 'approval_asked' as kind, a.maker_id as actor_id from approvals a
        where a.tenant_id = $1 and ($5::bigint is null or a.created_seq < $5) and (not $4 or not ${standsBehind('$3')} and ${mayDecide('$3')})
        order by a.created_seq desc limit $6)
       union all
       (select a.id, a.decided_seq, a.decided_at, 'approval_' || a.status, coalesce(a.decided_by, 'system') from approvals a
        where a.tenant_id = $1 and a.decided_seq is not null and ($5::bigint is null or a.decided_seq < $5) and (not $4 or ${standsBehind('$3')})
        order by a.decided_seq desc limit $6)
     ) n join ${said} on a.tenant_id = $1 and a.id = n.id
     order by n.seq desc limit $6`,
    [tenantId, at.now, at.userId, f.mine, f.beforeSeq, f.limit],
  );
  return found.rows;
}

/** How many wait that a person may decide: what their badge says. */
export async function countWaiting(tx: Tx, tenantId: string, { now, userId }: SeenBy): Promise<number> {
  const found = await tx.query<{ count: number }>(
    `select count(*) as count from approvals a
     where a.tenant_id = $1 and ${waits} and not ${standsBehind('$3')}
       and ${mayDecide('$3')} and not ${hasVoted('$3')}`,
    [tenantId, now, userId],
  );
  return found.rows[0]?.count ?? 0;
}

export async function findApproval(
  tx: Tx,
  tenantId: string,
  { now, userId }: SeenBy,
  id: string,
): Promise<(ApprovalRow & { readonly payload: string }) | null> {
  const found = await tx.query<ApprovalRow & { payload: string }>(
    `select a.payload, ${columns} from ${said} where a.tenant_id = $1 and a.id = $4`,
    [tenantId, now, userId, id],
  );
  return found.rows[0] ?? null;
}

/** What an intent waits for, or waited for, as it is at the instant `now`. */
export async function findApprovalOfIntent(
  tx: Tx,
  tenantId: string,
  now: string,
  intentId: string,
): Promise<{ readonly id: string; readonly status: ApprovalStatus } | null> {
  const found = await tx.query<{ id: string; status: ApprovalStatus }>(
    `select a.id, ${status} as status from approvals a where a.tenant_id = $1 and a.intent_id = $3`,
    [tenantId, now, intentId],
  );
  return found.rows[0] ?? null;
}

/** The rows of an intent that waits, or waited, with the codes of their accounts; none of a change. */
export async function listRowsOfApproval(tx: Tx, tenantId: string, id: string): Promise<readonly WaitingRow[]> {
  const found = await tx.query<WaitingRow>(
    `select r.line, r.debit_account_id, d.code as debit_code, r.credit_account_id, c.code as credit_code, r.amount, r.currency, r.value_date,
       r.narrative
     from approvals a
     cross join jsonb_to_recordset(coalesce(a.payload::jsonb -> 'rows', '[]')) as r (
       line int, debit_account_id uuid, credit_account_id uuid, amount text, currency text, value_date text, narrative text)
     join accounts d on d.tenant_id = a.tenant_id and d.id = r.debit_account_id
     join accounts c on c.tenant_id = a.tenant_id and c.id = r.credit_account_id
     where a.tenant_id = $1 and a.id = $2
     order by r.line`,
    [tenantId, id],
  );
  return found.rows;
}

export interface WaitingRow {
  readonly line: number;
  readonly debit_account_id: string;
  readonly debit_code: string;
  readonly credit_account_id: string;
  readonly credit_code: string;
  /** Decimal with eight places, above zero. */
  readonly amount: string;
  readonly currency: string;
  readonly value_date: string;
  readonly narrative: string;
}

export interface VoteRow {
  readonly user_id: string;
  readonly comment: string;
  readonly at: string;
  readonly seq: number;
}

/** Who approved, first first. */
export async function listVotes(tx: Tx, tenantId: string, id: string): Promise<readonly VoteRow[]> {
  const found = await tx.query<VoteRow>(
    'select user_id, comment, voted_at as at, seq from approval_votes where tenant_id = $1 and approval_id = $2 order by seq',
    [tenantId, id],
  );
  return found.rows;
}

/** Pending ones past their time at the instant `now`, of all organisations that can take the event. For the worker: the client must see every tenant. */
export async function listApprovalsToExpire(
  client: Pick<Tx, 'query'>,
  now: string,
  limit: number,
): Promise<readonly { readonly tenant_id: string; readonly id: string }[]> {
  const found = await client.query<{ tenant_id: string; id: string }>(
    `select a.tenant_id, a.id from approvals a join tenants t on t.tenant_id = a.tenant_id
     where a.status = 'pending' and a.expires_at <= $1 and not t.read_only and t.archived_at is null
     order by a.expires_at
     limit $2`,
    [now, limit],
  );
  return found.rows;
}

export interface ApprovalToMail {
  readonly organisation: string;
  readonly kind: 'intent' | 'change';
  readonly maker_id: string;
  /** The name of the service account that asked; null: a person did. */
  readonly service_account: string | null;
}

/** What the mail to a checker needs; null once they cannot decide it any more. Needs the writer's role. */
export async function findApprovalToMail(
  writerPool: Pool,
  tenantId: string,
  { now, userId }: SeenBy,
  id: string,
): Promise<ApprovalToMail | null> {
  const found = await writerPool.query<ApprovalToMail>(
    `select t.name as organisation, a.kind, a.maker_id, s.name as service_account
     from approvals a join tenants t on t.tenant_id = $1 and t.archived_at is null
     left join service_accounts s on s.tenant_id = $1 and s.id::text = a.maker_id
     where a.tenant_id = $1 and a.id = $4 and ${waits} and not ${standsBehind('$3')}
       and ${mayDecide('$3')} and not ${hasVoted('$3')}`,
    [tenantId, now, userId, id],
  );
  return found.rows[0] ?? null;
}

interface UntoldApproval {
  readonly tenant_id: string;
  readonly id: string;
  readonly checkers: readonly string[];
}

/** Those waiting at the instant `now` that nobody was told of yet, each with whoever may decide it. Noted as told with this transaction. */
export async function takeUntoldApprovals(client: Pick<Tx, 'query'>, now: string, limit: number): Promise<readonly UntoldApproval[]> {
  const untold = await client.query<{ tenant_id: string; id: string }>(
    `select a.tenant_id, a.id from approvals a
     where ${waits}
       and not exists (select from approval_notices n where n.tenant_id = a.tenant_id and n.approval_id = a.id)
     order by a.created_at limit $1`,
    [limit, now],
  );
  const taken: UntoldApproval[] = [];
  for (const { tenant_id, id } of untold.rows) {
    const noted = await client.query('insert into approval_notices (tenant_id, approval_id) values ($1, $2) on conflict do nothing', [
      tenant_id,
      id,
    ]);
    // Another process told of it meanwhile.
    if (noted.rowCount === 0) continue;
    const found = await client.query<{ user_id: string }>(
      `select u.user_id from members u join approvals a on a.tenant_id = $1 and a.id = $2
       where u.tenant_id = $1 and not ${standsBehind('u.user_id')} and ${mayDecide('u.user_id')}
       order by u.user_id`,
      [tenant_id, id],
    );
    taken.push({ tenant_id, id, checkers: found.rows.map((row) => row.user_id) });
  }
  return taken;
}
