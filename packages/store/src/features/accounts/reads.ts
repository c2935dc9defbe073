import type { OpeningRule } from '@countinghouse/kernel/accounts/events';
import type { NormalBalance } from '@countinghouse/kernel/gl-accounts/events';
import type { CodePage } from '../../code-page.ts';
import type { Tx } from '../../reader.ts';
import { asCalled, calledOutside } from '../../sql/account-names.ts';
import { likePattern } from '../../sql/like-pattern.ts';

export interface AccountRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly external_ref: string | null;
  /** In its place, where its words are beside the log. */
  readonly external_ref_token: string | null;
  readonly gl_account_id: string;
  readonly gl_code: string;
  readonly gl_title: string;
  readonly normal_balance: NormalBalance;
  readonly entity_id: string | null;
  readonly entity_code: string | null;
  /** The counterparty whose account it is. */
  readonly party_id: string | null;
  readonly title: string | null;
  /** What the available balance on the normal side may not fall below, with eight places; null: nothing. */
  readonly floor_amount: string | null;
  readonly closed: boolean;
  /** Whether anything was ever posted to it. */
  readonly posted: boolean;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
  /** What open holds reserve, with eight places. */
  readonly held: string;
  readonly created_at: string;
  /** When and why it was closed; null while it is open. */
  readonly closed_at: string | null;
  readonly closed_reason: string | null;
  /** The code of the bucket it is in today. */
  readonly interest_bucket: string | null;
}

/** What each account has reserved at the instant `now`, an expression: the credit side of one that is normally in debit, the debit side of one normally in credit. */
const heldAt = (now: string): string => `with held as (
  select side.account_id, sum(side.amount) as amount
  from holds h join hold_rows r on r.tenant_id = h.tenant_id and r.intent_id = h.intent_id
  cross join lateral (values (r.debit_account_id, 'CR', r.amount - r.captured), (r.credit_account_id, 'DR', r.amount - r.captured)) side(account_id, normal_balance, amount)
  join accounts a on a.tenant_id = h.tenant_id and a.id = side.account_id
  join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id and g.normal_balance = side.normal_balance
  where h.tenant_id = $1 and h.status = 'open' and h.expires_at > ${now}::timestamptz
  group by side.account_id
)`;

/** The amount of the floor of an account `a`: zero stands by its word, as it always has. */
export const floorAmount = "case when a.floor = 'zero' then 0::numeric(38, 8) else a.floor_amount end";

const selectAt = (
  now: string,
): string => `${heldAt(now)} select a.id, a.code, a.currency, a.kind, a.external_ref, a.external_ref_token, a.gl_account_id, g.code as gl_code, g.title as gl_title, g.normal_balance,
       a.entity_id, e.code as entity_code, a.party_id, a.title, ${floorAmount} as floor_amount, a.closed, a.version > 0 as posted, a.balance, coalesce(held.amount, 0)::numeric(38, 8) as held,
       a.created_at, a.closed_at, a.closed_reason, bucket.code as interest_bucket
     from accounts a join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id
     left join entities e on e.tenant_id = a.tenant_id and e.id = a.entity_id
     left join held on held.account_id = a.id
     left join lateral (
       select m.bucket_id from interest_memberships m
       where m.tenant_id = a.tenant_id and m.account_id = a.id and m.effective_on <= (${now}::timestamptz at time zone 'utc')::date
       order by m.effective_on desc limit 1
     ) membership on true
     left join interest_buckets bucket on bucket.tenant_id = a.tenant_id and bucket.id = membership.bucket_id`;

export interface AccountsFilter {
  readonly entityId: string | null;
  readonly currency: string | null;
  readonly partyId: string | null;
  /** Each is somewhere in code, title, currency, kind, reference, GL code or GL title, in any case. */
  readonly words: readonly string[];
  /** Ids, codes and what they are called outside; null: all accounts. */
  readonly references: readonly string[] | null;
  /** Tokens of these, where what accounts are called outside may be beside the log. */
  readonly referenceTokens: readonly string[];
  /** The token of all words as one reference: an account that is called so is found too. */
  readonly wordsToken: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As they are at the instant `now`, with how many there are on all pages. */
export async function listAccounts(
  tx: Tx,
  tenantId: string,
  now: string,
  filter: AccountsFilter,
  page: CodePage,
): Promise<{ readonly rows: readonly AccountRow[]; readonly total: number }> {
  const chosen = `a.tenant_id = $1 and ($2::uuid is null or a.entity_id = $2) and ($3::text is null or a.currency = $3)
       and (lower(concat_ws(' ', a.code, a.title, a.currency, a.kind, a.external_ref, g.code, g.title)) like all ($4::text[]) or a.external_ref_token = $8)
       and ($5::uuid[] is null or a.id = any($5) or a.code = any($6::text[]) or ${calledOutside('a.')} = any($6) or a.external_ref_token = any($9::text[]))
       and ($7::uuid is null or a.party_id = $7)`;
  const { references } = filter;
  const values = [
    tenantId,
    filter.entityId,
    filter.currency,
    filter.words.map((word) => likePattern(word.toLowerCase())),
    references?.filter((r) => uuid.test(r)) ?? null,
    references?.map(asCalled) ?? null,
    filter.partyId,
    filter.wordsToken,
    filter.referenceTokens,
  ];
  const found = await tx.query<AccountRow>(
    `${selectAt('$12')}
     where ${chosen} and a.code > coalesce($10::text, '')
     order by a.code
     limit $11`,
    [...values, page.after, page.limit, now],
  );
  const counted = await tx.query<{ total: number }>(
    `select count(*) as total from accounts a join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id where ${chosen}`,
    values,
  );
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** As it is at the instant `now`. */
export async function findAccount(tx: Tx, tenantId: string, now: string, id: string): Promise<AccountRow | null> {
  const found = await tx.query<AccountRow>(
    `${selectAt('$3')}
     where a.tenant_id = $1 and a.id = $2`,
    [tenantId, id, now],
  );
  return found.rows[0] ?? null;
}

/** What an account is called, and what it is kept in: true at any time. */
export type NamedAccount = Pick<AccountRow, 'id' | 'code' | 'currency' | 'external_ref' | 'external_ref_token'>;

const named = 'id, code, currency, external_ref, external_ref_token';

export async function findNamedAccount(tx: Tx, tenantId: string, id: string): Promise<NamedAccount | null> {
  const found = await tx.query<NamedAccount>(`select ${named} from accounts where tenant_id = $1 and id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** The accounts that have these codes. */
export async function listAccountsByCode(tx: Tx, tenantId: string, codes: readonly string[]): Promise<readonly NamedAccount[]> {
  const found = await tx.query<NamedAccount>(`select ${named} from accounts where tenant_id = $1 and code = any($2)`, [tenantId, codes]);
  return found.rows;
}

/** The accounts whose reference outside names one of these, blanks and case aside, or has one of these tokens in its place. */
export async function listAccountsByReference(
  tx: Tx,
  tenantId: string,
  references: readonly string[],
  tokens: readonly string[],
): Promise<readonly NamedAccount[]> {
  const found = await tx.query<NamedAccount>(
    `select ${named} from accounts
     where tenant_id = $1 and (${calledOutside()} = any($2) or external_ref_token = any($3)) order by code`,
    [tenantId, references.map(asCalled), tokens],
  );
  return found.rows;
}

/** The rules by which accounts are opened on first use, with the codes of their GL accounts. */
export async function listOpeningRules(tx: Tx, tenantId: string): Promise<readonly (OpeningRule & { readonly gl_code: string })[]> {
  const found = await tx.query<{ rules: string }>('select rules from opening_rules where tenant_id = $1', [tenantId]);
  const rules = JSON.parse(found.rows[0]?.rules ?? '[]') as readonly OpeningRule[];
  const codes = await tx.query<{ id: string; code: string }>('select id, code from gl_accounts where tenant_id = $1 and id = any($2)', [
    tenantId,
    rules.map((rule) => rule.gl_account_id),
  ]);
  const codeOf = new Map(codes.rows.map(({ id, code }) => [id, code]));
  return rules.map((rule) => ({ ...rule, gl_code: codeOf.get(rule.gl_account_id) ?? '' }));
}
