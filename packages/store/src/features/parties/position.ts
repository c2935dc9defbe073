// What the accounts of a party come to: sums by currency, by month, the latest movements, a statement of account. Sums are read from
// balances and days, movements from the postings of accounts that moved.

import { readDays } from '../../days.ts';
import { findPrunedTo } from '../../pruned/read-rows.ts';
import type { LoggedPosting } from '../../pruned/stretch.ts';
import { thawAccount } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';

/** Whose accounts: those of a party, of all entities or of one. */
export interface Of {
  readonly partyId: string;
  readonly entityId: string | null;
}

const own = 'tenant_id = $1 and party_id = $2 and ($3::uuid is null or entity_id = $3)';

export interface PartySumRow {
  readonly currency: string;
  readonly class: 'A' | 'L' | 'E' | 'I' | 'X';
  /** Whether their kind is one of those that are named. */
  readonly named: boolean;
  readonly accounts: number;
  /** Debit-positive decimal with eight places. */
  readonly balance: string;
}

/** What they held at the end of a day. */
export async function sumPartyAccounts(tx: Tx, tenantId: string, { partyId, entityId }: Of, kinds: readonly string[], day: string) {
  const days = await readDays(tx, tenantId);
  const found = await tx.query<PartySumRow>(
    `with own as materialized (select id, currency, kind, balance, gl_account_id from accounts where ${own}), later as (
       select account_id, sum(net) as net from ${days.later([day])} moved where account_id = any (array(select id from own)) group by account_id
     )
     select own.currency, g.class, lower(own.kind) = any ($4::text[]) as named, count(*) as accounts,
       sum(own.balance - coalesce(later.net, 0))::numeric(38, 8) as balance
     from own join gl_accounts g on g.tenant_id = $1 and g.id = own.gl_account_id left join later on later.account_id = own.id
     group by own.currency, g.class, named`,
    [tenantId, partyId, entityId, kinds],
  );
  return found.rows;
}

export interface PartyMonthRow {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly currency: string;
  /** Decimals with eight places. */
  readonly debits: string;
  readonly credits: string;
}

/** By month and currency, from the month of one day to that of another. */
export async function listPartyMonths(tx: Tx, tenantId: string, { partyId, entityId }: Of, from: string, to: string) {
  const days = await readDays(tx, tenantId);
  const found = await tx.query<PartyMonthRow>(
    `with own as materialized (select id, currency from accounts where ${own}), moved as (
       select account_id, to_char(value_date, 'YYYY-MM') as month, sum(debits) as debits, sum(credits) as credits
       from ${days.accounts} day
       where account_id = any (array(select id from own)) and value_date between $4::date and $5::date
       group by account_id, month
     )
     select moved.month, own.currency, sum(moved.debits)::numeric(38, 8) as debits, sum(moved.credits)::numeric(38, 8) as credits
     from moved join own on own.id = moved.account_id group by moved.month, own.currency order by moved.month, own.currency`,
    [tenantId, partyId, entityId, from, to],
  );
  return found.rows;
}

export interface PartyMovementRow {
  readonly seq: number;
  readonly line: number;
  readonly intent_id: string | null;
  readonly value_date: string;
  readonly booked_at: string;
  readonly narrative: string;
  readonly account_id: string;
  readonly account_code: string;
  readonly other_code: string;
  readonly currency: string;
  /** Debit-positive decimal with eight places. */
  readonly amount: string;
}

/** What postings name, by their keys: a page of them, however the accounts are spread. */
const named = (
  sides: string,
  order: string,
): string => `select p.seq, p.line, v.intent_id, p.value_date, v.event_ts as booked_at, p.narrative, p.own_id as account_id, o.code as account_code,
       c.code as other_code, p.currency, p.amount
     from (${sides}) p
     cross join lateral (select event_ts, intent_id from events where tenant_id = $1 and seq = p.seq offset 0) v
     cross join lateral (select code from accounts where tenant_id = $1 and id = p.own_id offset 0) o
     cross join lateral (select code from accounts where tenant_id = $1 and id = p.other_id offset 0) c
     order by ${order}`;

const sideOf = (mine: 'debit' | 'credit', where: string): string =>
  `select seq, line, value_date, narrative, ${mine}_account_id as own_id, ${mine === 'debit' ? 'credit' : 'debit'}_account_id as other_id,
         currency, ${mine === 'debit' ? 'amount' : '-amount'} as amount
       from postings where tenant_id = $1 and ${where}`;

/** The latest booked first: of each account its own latest are looked at, and no more. */
export async function listPartyMovements(tx: Tx, tenantId: string, { partyId, entityId }: Of, limit: number) {
  const latest = (mine: 'debit' | 'credit'): string =>
    `(${sideOf(mine, `${mine}_account_id = own.id`)} order by seq desc, line desc limit $4)`;
  const ask = () =>
    tx.query<PartyMovementRow>(
      named(
        `select side.* from (select id from accounts where ${own}) own
       cross join lateral (${latest('debit')} union all ${latest('credit')}) side
       order by seq desc, line desc limit $4`,
        'p.seq desc, p.line desc',
      ),
      [tenantId, partyId, entityId, limit],
    );
  const { rows } = await ask();
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (prunedTo === 0 || (rows.length === limit && (rows.at(-1)?.seq ?? 0) > prunedTo)) return rows;
  const owned = await tx.query<{ id: string }>(`select id from accounts where ${own}`, [tenantId, partyId, entityId]);
  for (const { id } of owned.rows) await thawAccount(tx, tenantId, id, { upTo: prunedTo, most: limit, matches: () => true });
  return (await ask()).rows;
}

export interface PartyBalanceRow {
  readonly currency: string;
  /** At the end of each of the two days; debit-positive decimals with eight places. */
  readonly opening: string;
  readonly closing: string;
}

/** By currency what the accounts held at the end of two days. */
export async function sumPartyAt(tx: Tx, tenantId: string, { partyId, entityId }: Of, first: string, last: string) {
  const days = await readDays(tx, tenantId);
  const found = await tx.query<PartyBalanceRow>(
    `with own as materialized (select id, currency, balance from accounts where ${own}), later as (
       select account_id, coalesce(sum(net) filter (where n = 1), 0) as first, coalesce(sum(net) filter (where n = 2), 0) as last
       from ${days.later([first, last])} moved where account_id = any (array(select id from own)) group by account_id
     )
     select own.currency, sum(own.balance - coalesce(later.first, 0))::numeric(38, 8) as opening,
       sum(own.balance - coalesce(later.last, 0))::numeric(38, 8) as closing
     from own left join later on later.account_id = own.id group by own.currency order by own.currency`,
    [tenantId, partyId, entityId],
  );
  return found.rows;
}

/** Between two value dates, the first day first. */
export async function listPartyStatement(tx: Tx, tenantId: string, { partyId, entityId }: Of, from: string, to: string, limit: number) {
  const days = await readDays(tx, tenantId);
  const moved = await tx.query<{ account_id: string }>(
    `select distinct account_id from ${days.accounts} day
     where account_id = any (array(select id from accounts where ${own})) and value_date between $4::date and $5::date`,
    [tenantId, partyId, entityId, from, to],
  );
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (prunedTo > 0)
    for (const { account_id } of moved.rows) {
      const matches = ({ value_date }: LoggedPosting): boolean => value_date >= from && value_date <= to;
      await thawAccount(tx, tenantId, account_id, { upTo: prunedTo, most: Number.MAX_SAFE_INTEGER, matches });
    }
  const within = (mine: string): string => `${mine}_account_id = any ($2::uuid[]) and value_date between $3::date and $4::date`;
  const found = await tx.query<PartyMovementRow>(
    named(
      `select * from (${sideOf('debit', within('debit'))} union all ${sideOf('credit', within('credit'))}) both_sides
       order by value_date, seq, line, own_id limit $5`,
      'p.value_date, p.seq, p.line, p.own_id',
    ),
    [tenantId, moved.rows.map((row) => row.account_id), from, to, limit],
  );
  return found.rows;
}
