import { readDays } from '../../days.ts';
import type { Tx } from '../../reader.ts';

export interface AgeingAsked {
  /** Last value date that counts as due. */
  readonly asOf: string;
  readonly side: 'receivable' | 'payable';
  /** Kinds of accounts, in lower case, that are left out. */
  readonly withoutKinds: readonly string[];
  readonly entityId: string | null;
  readonly partyId: string | null;
  /** Accounts that are looked at, by party and code. */
  readonly limit: number;
}

/** An account of a party; decimals with eight places. */
export interface AgeingRow {
  readonly party_id: string;
  readonly currency: string;
  /** Charges less payments up to the day. */
  readonly owed: string;
  /** Charges after the day, on it, 1–30, 31–60 and 61–90 days before it. */
  readonly ahead: string;
  readonly today: string;
  readonly up_to_30: string;
  readonly up_to_60: string;
  readonly up_to_90: string;
}

/** What charges an account and what its balance is signed by: assets are debited, liabilities credited. */
const sides = {
  receivable: { glClass: 'A', charge: 'debits', sign: '' },
  payable: { glClass: 'L', charge: 'credits', sign: '-' },
} as const;

/** From the balances as they are and the sums of 90 days; older days are not looked at. */
export async function listAgeing(tx: Tx, tenantId: string, asked: AgeingAsked): Promise<readonly AgeingRow[]> {
  const days = await readDays(tx, tenantId);
  const { glClass, charge, sign } = sides[asked.side];
  const due = (from: number, to: number): string =>
    `coalesce(sum(${charge}) filter (where value_date between $3::date - ${from} and $3::date - ${to}), 0)`;
  const found = await tx.query<AgeingRow>(
    `with chosen as materialized (
       select a.id, a.party_id, a.currency, a.balance, a.code
       from accounts a join gl_accounts g on g.tenant_id = $1 and g.id = a.gl_account_id
       where a.tenant_id = $1 and a.party_id is not null and g.class = $2 and lower(a.kind) <> all ($4::text[])
         and ($5::uuid is null or a.entity_id = $5) and ($6::uuid is null or a.party_id = $6)
       order by a.party_id, a.code limit $7
     ), moved as (
       select account_id, coalesce(sum(debits - credits) filter (where value_date > $3::date), 0) as later,
         coalesce(sum(${charge}) filter (where value_date > $3::date), 0) as ahead, ${due(0, 0)} as today,
         ${due(30, 1)} as up_to_30, ${due(60, 31)} as up_to_60, ${due(90, 61)} as up_to_90
       from ${days.accounts} day
       where account_id = any (array(select id from chosen)) and value_date >= $3::date - 90
       group by account_id
     )
     select c.party_id, c.currency, (${sign}(c.balance - coalesce(m.later, 0)))::numeric(38, 8) as owed,
       ${['ahead', 'today', 'up_to_30', 'up_to_60', 'up_to_90'].map((name) => `coalesce(m.${name}, 0)::numeric(38, 8) as ${name}`).join(', ')}
     from chosen c left join moved m on m.account_id = c.id
     order by c.party_id, c.code`,
    [tenantId, glClass, asked.asOf, asked.withoutKinds, asked.entityId, asked.partyId, asked.limit],
  );
  return found.rows;
}
