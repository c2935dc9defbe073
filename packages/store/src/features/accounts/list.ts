// Operational accounts by code, with what they hold. A call looks at a bounded stretch of the codes, those that metadata leads to where it is asked for,
// and says where to go on.
import { readDays } from '../../days.ts';
import type { Tx } from '../../reader.ts';
import { type MetadataAsked, placesLed, placesWith } from '../../sql/metadata.ts';
import { lookThrough, type Stretch } from '../../sql/stretches.ts';
import { floorAmount } from './reads.ts';

/** Accounts that one statement looks at. */
const STRETCH = 2_000;

/** Which accounts; what is null leaves none out. */
export interface AccountFilter {
  readonly entityId: string | null;
  readonly glAccountId: string | null;
  readonly currency: string | null;
  readonly codePrefix: string | null;
  readonly closed: boolean | null;
  readonly partyId: string | null;
  readonly metadata: MetadataAsked | null;
}

/** Leaves none out. */
export const allAccounts: AccountFilter = {
  entityId: null,
  glAccountId: null,
  currency: null,
  codePrefix: null,
  closed: null,
  partyId: null,
  metadata: null,
};

export interface ListedAccountRow {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly external_ref: string | null;
  /** In its place, where its words are beside the log. */
  readonly external_ref_token: string | null;
  readonly gl_account_id: string;
  readonly gl_code: string;
  readonly normal_balance: 'DR' | 'CR';
  readonly entity_id: string | null;
  readonly entity_code: string | null;
  readonly party_id: string | null;
  readonly title: string | null;
  /** What the available balance on the normal side may not fall below, with eight places; null: nothing. */
  readonly floor_amount: string | null;
  readonly closed: boolean;
  readonly created_at: string;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
}

interface Page {
  /** The code that the page before ended with. */
  readonly after: string | null;
  readonly limit: number;
  /** How many accounts are looked at. */
  readonly scanned: number;
}

const within = "code > coalesce($2::text, '') and ($3::text is null or code >= $3)";
const led = { place: 'code', tenant: '$1', within, most: '$4' } as const;

/** The accounts that are looked at, by code: $2 the one before, $3 where those begin that are asked for, $4 how many; all of them, or those that metadata leads to. */
const looked = ({ metadata }: AccountFilter): string =>
  metadata === null
    ? `select code as place, accounts.* from accounts where tenant_id = $1 and ${within} order by code limit $4`
    : `select said.place, a.* from (${placesWith(metadata, led)}) said
       cross join lateral (select * from accounts where tenant_id = $1 and code = said.place offset 0) a`;

/** Their codes in order: `place`. */
const places = ({ metadata }: AccountFilter): string =>
  metadata === null
    ? `select code as place from accounts where tenant_id = $1 and ${within} order by code limit $4`
    : placesLed(metadata, led);

/** As it is now, or what counted up to a value date: then less what moved it later. */
export async function listFilteredAccounts(
  tx: Tx,
  tenantId: string,
  filter: AccountFilter,
  asOf: string | null,
  { after, limit, scanned }: Page,
): Promise<{ readonly accounts: readonly ListedAccountRow[]; readonly next: string | null }> {
  const asked = { limit, scanned, each: STRETCH };
  const { items, next } = await lookThrough<ListedAccountRow, string>(asked, after, (place, page) =>
    readStretch(tx, tenantId, filter, asOf, { limit: page.limit, scanned: page.scanned, after: place }),
  );
  return { accounts: items, next };
}

async function readStretch(
  tx: Tx,
  tenantId: string,
  filter: AccountFilter,
  asOf: string | null,
  { after, limit, scanned }: Page,
): Promise<Stretch<ListedAccountRow, string>> {
  const moved = asOf === null ? '(select null::uuid as account_id, 0 as net)' : (await readDays(tx, tenantId)).later([asOf]);
  const found = await tx.query<ListedAccountRow>(
    `with page as materialized (
       select a.* from (${looked(filter)}) a
       where ($5::uuid is null or a.entity_id = $5) and ($6::uuid is null or a.gl_account_id = $6) and ($7::text is null or a.currency = $7)
         and ($8::boolean is null or a.closed = $8) and ($3::text is null or starts_with(a.code, $3))
         and ($10::uuid is null or a.party_id = $10)
       order by a.place limit $9
     ), later as (
       select account_id, sum(net) as net from ${moved} moved where account_id = any (array(select id from page)) group by account_id
     )
     select a.id, a.code, a.currency, a.kind, a.external_ref, a.external_ref_token, a.gl_account_id, g.code as gl_code, g.normal_balance, a.entity_id, e.code as entity_code, a.party_id,
       a.title, ${floorAmount} as floor_amount, a.closed, a.created_at, (a.balance - coalesce(later.net, 0))::numeric(38, 8) as balance
     from page a left join later on later.account_id = a.id
     join gl_accounts g on g.tenant_id = $1 and g.id = a.gl_account_id
     left join entities e on e.tenant_id = $1 and e.id = a.entity_id
     order by a.code`,
    [
      tenantId,
      after,
      filter.codePrefix,
      scanned,
      filter.entityId,
      filter.glAccountId,
      filter.currency,
      filter.closed,
      limit,
      filter.partyId,
    ],
  );
  const last = found.rows.at(-1);
  if (last !== undefined && found.rows.length === limit) return { items: found.rows, next: last.code };
  return { items: found.rows, next: await findEndOfScan(tx, tenantId, filter, { after, scanned }) };
}

/** The last code that such a call looks at; null where none comes after it. */
async function findEndOfScan(
  tx: Tx,
  tenantId: string,
  filter: AccountFilter,
  { after, scanned }: Omit<Page, 'limit'>,
): Promise<string | null> {
  const found = await tx.query<{ code: string }>(`select place as code from (${places(filter)}) looked order by place offset $5`, [
    tenantId,
    after,
    filter.codePrefix,
    scanned + 1,
    scanned - 1,
  ]);
  return found.rows.length === 2 ? (found.rows[0]?.code ?? null) : null;
}
