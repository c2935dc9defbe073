import { CLEARING_REF } from '@countinghouse/kernel/bounds';
import { type AtAsked, type GlAt, listGlAt } from '../../balances-at.ts';
import { readDays } from '../../days.ts';
import { findPrunedTo } from '../../pruned/read-rows.ts';
import { thawLearntAfter, thawPostings } from '../../pruned/thaw.ts';
import { type Range, type Window, windowOn } from '../../pruned/windows.ts';
import type { Tx } from '../../reader.ts';

export interface ReportSettings {
  readonly name: string;
  readonly reporting_currency: string;
  readonly fiscal_year_start: number;
}

/** What statements need to know of the organisation. */
export async function getReportSettings(tx: Tx, tenantId: string): Promise<ReportSettings> {
  const found = await tx.query<ReportSettings>('select name, reporting_currency, fiscal_year_start from tenants where tenant_id = $1', [
    tenantId,
  ]);
  const [settings] = found.rows;
  if (settings === undefined) throw new Error('an organisation without its row: run replay --compare');
  return settings;
}

/** What reports list: as `listGlAt`, without the GL accounts of nothing but clearing in the currencies in which they hold nothing at any of the dates. */
export async function listGlReported(tx: Tx, tenantId: string, asked: AtAsked): Promise<readonly GlAt[]> {
  const found = await tx.query<{ gl_account_id: string }>(
    `select distinct gl_account_id from accounts c
     where tenant_id = $1 and external_ref = '${CLEARING_REF}' and not exists (
       select from accounts o where o.tenant_id = $1 and o.gl_account_id = c.gl_account_id and o.external_ref is distinct from '${CLEARING_REF}'
     )`,
    [tenantId],
  );
  const clearing = new Set(found.rows.map((c) => c.gl_account_id));
  const held = await listGlAt(tx, tenantId, asked);
  return held.filter((g) => !clearing.has(g.gl_account_id) || g.balances.some((balance) => Number(balance) !== 0));
}

export interface RateRow {
  readonly base_currency: string;
  readonly quote_currency: string;
  readonly rate: string;
  readonly asof: string;
  readonly source: string;
}

/** Of each pair the rate in force at the end of a day (UTC), as it is known now. */
export async function listRatesInForce(tx: Tx, tenantId: string, day: string): Promise<readonly RateRow[]> {
  const found = await tx.query<RateRow>(
    `select distinct on (base_currency, quote_currency) base_currency, quote_currency, rate, asof, source
     from fx_rates where tenant_id = $1 and asof < $2::date + 1
     order by base_currency, quote_currency, asof desc`,
    [tenantId, day],
  );
  return found.rows;
}

export interface DayMovement {
  readonly account_id: string;
  readonly value_date: string;
  /** Debit-positive decimal with eight places. */
  readonly net: string;
}

/** What moves some accounts on each day after one day and up to another, as the log knew it at a seq (null: now). */
export async function listMovements(
  tx: Tx,
  tenantId: string,
  asked: {
    readonly accountIds: readonly string[];
    readonly after: string;
    readonly through: string;
    readonly knownAtSeq: number | null;
  },
): Promise<readonly DayMovement[]> {
  if (asked.knownAtSeq !== null) await thawLearntAfter(tx, tenantId, asked.knownAtSeq, asked.through);
  const days = await readDays(tx, tenantId);
  const found = await tx.query<DayMovement>(
    `select account_id, value_date, sum(net)::numeric(38, 8) as net
     from (
       select account_id, value_date, debits - credits as net from ${days.accounts} day
       where account_id = any($2::uuid[]) and value_date > $3 and value_date <= $4
       union all
       select debit_account_id, value_date, -amount from postings
       where tenant_id = $1 and seq > $5::bigint and debit_account_id = any($2::uuid[]) and value_date > $3 and value_date <= $4
       union all
       select credit_account_id, value_date, amount from postings
       where tenant_id = $1 and seq > $5::bigint and credit_account_id = any($2::uuid[]) and value_date > $3 and value_date <= $4
     ) movement
     group by account_id, value_date
     having sum(net) <> 0`,
    [tenantId, asked.accountIds, asked.after, asked.through, asked.knownAtSeq],
  );
  return found.rows;
}

export interface FlowRow {
  readonly intent_id: string | null;
  readonly narrative: string;
  readonly value_date: string;
  readonly account_id: string;
  /** Debit-positive decimal with eight places. */
  readonly amount: string;
  /** Its other side is one of the accounts too. */
  readonly between: boolean;
}

/**
 * Postings that move some accounts after one day and up to another, the first day first. Only what was booked after a seq is looked
 * through: no index leads from a value date to its postings.
 */
export async function listFlows(
  tx: Tx,
  tenantId: string,
  asked: {
    readonly accountIds: readonly string[];
    readonly after: string;
    readonly through: string;
    readonly bookedAfterSeq: number;
    readonly limit: number;
  },
): Promise<readonly FlowRow[]> {
  const prunedTo = await findPrunedTo(tx, tenantId);
  if (asked.bookedAfterSeq < prunedTo)
    await thawPostings(tx, tenantId, {
      after: asked.bookedAfterSeq,
      through: prunedTo,
      from: asked.after,
      to: asked.through,
      withEvents: true,
    });
  const side = (own: string, other: string, amount: string): string =>
    `select seq, line, value_date, narrative, ${own} as account_id, ${amount} as amount, ${other} = any($2::uuid[]) as between from postings
     where tenant_id = $1 and ${own} = any($2::uuid[]) and value_date > $3 and value_date <= $4 and seq > $5`;
  const found = await tx.query<FlowRow>(
    `select v.intent_id, side.narrative, side.value_date, side.account_id, side.amount, side.between
     from (
       ${side('debit_account_id', 'credit_account_id', 'amount')}
       union all
       ${side('credit_account_id', 'debit_account_id', '-amount')}
     ) side
     join events v on v.tenant_id = $1 and v.seq = side.seq
     order by side.value_date, side.seq, side.line
     limit $6`,
    [tenantId, asked.accountIds, asked.after, asked.through, asked.bookedAfterSeq, asked.limit],
  );
  return found.rows;
}

export interface JournalRow {
  readonly seq: number;
  readonly line: number;
  readonly booked_at: string;
  readonly intent_id: string | null;
  readonly value_date: string;
  readonly debit_account_id: string;
  readonly debit_code: string;
  readonly debit_entity: string | null;
  readonly credit_account_id: string;
  readonly credit_code: string;
  readonly credit_entity: string | null;
  /** Decimal with eight places. */
  readonly amount: string;
  readonly currency: string;
  readonly narrative: string;
}

export interface JournalAsked {
  readonly from: string | null;
  readonly to: string | null;
  readonly entityId: string | null;
  /** The last seq that is told. */
  readonly throughSeq: number;
}

/** A page of postings in the order of the log, after a place in it. What is in the log stays, so that pages fit together. */
export async function listJournal(
  tx: Tx,
  tenantId: string,
  asked: JournalAsked,
  after: JournalPlace,
  limit: number,
): Promise<readonly JournalRow[]> {
  const rows: JournalRow[] = [];
  let place = after;
  for (
    let range: Range | null = { after: Math.max(after.seq - 1, 0), through: asked.throughSeq };
    range !== null && rows.length < limit;
  ) {
    const window: Window = await windowOn(tx, tenantId, range);
    rows.push(...(await readJournal(tx, tenantId, { ...asked, throughSeq: window.through }, place, limit - rows.length)));
    range = window.rest;
    place = { seq: window.through, line: LINE_MAX };
  }
  return rows;
}

interface JournalPlace {
  readonly seq: number;
  readonly line: number;
}
const LINE_MAX = 32_767;

async function readJournal(
  tx: Tx,
  tenantId: string,
  asked: JournalAsked,
  after: JournalPlace,
  limit: number,
): Promise<readonly JournalRow[]> {
  // The page first, then what its postings name: whatever PostgreSQL expects, it joins no more than a page.
  const entityOf = (id: string): string => `(select entity_id from accounts where tenant_id = $1 and id = ${id})`;
  const codeOf = (entity: string): string => `(select code from entities where tenant_id = $1 and id = ${entity})`;
  const found = await tx.query<JournalRow>(
    `select p.seq, p.line, v.event_ts as booked_at, v.intent_id, p.value_date, p.debit_account_id, d.code as debit_code,
       ${codeOf('d.entity_id')} as debit_entity, p.credit_account_id, c.code as credit_code, ${codeOf('c.entity_id')} as credit_entity,
       p.amount, p.currency, p.narrative
     from (
       select seq, line, value_date, debit_account_id, credit_account_id, amount, currency, narrative from postings
       where tenant_id = $1 and seq >= $2 and (seq, line) > ($2, $3) and seq <= $4
         and ($5::date is null or value_date >= $5) and ($6::date is null or value_date <= $6)
         and ($7::uuid is null or $7 = ${entityOf('debit_account_id')} or $7 = ${entityOf('credit_account_id')})
       order by seq, line limit $8
     ) p
     cross join lateral (select event_ts, intent_id from events where tenant_id = $1 and seq = p.seq offset 0) v
     cross join lateral (select code, entity_id from accounts where tenant_id = $1 and id = p.debit_account_id offset 0) d
     cross join lateral (select code, entity_id from accounts where tenant_id = $1 and id = p.credit_account_id offset 0) c
     order by p.seq, p.line`,
    [tenantId, after.seq, after.line, asked.throughSeq, asked.from, asked.to, asked.entityId, limit],
  );
  return found.rows;
}
