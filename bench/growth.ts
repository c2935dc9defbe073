// What reading costs as the ledger grows: statements and balances as of a point, over a few postings and over two million. The
// postings are written set by set, as the writer would have left them; nothing here measures writing.

import { STATEMENT_PAGE_SIZE } from '@countinghouse/contract/features/statements';
import { addDays } from '@countinghouse/kernel/reports/days';
import { loadStatement, type Standpoint } from '@countinghouse/server/statements/load';
import { listAccountsAt } from '@countinghouse/store/balances-at';
import type { Where } from '@countinghouse/store/connection';
import { NO_ENTITY } from '@countinghouse/store/days';
import { listBalancesAsOf } from '@countinghouse/store/features/balances/reads';
import { listStatement, newest } from '@countinghouse/store/features/statements/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { type Books, makeBooks, openLedger, type TestLedger } from '@countinghouse/testkit/books';
import type pg from 'pg';

const ACCOUNTS = 10_000;
const ENTITIES = 4;
const SMALL_POSTINGS = 20_000;
const LARGE_POSTINGS = 2_000_000;
const FIRST_DAY = '2025-01-01';
const DAYS = 365;
const RUNS = 24;

const entityIds = Array.from({ length: ENTITIES }, (_, i) => `e0000000-0000-4000-8000-00000000000${i + 1}`);

export interface GrowthRow {
  readonly name: string;
  readonly title: string;
  /** p95 at two million postings. */
  readonly value: number;
  readonly unit: 'ms';
  /** p95 of the same at the small ledger. */
  readonly baselineMs: number;
  readonly ratio: number;
  readonly goal: number | null;
  readonly ok: boolean;
}

interface Filled {
  readonly books: Books;
  readonly postings: number;
  readonly lastSeq: number;
}

/** An organisation whose accounts belong to entities, and so many postings between them over a year. */
async function fill(t: TestLedger, postings: number): Promise<Filled> {
  const books = await makeBooks(t, ACCOUNTS);
  const client = await t.loginPool.connect();
  try {
    await client.query("set statement_timeout = 0; set work_mem = '256MB'; set synchronous_commit = off");
    const head = await client.query<{ seq: number }>('select seq from chain_heads where tenant_id = $1', [books.tenantId]);
    const before = head.rows[0]?.seq ?? 0;
    await fillBooks(client, books, before, postings);
    // As the database itself does with tables that have been there for a while.
    for (const table of ['events', 'postings', 'account_days', 'gl_days', 'entity_days', 'accounts'])
      await client.query(`vacuum analyze ${table}`);
    return { books, postings, lastSeq: before + postings };
  } finally {
    client.release(true);
  }
}

async function fillBooks(client: pg.PoolClient, { tenantId }: Books, before: number, postings: number): Promise<void> {
  await client.query('begin');
  await client.query(
    'create temp table numbered on commit drop as select id, entity_id, row_number() over (order by id) - 1 as n from accounts where tenant_id = $1',
    [tenantId],
  );
  await client.query(
    `insert into entities (tenant_id, id, code, name, base_currency, created_at)
     select $1, id::uuid, 'E' || n, 'Entity ' || n, 'USD', now() from unnest($2::text[]) with ordinality as e(id, n)`,
    [tenantId, entityIds],
  );
  await client.query('update numbered set entity_id = ($1::text[])[n % $2 + 1]::uuid', [entityIds, ENTITIES]);
  // One in four is on the first account. Of the others nine in ten stay within an entity, and their first side is drawn evenly.
  await client.query(
    `create temp table drawn on commit drop as
     select i, case when i % 4 = 0 then 0 else (i * 7919) % $2 end as d,
       case when i % 4 = 0 then 1 + (i * 7919) % ($2 - 1)
         else ((i * 7919) % $2 + case when i % 10 = 1 then 1 + i % 3 else $3 * (1 + (i * 31) % ($2 / $3 - 1)) end) % $2 end as c,
       (1 + i % 100000)::numeric / 100 as amount, $4::date + ((i * $5) / ($1 + 1))::int as value_date
     from generate_series(1::bigint, $1::bigint) i`,
    [postings, ACCOUNTS, ENTITIES, FIRST_DAY, DAYS],
  );
  await client.query(
    `create temp table side on commit drop as
     select i, a, sum(x) over (partition by a order by i) as after
     from (select i, d as a, amount as x from drawn union all select i, c, -amount from drawn) s`,
  );
  await client.query(
    `insert into postings (tenant_id, seq, line, debit_account_id, credit_account_id, amount, currency, value_date, narrative,
       debit_balance_after, credit_balance_after)
     select $1, $2 + p.i, 1, da.id, ca.id, p.amount, 'USD', p.value_date, 'Invoice 2026-004711', ds.after, cs.after
     from drawn p join numbered da on da.n = p.d join numbered ca on ca.n = p.c
     join side ds on ds.i = p.i and ds.a = p.d join side cs on cs.i = p.i and cs.a = p.c
     order by p.i`,
    [tenantId, before],
  );
  await client.query(
    `insert into events (tenant_id, seq, event_id, event_type, event_ts, actor_id, intent_id, payload, payload_hash, prev_hash, event_hash, hash_version)
     select $1, $2 + i, gen_random_uuid(), 'intent.executed', now(), 'x', 'intent-' || i, '{}', '', '', '', 1
     from generate_series(1::bigint, $3::bigint) i`,
    [tenantId, before, postings],
  );
  await client.query(
    `insert into account_days (tenant_id, account_id, value_date, debits, credits)
     select $1, n.id, s.value_date, sum(s.debit), sum(s.credit)
     from (select d as a, value_date, amount as debit, 0 as credit from drawn union all select c, value_date, 0, amount from drawn) s
     join numbered n on n.n = s.a group by n.id, s.value_date
     order by s.value_date, n.id`,
    [tenantId],
  );
  await client.query(
    `insert into gl_days (tenant_id, gl_account_id, entity_id, currency, value_date, debits, credits)
     select $1, a.gl_account_id, n.entity_id, 'USD', d.value_date, sum(d.debits), sum(d.credits)
     from account_days d join numbered n on n.id = d.account_id join accounts a on a.tenant_id = $1 and a.id = d.account_id
     where d.tenant_id = $1 group by a.gl_account_id, n.entity_id, d.value_date order by d.value_date`,
    [tenantId],
  );
  await client.query(
    `insert into entity_days (tenant_id, debit_entity_id, credit_entity_id, currency, value_date, amount)
     select $1, coalesce(da.entity_id, '${NO_ENTITY}'), coalesce(ca.entity_id, '${NO_ENTITY}'), 'USD', p.value_date, sum(p.amount)
     from drawn p join numbered da on da.n = p.d join numbered ca on ca.n = p.c
     where da.entity_id is distinct from ca.entity_id group by da.entity_id, ca.entity_id, p.value_date`,
    [tenantId],
  );
  await client.query(
    `update accounts a set balance = s.balance, entity_id = s.entity_id
     from (select n.id, n.entity_id, coalesce(sum(v.x), 0) as balance
       from numbered n left join (select d as a, amount as x from drawn union all select c, -amount from drawn) v on v.a = n.n
       group by n.id, n.entity_id) s
     where a.tenant_id = $1 and a.id = s.id`,
    [tenantId],
  );
  await client.query('update days_summed set through_seq = $2 where tenant_id = $1', [tenantId, before + postings]);
  await client.query('commit');
}

interface Measured {
  readonly name: string;
  readonly title: string;
  readonly goal: number | null;
  readonly run: (tx: Tx, filled: Filled, n: number) => Promise<number>;
}

/** The end of the year, and one month, one quarter and half a year before it. */
const dayOf = (n: number): string => addDays(FIRST_DAY, DAYS - 1 - ([0, 30, 91, 182][n % 4] ?? 0));

const standpoint = ({ books, lastSeq }: Filled, entity: Standpoint['entity']): Standpoint => ({
  tenantId: books.tenantId,
  entity,
  knownAtSeq: null,
  position: { seq: lastSeq, event_hash: '', snapshot_id: null },
  generatedAt: FIRST_DAY,
});
const first = { id: entityIds[0] ?? '', code: 'E1', name: 'Entity 1' };

const trialOf =
  (entity: Standpoint['entity']): Measured['run'] =>
  async (tx, filled, n) => {
    const asked = { period: { from: null, as_of: dayOf(n) }, compare: 'none', currency: undefined } as const;
    const { lines } = await loadStatement(tx, 'trial-balance', standpoint(filled, entity), asked);
    if (lines.at(-1)?.amounts.some((a) => a.current !== '0') !== false) throw new Error('a trial balance that is not zero');
    return lines.length;
  };

/** Pages of an account's statement: the first one, and every other time one from the middle of the log. */
const pageOf =
  (account: (filled: Filled, n: number) => string, middle: boolean): Measured['run'] =>
  async (tx, filled, n) => {
    const before = !middle || n % 2 === 0 ? newest : { seq: filled.lastSeq - Math.floor(filled.postings / 2), line: 1 };
    const lines = await listStatement(tx, filled.books.tenantId, account(filled, n), unfiltered, { before, limit: STATEMENT_PAGE_SIZE });
    if (lines.length === 0 || lines.length > STATEMENT_PAGE_SIZE) throw new Error('not a page of a statement');
    return lines.length;
  };
const unfiltered = { from: null, to: null, min: null, max: null, text: null, counterparty: null };
const inOrder = ({ books }: Filled): readonly string[] => books.accounts.toSorted((a, b) => (a < b ? -1 : 1));

// Goals: what the ledger must reach at two million postings.
const rows: readonly Measured[] = [
  {
    name: 'statement',
    title: 'a page of the statement of an account',
    goal: 50,
    run: pageOf((f, n) => inOrder(f)[((4 * n + 1) * 7919) % ACCOUNTS] ?? '', false),
  },
  {
    name: 'statement-hot',
    title: 'the same of an account with a quarter of all postings',
    goal: 50,
    run: pageOf((f) => inOrder(f)[0] ?? '', true),
  },
  { name: 'trial-balance', title: 'trial balance as of a day', goal: 500, run: trialOf(null) },
  { name: 'trial-balance-entity', title: 'trial balance of an entity, with its dues', goal: 500, run: trialOf(first) },
  {
    name: 'as-of-snapshot',
    title: '10,000 balances as of a snapshot of the middle',
    goal: 150,
    run: async (tx, { books, lastSeq, postings }) =>
      (await listBalancesAsOf(tx, books.tenantId, lastSeq - Math.floor(postings / 2), null)).length,
  },
  {
    name: 'as-of-seqs',
    title: '10,000 balances as of one seq after another',
    goal: null,
    run: async (tx, { books, lastSeq, postings }, n) =>
      (await listBalancesAsOf(tx, books.tenantId, lastSeq - Math.floor((postings * (n % 4)) / 4), null)).length,
  },
  {
    name: 'as-of-value-date',
    title: '10,000 balances as of a value date',
    goal: null,
    run: async (tx, { books }, n) =>
      (await listAccountsAt(tx, books.tenantId, { dates: [dayOf(n)], knownAtSeq: null, entityId: null })).length,
  },
];

async function measure(t: TestLedger, filled: Filled, { run, title }: Measured): Promise<number> {
  const tookMs: number[] = [];
  for (let n = -4; n < RUNS; n++) {
    const beganMs = performance.now();
    const count = await read(t.readerPool, { tenantId: filled.books.tenantId }, (tx) => run(tx, filled, Math.abs(n)));
    if (count === 0) throw new Error(`${title}: nothing was read`);
    // The first few warm the cache.
    if (n >= 0) tookMs.push(performance.now() - beganMs);
  }
  return tookMs.sort((a, b) => a - b)[Math.ceil(RUNS * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
}

export async function measureGrowth(where: Where, note: (line: string) => void): Promise<readonly GrowthRow[]> {
  const t = openLedger(where);
  try {
    const small = await fill(t, SMALL_POSTINGS);
    const large = await fill(t, LARGE_POSTINGS);
    const found: GrowthRow[] = [];
    for (const row of rows) {
      const [baselineMs, value] = [await measure(t, small, row), await measure(t, large, row)];
      note(`${row.name.padEnd(22)} ${baselineMs.toFixed(1)} ms, at ${LARGE_POSTINGS} postings ${value.toFixed(1)} ms`);
      const ok = row.goal === null || value <= row.goal;
      found.push({ name: row.name, title: row.title, value, unit: 'ms', baselineMs, ratio: value / baselineMs, goal: row.goal, ok });
    }
    return found;
  } finally {
    await t.close();
  }
}

/** One line a row, for a person. */
export const growthLines = (found: readonly GrowthRow[]): readonly string[] =>
  found.map(({ title, value, baselineMs, goal, ok }) => {
    const aim = goal === null ? '' : `   goal ${goal} ms${ok ? '' : ' MISSED'}`;
    return `${`${title}, p95`.padEnd(48)}${value.toFixed(1).padStart(8)} ms   small ledger ${baselineMs.toFixed(1)} ms${aim}`;
  });
