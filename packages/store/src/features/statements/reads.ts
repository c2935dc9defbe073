// The statement of an account: the postings where it is on either side, as a merge of two index scans. A page costs its own
// lines, however many the account has; what filters beyond that is looked at line by line, newest first.

import { parseAmountE8, readAmountE8 } from '@countinghouse/kernel/money/amount';
import { findPrunedTo } from '../../pruned/read-rows.ts';
import type { LoggedPosting } from '../../pruned/stretch.ts';
import { thawAccount } from '../../pruned/thaw.ts';
import { askBoth, type Tx } from '../../reader.ts';
import { likePattern } from '../../sql/like-pattern.ts';

export interface StatementFilter {
  /** First and last value date. */
  readonly from: string | null;
  readonly to: string | null;
  /** Smallest and largest amount, whatever the side: decimals. */
  readonly min: string | null;
  readonly max: string | null;
  /** In the narrative, in any case. */
  readonly text: string | null;
  /** The account on the other side, by id or code. */
  readonly counterparty: string | null;
}

/** A place in the statement: lines before it are older. */
export interface Cursor {
  readonly seq: number;
  readonly line: number;
}

export interface StatementRow extends Cursor {
  readonly side: 'debit' | 'credit';
  readonly event_id: string;
  readonly intent_id: string;
  readonly value_date: string;
  readonly booked_at: string;
  readonly narrative: string;
  readonly other_id: string;
  readonly other_code: string;
  /** Decimals with eight places; the balance is after this posting, debit-positive. */
  readonly amount: string;
  readonly balance: string;
  readonly currency: string;
}

export interface StatementTotals {
  readonly count: number;
  readonly debit: string;
  readonly credit: string;
  /** Debits less credits with a value date before `from`; zero without one. */
  readonly opening: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Conditions for what is set, their values added to `values`; `other` is the column of the other side. */
function conditions(filter: StatementFilter, values: unknown[], other: string): readonly string[] {
  const found: string[] = [];
  const add = (value: string | null, sql: (parameter: string) => string): void => {
    if (value !== null) found.push(sql(`$${values.push(value)}`));
  };
  add(filter.from, (p) => `value_date >= ${p}::date`);
  add(filter.to, (p) => `value_date <= ${p}::date`);
  add(filter.min, (p) => `amount >= ${p}::numeric`);
  add(filter.max, (p) => `amount <= ${p}::numeric`);
  add(filter.text, (p) => `lower(narrative) like lower(${p})`);
  add(filter.counterparty, (p) =>
    uuid.test(filter.counterparty ?? '')
      ? `${other} = ${p}::uuid`
      : `${other} = (select id from accounts where tenant_id = $1 and code = upper(${p}))`,
  );
  return found;
}

const sides = [
  { side: 'debit', own: 'debit_account_id', other: 'credit_account_id', balance: 'debit_balance_after' },
  { side: 'credit', own: 'credit_account_id', other: 'debit_account_id', balance: 'credit_balance_after' },
] as const;

const searched = (filter: StatementFilter): StatementFilter => ({
  ...filter,
  text: filter.text === null ? null : likePattern(filter.text),
});

/**
 * The statement of one page as SQL with its values: the test of its plan asks for it. What each line names is looked up by its key: as a join, PostgreSQL
 * takes the accounts of an organisation for few (row-level security hides from it how many there are), and reads all of them for each page; `offset 0` keeps
 * this from being one.
 */
export function statementPage(
  tenantId: string,
  accountId: string,
  filter: StatementFilter,
  page: { readonly before: Cursor; readonly limit: number },
): { readonly text: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [tenantId, accountId, page.before.seq, page.before.line, page.limit];
  const branches = sides.map(
    ({ side, own, other, balance }) =>
      `(select seq, line, '${side}' as side, ${other} as other_id, amount, currency, value_date, narrative, ${balance} as balance
       from postings
       where ${['tenant_id = $1', `${own} = $2`, 'seq <= $3', '(seq, line) < ($3, $4)', ...conditions(searched(filter), values, other)].join(' and ')}
       order by seq desc, line desc limit $5)`,
  );
  return {
    text: `select p.*, e.event_id, e.intent_id, e.event_ts as booked_at, a.code as other_code
     from (select * from (${branches.join('\n       union all\n       ')}) both_sides order by seq desc, line desc limit $5) p
     cross join lateral (select event_id, intent_id, event_ts from events where tenant_id = $1 and seq = p.seq offset 0) e
     cross join lateral (select code from accounts where tenant_id = $1 and id = p.other_id offset 0) a
     order by p.seq desc, p.line desc`,
    values,
  };
}

/** The place before which every line is. */
export const newest: Cursor = { seq: Number.MAX_SAFE_INTEGER, line: 0 };

/** A page of the statement, newest first: by booking order, which the balances follow. */
export async function listStatement(
  tx: Tx,
  tenantId: string,
  accountId: string,
  filter: StatementFilter,
  page: { readonly before: Cursor; readonly limit: number },
): Promise<readonly StatementRow[]> {
  const { text, values } = statementPage(tenantId, accountId, filter, page);
  const ask = () => tx.query<StatementRow>(text, [...values]);
  const [{ rows }, prunedTo] = await askBoth(tx, ask, () => findPrunedTo(tx, tenantId));
  // Newest first: a page that ends above what left the database lacks nothing.
  if (prunedTo === 0 || (rows.length === page.limit && (rows.at(-1)?.seq ?? 0) > prunedTo)) return rows;
  const matches = await matcherOf(tx, tenantId, accountId, filter);
  const isBefore = ({ seq, line }: LoggedPosting): boolean => seq < page.before.seq || line < page.before.line;
  const asked = { upTo: Math.min(page.before.seq, prunedTo), most: page.limit, matches: (p: LoggedPosting) => isBefore(p) && matches(p) };
  return (await thawAccount(tx, tenantId, accountId, asked)) ? (await ask()).rows : rows;
}

/** Whether a posting is in a statement with this filter, as the database would say. */
async function matcherOf(
  tx: Tx,
  tenantId: string,
  accountId: string,
  { from, to, min, max, text, counterparty }: StatementFilter,
): Promise<(posting: LoggedPosting) => boolean> {
  const other = counterparty === null || uuid.test(counterparty) ? counterparty : await findIdOf(tx, tenantId, counterparty);
  const words = text?.toLowerCase() ?? '';
  const [atLeast, atMost] = [min, max].map((amount) => (amount === null ? null : parseAmountE8(amount)));
  return (p) => {
    const amount = readAmountE8(p.amount);
    return (
      (from === null || p.value_date >= from) &&
      (to === null || p.value_date <= to) &&
      (atLeast === null || atLeast === undefined || amount >= atLeast) &&
      (atMost === null || atMost === undefined || amount <= atMost) &&
      p.narrative.toLowerCase().includes(words) &&
      (other === null || (p.debit_account_id === accountId ? p.credit_account_id : p.debit_account_id) === other.toLowerCase())
    );
  };
}

async function findIdOf(tx: Tx, tenantId: string, code: string): Promise<string> {
  const found = await tx.query<{ id: string }>('select id from accounts where tenant_id = $1 and code = upper($2)', [tenantId, code]);
  return found.rows[0]?.id ?? '';
}

/** Sums over the whole statement. Looks at every posting of the account; of those that left the database at their days, unless what is asked is not known of these. */
export async function sumStatement(tx: Tx, tenantId: string, accountId: string, filter: StatementFilter): Promise<StatementTotals> {
  const byDays = filter.min === null && filter.max === null && filter.text === null && filter.counterparty === null;
  const prunedTo = byDays ? 0 : await findPrunedTo(tx, tenantId);
  if (prunedTo > 0) {
    const matches = await matcherOf(tx, tenantId, accountId, filter);
    await thawAccount(tx, tenantId, accountId, { upTo: prunedTo, most: Number.MAX_SAFE_INTEGER, matches });
  }
  const values: unknown[] = [tenantId, accountId];
  const branches = sides.map(({ side, own, other }) => {
    const chosen = conditions(searched(filter), values, other);
    const opening = filter.from === null ? 'false' : `value_date < $${values.push(filter.from)}::date`;
    return `select '${side}' as side, amount, ${chosen.length === 0 ? 'true' : chosen.join(' and ')} as chosen, ${opening} as before, 1 as postings
       from postings where tenant_id = $1 and ${own} = $2`;
  });
  if (byDays)
    for (const side of ['debit', 'credit']) {
      const chosen = conditions(filter, values, '');
      const opening = filter.from === null ? 'false' : `value_date < $${values.push(filter.from)}::date`;
      // A day's postings are counted once, with its debits.
      branches.push(`select '${side}' as side, ${side}s as amount, ${chosen.length === 0 ? 'true' : chosen.join(' and ')} as chosen, ${opening} as before,
         ${side === 'debit' ? 'postings' : '0'} as postings from pruned_days where tenant_id = $1 and account_id = $2`);
    }
  const found = await tx.query<StatementTotals>(
    `select coalesce(sum(postings) filter (where chosen), 0)::bigint as count,
       coalesce(sum(amount) filter (where chosen and side = 'debit'), 0)::numeric(38, 8) as debit,
       coalesce(sum(amount) filter (where chosen and side = 'credit'), 0)::numeric(38, 8) as credit,
       coalesce(sum(case side when 'debit' then amount else -amount end) filter (where before), 0)::numeric(38, 8) as opening
     from (${branches.join('\n       union all\n       ')}) both_sides`,
    values,
  );
  return found.rows[0] ?? { count: 0, debit: '0', credit: '0', opening: '0' };
}
