// Balances as of any point of the two times a ledger has: what counted up to a value date, as the log knew it at a seq. Those of
// accounts are what is held now, less what counts later, less what was learnt later: recent days and recent events are few.

import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { askOfPage, everyAccount } from './code-page.ts';
import { type DayTables, NO_ENTITY, readDays } from './days.ts';
import { thawLearntAfter } from './pruned/thaw.ts';
import type { Tx } from './reader.ts';
import { readColumns } from './sql/columns.ts';
import type { HouseDaysAct } from './writer/house-days.ts';

/** Points in time that one pass answers together. Source: this period and the one before, each with the start of its fiscal year. */
export const DATES_MAX = 4;

export interface AtAsked {
  /** Value dates, `YYYY-MM-DD`, 1 to DATES_MAX. */
  readonly dates: readonly string[];
  /** What the log learnt after this seq does not count; null: all that it knows counts. */
  readonly knownAtSeq: number | null;
  /** Accounts of this entity only; null: of all and of none. */
  readonly entityId: string | null;
}

/** A column for each date; whoever names it has the dates as $3, $4, … */
const each = (dates: readonly string[], of: (n: number, date: string) => string): string =>
  dates.map((_, i) => of(i + 1, `$${i + 3}::date`)).join(', ');

/**
 * Of some rows those that take away again what was learnt later; nothing where all that is known counts. A null for the seq would say the same, but of a join that
 * nothing meets Citus does not see whose it is, where rows were brought back.
 */
const takenAway = ({ knownAtSeq }: AtAsked, ...unlearnt: readonly string[]): string =>
  knownAtSeq === null ? '' : unlearnt.map((rows) => `union all\n       ${rows}`).join('\n       ');

/**
 * By account what moved it after each date, or was learnt after the seq; of the accounts of a page ($1), or of all. Where there is a seq, the organisation,
 * the seq and the dates are $2, $3 and on.
 */
const laterByAccount = (days: DayTables, asked: AtAsked): string => {
  const { dates } = asked;
  const numbered = `(values ${dates.map((_, i) => `(${i + 1}, $${i + 4}::date)`).join(', ')}) asked (n, on_date)`;
  const unlearntOf = (side: string, amount: string): string =>
    `select ${side}, asked.n, ${amount} from postings join ${numbered} on value_date <= on_date where tenant_id = $2 and seq > $3::bigint`;
  const sumOf = (n: number): string => (dates.length === 1 ? 'sum(net)' : `sum(net) filter (where n = ${n})`);
  return `select account_id, ${each(dates, (n) => `${sumOf(n)} as later_${n}`)}
     from (
       select account_id, n, net from ${days.later(dates)} moved
       ${takenAway(asked, unlearntOf('debit_account_id', 'amount'), unlearntOf('credit_account_id', '-amount'))}
     ) movement
     where $1::uuid[] is null or account_id = any($1::uuid[])
     group by account_id`;
};

function datesOf({ dates }: AtAsked): readonly string[] {
  if (dates.length === 0 || dates.length > DATES_MAX) throw new RangeError(`between 1 and ${DATES_MAX} dates`);
  return dates;
}

/** What was learnt later of these days, where it has left the database. */
async function thawUnlearnt(tx: Tx, tenantId: string, { dates, knownAtSeq }: AtAsked): Promise<void> {
  if (knownAtSeq !== null)
    await thawLearntAfter(
      tx,
      tenantId,
      knownAtSeq,
      dates.reduce((last, date) => (date > last ? date : last), ''),
    );
}

export interface AccountAt {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly kind: string;
  readonly gl_account_id: string;
  readonly entity_id: string | null;
  /** At each date; debit-positive decimals with eight places. */
  readonly balances: readonly string[];
}

/**
 * The accounts that existed then, by code, with what they held at each date. Two statements of one moment, and not a join of them: where most organisations are
 * small, PostgreSQL takes this one for small too, and compares each account with each that moved.
 */
export async function listAccountsAt(tx: Tx, tenantId: string, asked: AtAsked, page = everyAccount): Promise<readonly AccountAt[]> {
  const dates = datesOf(asked);
  await thawUnlearnt(tx, tenantId, asked);
  const days = await readDays(tx, tenantId);
  const listThere = () =>
    readColumns(
      tx,
      ['id', 'code', 'currency', 'kind', 'gl_account_id', 'entity_id', 'balance'],
      `select id, code, currency, kind, gl_account_id, entity_id, balance from accounts
       where tenant_id = $1 and ($2::bigint is null or created_seq <= $2) and ($3::uuid is null or entity_id = $3) and code > coalesce($4::text, '')
         and ($6::uuid is null or gl_account_id = $6)
       order by code limit $5`,
      [tenantId, asked.knownAtSeq, asked.entityId, page.after, page.limit, page.glAccountId ?? null],
    );
  const learnt = asked.knownAtSeq === null ? [] : [tenantId, asked.knownAtSeq, ...dates];
  const laterNames = dates.map((_, i) => `later_${i + 1}`);
  const listMoved = (of: readonly (string | null)[] | null) =>
    readColumns(tx, ['account_id', ...laterNames], laterByAccount(days, asked), [of, ...learnt]);
  const [there, moved] = await askOfPage(tx, page, listThere, listMoved);
  const places = new Map(moved['account_id']?.map((id, n) => [id, n]));
  const later = laterNames.map((name) => moved[name]);
  return there.id.map((id, n) => {
    const place = places.get(id) ?? -1;
    return {
      id: id ?? '',
      code: there.code[n] ?? '',
      currency: there.currency[n] ?? '',
      kind: there.kind[n] ?? '',
      gl_account_id: there.gl_account_id[n] ?? '',
      entity_id: there.entity_id[n] ?? null,
      balances: later.map((of) => less(there.balance[n] ?? '', of?.[place])),
    };
  });
}

/** A balance of eight places without what moved it later; nothing moved most. */
const less = (balance: string, later: string | null | undefined): string =>
  later === null || later === undefined ? balance : formatAmountE8(parseBalanceE8(balance) - parseBalanceE8(later));

export interface GlAt {
  readonly gl_account_id: string;
  readonly currency: string;
  readonly balances: readonly string[];
}

/** A posting's side that was learnt later, by the GL account it maps to, taken away again. */
const unlearntGl = (side: string, amount: string): string =>
  `select a.gl_account_id, coalesce(a.entity_id, '${NO_ENTITY}') as entity_id, p.currency, p.value_date, ${amount} as net
       from postings p join accounts a on a.tenant_id = p.tenant_id and a.id = p.${side}
       where p.tenant_id = $1 and p.seq > $2::bigint`;

/** The same by GL account and currency, from the days of these: few, however many accounts there are. */
export async function listGlAt(tx: Tx, tenantId: string, asked: AtAsked): Promise<readonly GlAt[]> {
  const dates = datesOf(asked);
  const entity = `$${dates.length + 3}::uuid`;
  await thawUnlearnt(tx, tenantId, asked);
  const days = await readDays(tx, tenantId);
  const found = await tx.query<GlAt>(
    `with there as (
       select distinct gl_account_id, currency from accounts
       where tenant_id = $1 and ($2::bigint is null or created_seq <= $2) and (${entity} is null or entity_id = ${entity})
     ), movement as (
       select gl_account_id, entity_id, currency, value_date, debits - credits as net from ${days.gl} day
       ${takenAway(asked, unlearntGl('debit_account_id', '-p.amount'), unlearntGl('credit_account_id', 'p.amount'))}
     ), moved as (
       select gl_account_id, currency, ${each(dates, (n, date) => `sum(net) filter (where value_date <= ${date}) as moved_${n}`)}
       from movement where ${entity} is null or entity_id = ${entity}
       group by gl_account_id, currency
     )
     select gl_account_id, currency, array[${each(dates, (n) => `coalesce(moved_${n}, 0)::numeric(38, 8)`)}]::text[] as balances
     from there left join moved using (gl_account_id, currency)`,
    [tenantId, asked.knownAtSeq, ...dates, asked.entityId],
  );
  return found.rows;
}

export interface DueAt {
  /** Of the other entity; null: accounts of none. */
  readonly code: string | null;
  readonly currency: string;
  readonly balances: readonly string[];
}

/** What was learnt later of postings whose one side is the entity's, $2, and whose other side is not, taken away again. */
const unlearntDue = (own: string, other: string, amount: string, seq: string): string =>
  `select coalesce(o.entity_id, '${NO_ENTITY}'), p.currency, p.value_date, ${amount}
       from postings p
       join accounts a on a.tenant_id = p.tenant_id and a.id = p.${own} and a.entity_id = $2::uuid
       join accounts o on o.tenant_id = p.tenant_id and o.id = p.${other} and o.entity_id is distinct from a.entity_id
       where p.tenant_id = $1 and p.seq > ${seq}::bigint`;

/**
 * What an entity's postings with each other entity leave open at each date, by code. With the entity's accounts it comes to zero
 * in each currency; across the entities it cancels.
 */
export async function listDuesAt(tx: Tx, tenantId: string, asked: AtAsked & { readonly entityId: string }): Promise<readonly DueAt[]> {
  const dates = datesOf(asked);
  const seq = `$${dates.length + 3}`;
  await thawUnlearnt(tx, tenantId, asked);
  const days = await readDays(tx, tenantId);
  const found = await tx.query<DueAt>(
    `with crossing as (
       select credit_entity_id as other_id, currency, value_date, -amount as amount
       from ${days.entities} day where debit_entity_id = $2::uuid
       union all
       select debit_entity_id, currency, value_date, amount from ${days.entities} day where credit_entity_id = $2::uuid
       ${takenAway(
         asked,
         unlearntDue('debit_account_id', 'credit_account_id', 'p.amount', seq),
         unlearntDue('credit_account_id', 'debit_account_id', '-p.amount', seq),
       )}
     ), open as (
       select other_id, currency, ${each(dates, (n, date) => `sum(amount) filter (where value_date <= ${date}) as open_${n}`)}
       from crossing group by other_id, currency
     )
     select e.code, o.currency, array[${each(dates, (n) => `coalesce(o.open_${n}, 0)::numeric(38, 8)`)}]::text[] as balances
     from open o left join entities e on e.tenant_id = $1 and e.id = o.other_id
     order by e.code nulls last, o.currency`,
    [tenantId, asked.entityId, ...dates, ...(asked.knownAtSeq === null ? [] : [asked.knownAtSeq])],
  );
  return found.rows;
}

export interface HouseAt extends GlAt {
  readonly act: HouseDaysAct;
}

/** What revaluations and year ends moved up to each date, as known at the seq: a subset of what `listGlAt` answers. */
export async function listHouseAt(tx: Tx, tenantId: string, asked: AtAsked): Promise<readonly HouseAt[]> {
  const dates = datesOf(asked);
  const entity = `$${dates.length + 3}::uuid`;
  const found = await tx.query<HouseAt>(
    `select act, gl_account_id, currency,
       array[${each(dates, (_, date) => `coalesce(sum(net) filter (where value_date <= ${date}), 0)::numeric(38, 8)`)}]::text[] as balances
     from house_days
     where tenant_id = $1 and ($2::bigint is null or seq <= $2) and (${entity} is null or entity_id = ${entity})
     group by act, gl_account_id, currency`,
    [tenantId, asked.knownAtSeq, ...dates, asked.entityId],
  );
  return found.rows;
}

export interface HouseOfAccountAt {
  readonly act: HouseDaysAct;
  readonly account_id: string;
  readonly currency: string;
  readonly balances: readonly string[];
}

/** The same by account, of some of them: from the postings themselves, which are few. */
export async function listHouseOfAccountsAt(
  tx: Tx,
  tenantId: string,
  asked: AtAsked & { readonly accountIds: readonly string[] },
): Promise<readonly HouseOfAccountAt[]> {
  const dates = datesOf(asked);
  const chosen = `$${dates.length + 3}::uuid[]`;
  const found = await tx.query<HouseOfAccountAt>(
    `select house.act, side.account_id, p.currency,
       array[${each(dates, (_, date) => `coalesce(sum(side.net) filter (where p.value_date <= ${date}), 0)::numeric(38, 8)`)}]::text[] as balances
     from (select distinct act, seq from house_days where tenant_id = $1 and ($2::bigint is null or seq <= $2)) house
     join postings p on p.tenant_id = $1 and p.seq = house.seq
     cross join lateral (values (p.debit_account_id, p.amount), (p.credit_account_id, -p.amount)) side (account_id, net)
     where side.account_id = any(${chosen})
     group by house.act, side.account_id, p.currency`,
    [tenantId, asked.knownAtSeq, ...dates, asked.accountIds],
  );
  return found.rows;
}
