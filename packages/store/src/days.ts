// What moved on each value date: per account, per GL account, and per pair of entities where a posting crosses. The sums follow from
// the postings, after the commit that wrote these: `sumDays` adds what is new and moves the mark, in one transaction. Who reads days
// adds the postings above the mark (`readDays`), so that no reader ever sees an old sum.

import type pg from 'pg';
import { isMarkDue, markOfMonths } from './marks.ts';
import { execute, inline, type Prepared, prepareAll } from './sql/prepared.ts';
import { literal } from './sql/statement.ts';
import { inTransaction } from './transaction.ts';

/** Stands for accounts of no entity where a key may not be null. */
export const NO_ENTITY = '00000000-0000-0000-0000-000000000000';

/** Events whose postings are summed in one transaction: some tenths of a second. */
const EVENTS_MAX = 20_000;
const MIDDLE_OF_MONTH = 15;

/** The postings of one organisation whose seq is above one mark and, where there is one, up to another; each as an expression of SQL. */
interface Range {
  readonly tenant: string;
  readonly after: string;
  readonly through?: string;
}

const since = (tenantId: string, after: number): Range => ({ tenant: literal(tenantId), after: literal(after) });

const within = ({ tenant, after, through }: Range): string =>
  `p.tenant_id = ${tenant} and p.seq > ${after}${through === undefined ? '' : ` and p.seq <= ${through}`}`;

/** Both sides of postings: account_id, value_date, debits, credits. */
const accountSides = (range: Range): string =>
  `select p.debit_account_id as account_id, p.value_date, p.amount as debits, 0 as credits from postings p where ${within(range)}
   union all
   select p.credit_account_id, p.value_date, 0, p.amount from postings p where ${within(range)}`;

/**
 * The account that a posting names, by its key. As a join, a database that has counted nothing yet (no ANALYZE since the accounts were made)
 * looks through all accounts of the organisation for each posting; `offset 0` keeps this from being one.
 */
const accountOf = ({ tenant }: Range, id: string): string =>
  `lateral (select gl_account_id, entity_id, currency from accounts where tenant_id = ${tenant} and id = ${id} offset 0)`;

/** What moved each account on each value date. */
const accountMoves = (range: Range): string =>
  `select account_id, value_date, sum(debits) as debits, sum(credits) as credits from (${accountSides(range)}) side
   group by account_id, value_date`;

/** The same with the GL account and entity that the account maps to, and its currency. */
const glMoves = (range: Range): string =>
  `select a.gl_account_id, coalesce(a.entity_id, '${NO_ENTITY}') as entity_id, a.currency, m.value_date, m.debits, m.credits
   from (${accountMoves(range)}) m cross join ${accountOf(range, 'm.account_id')} a`;

/** What all postings of an organisation moved, with the GL account, entity and currency of the account; of those that left the database their sums. */
export const glMovesOfPostings = (tenantId: string): string => {
  const all = since(tenantId, 0);
  return `${glMoves(all)}
   union all
   select a.gl_account_id, coalesce(a.entity_id, '${NO_ENTITY}'), a.currency, p.value_date, p.debits, p.credits
   from pruned_days p cross join ${accountOf(all, 'p.account_id')} a where p.tenant_id = ${all.tenant}`;
};

/** Whether any account belongs to an entity; where none does, no posting is looked at for it. In the order of the index, or all accounts are read. */
const hasEntities = ({ tenant }: Range): string =>
  `(select entity_id from accounts where tenant_id = ${tenant} and entity_id is not null order by entity_id limit 1) is not null`;

/** Postings whose sides belong to different entities: debit_entity_id, credit_entity_id, currency, value_date, amount. */
const crossings = (range: Range): string =>
  `select coalesce(d.entity_id, '${NO_ENTITY}') as debit_entity_id, coalesce(c.entity_id, '${NO_ENTITY}') as credit_entity_id,
     p.currency, p.value_date, p.amount
   from postings p cross join ${accountOf(range, 'p.debit_account_id')} d cross join ${accountOf(range, 'p.credit_account_id')} c
   where ${within(range)} and d.entity_id is distinct from c.entity_id
     and ${hasEntities(range)}`;

/** Tables for a FROM clause, of one organisation; a day may come in several rows, which are to be summed. */
export interface DayTables {
  /** account_id, value_date, debits, credits. */
  readonly accounts: string;
  /** gl_account_id, entity_id (NO_ENTITY for none), currency, value_date, debits, credits. */
  readonly gl: string;
  /** debit_entity_id, credit_entity_id, currency, value_date, amount. */
  readonly entities: string;
  /** By account and number of a date, from 1: what moved it after that date. account_id, n, net: several rows each, to be summed. */
  readonly later: (dates: readonly string[]) => string;
}

/** The days as they are at this point of the log. The transaction must see one point in time (repeatable read). */
export async function readDays(tx: pg.ClientBase, tenantId: string): Promise<DayTables> {
  const found = await tx.query<{ through_seq: number }>('select through_seq from days_summed where tenant_id = $1', [tenantId]);
  const rest = since(tenantId, found.rows[0]?.through_seq ?? 0);
  const of = (columns: string, table: string, added: string): string =>
    `(select ${columns} from ${table} where tenant_id = ${rest.tenant}\n   union all\n   ${added})`;
  return {
    later: (dates) => `(${dates.map((date, i) => laterThan(rest, date, i + 1)).join('\n   union all\n   ')})`,
    accounts: of('account_id, value_date, debits, credits', 'account_days', accountSides(rest)),
    gl: of('gl_account_id, entity_id, currency, value_date, debits, credits', 'gl_days', glMoves(rest)),
    entities: of('debit_entity_id, credit_entity_id, currency, value_date, amount', 'entity_days', crossings(rest)),
  };
}

/**
 * What moved accounts after a date: whole months of sums, the days of one up to the date's nearer end of its month, and what is not
 * summed yet.
 */
function laterThan(rest: Range, date: string, n: number): string {
  const { tenant } = rest;
  const day = `${literal(date)}::date`;
  const month = `${literal(`${date.slice(0, -2)}01`)}::date`;
  const isEarly = Number(date.slice(-2)) <= MIDDLE_OF_MONTH;
  const days = (net: string, from: string): string =>
    `select account_id, ${n}, ${net} from account_days where tenant_id = ${tenant} and ${from}`;
  return [
    `select account_id, ${n} as n, net from account_months where tenant_id = ${tenant} and month ${isEarly ? '>=' : '>'} ${month}`,
    isEarly
      ? days('credits - debits', `value_date >= ${month} and value_date <= ${day}`)
      : days('debits - credits', `value_date > ${day} and value_date < (${month} + interval '1 month')::date`),
    `select account_id, ${n}, debits - credits from (${accountSides(rest)}) side where value_date > ${day}`,
  ].join('\n   union all\n   ');
}

const newRange: Range = { tenant: '$1', after: '$2', through: '$3' };

const adding = (name: string, text: string): Prepared => ({ name, types: ['uuid', 'bigint', 'bigint'], text });

/** What adds the postings of an organisation ($1) above a seq ($2) and up to another ($3) to the sums; rows in the order of their keys. */
const additions: readonly Prepared[] = [
  adding(
    'add_account_days',
    `insert into account_days (tenant_id, account_id, value_date, debits, credits)
select $1, account_id, value_date, debits, credits from (${accountMoves(newRange)}) move order by account_id, value_date
on conflict (tenant_id, account_id, value_date)
do update set debits = account_days.debits + excluded.debits, credits = account_days.credits + excluded.credits`,
  ),
  adding(
    'add_gl_days',
    `insert into gl_days (tenant_id, gl_account_id, entity_id, currency, value_date, debits, credits)
select $1, gl_account_id, entity_id, currency, value_date, sum(debits), sum(credits) from (${glMoves(newRange)}) move
group by gl_account_id, entity_id, currency, value_date order by gl_account_id, entity_id, currency, value_date
on conflict (tenant_id, gl_account_id, entity_id, currency, value_date)
do update set debits = gl_days.debits + excluded.debits, credits = gl_days.credits + excluded.credits`,
  ),
  adding(
    'add_entity_days',
    `insert into entity_days (tenant_id, debit_entity_id, credit_entity_id, currency, value_date, amount)
select $1, debit_entity_id, credit_entity_id, currency, value_date, sum(amount) from (${crossings(newRange)}) crossing
group by debit_entity_id, credit_entity_id, currency, value_date order by debit_entity_id, credit_entity_id, currency, value_date
on conflict (tenant_id, debit_entity_id, credit_entity_id, currency, value_date)
do update set amount = entity_days.amount + excluded.amount`,
  ),
  adding(
    'add_account_months',
    `insert into account_months (tenant_id, month, account_id, net)
select $1, date_trunc('month', value_date::timestamp)::date as month, account_id, sum(debits - credits) from (${accountMoves(newRange)}) move
group by month, account_id order by month, account_id
on conflict (tenant_id, month, account_id)
do update set net = account_months.net + excluded.net`,
  ),
];

/** The statements that add postings above one seq and up to another to the sums, for the schema of the search path. */
export const addToDays = (tenantId: string, { after, through }: { readonly after: number; readonly through: number }): readonly string[] =>
  additions.map((addition) => inline(addition, tenantId, after, through));

/** What is lost of sums when PostgreSQL dies is made again from the postings, and the mark goes with it: nobody waits for the disk. */
const BEGIN = ['begin', 'set local synchronous_commit = off'] as const;

/**
 * Adds what was posted since the last time to the sums, some thousand events at once. Answers how many events are still to be added;
 * 0 where another process is at it. The pool's role must see every organisation. Nobody who posts waits for this.
 */
export async function sumDays(pool: pg.Pool, tenantId: string): Promise<number> {
  return inTransaction(
    pool,
    async (client) => {
      // Events up to this head are committed, whatever comes meanwhile, and so are the sums of all up to the mark.
      const found = await client.query<{ after: number; head: number }>(
        `select through_seq as after, (select seq from chain_heads where tenant_id = $1) as head
         from days_summed where tenant_id = $1 for update skip locked`,
        [tenantId],
      );
      const [at] = found.rows;
      if (at === undefined || at.head <= at.after) return 0;
      const through = Math.min(at.head, at.after + EVENTS_MAX);
      await prepareAll(client, additions);
      await client.query(
        [
          ...additions.map((addition) => execute(addition, tenantId, at.after, through)),
          ...((await isMarkDue(client, tenantId, through)) ? [markOfMonths(tenantId, through)] : []),
          `update days_summed set through_seq = ${literal(through)} where tenant_id = ${literal(tenantId)}`,
        ].join(';\n'),
      );
      return at.head - through;
    },
    BEGIN,
  );
}

/** Organisations whose log has grown since their days were summed. */
export async function listUnsummed(pool: pg.Pool): Promise<readonly string[]> {
  const found = await pool.query<{ tenant_id: string }>(
    'select h.tenant_id from chain_heads h join days_summed d using (tenant_id) where h.seq > d.through_seq',
  );
  return found.rows.map((r) => r.tenant_id);
}
