import type { PostedRow } from '@countinghouse/kernel/intents/posted';
import { addDays, addYears } from '@countinghouse/kernel/time/instant';
import type { YearReading } from '@countinghouse/kernel/year-ends/reading';
import type pg from 'pg';
import { readDays } from '../../days.ts';
import type { Tx } from '../../reader.ts';

export interface YearEndRow {
  readonly seq: number;
  readonly act: 'closed' | 'reopened';
  readonly year_start: string;
  readonly year_end: string;
  readonly run: number;
  readonly accounts: number;
  readonly intents: readonly { readonly intent_id: string; readonly reversed_by?: string }[];
  readonly done_at: string;
  readonly done_by: string;
}

/** What was done with fiscal years, the last first. */
export async function listYearEnds(tx: Tx, tenantId: string): Promise<readonly YearEndRow[]> {
  const found = await tx.query<YearEndRow>(
    `select seq, act, year_start, year_end, run, accounts, intents, done_at, done_by
     from year_ends where tenant_id = $1 order by seq desc`,
    [tenantId],
  );
  return found.rows;
}

/** The first and the last value date with income or expenses; null where there are none. */
export async function findEarningDays(tx: Tx, tenantId: string): Promise<{ readonly first: string; readonly last: string } | null> {
  const days = await readDays(tx, tenantId);
  const found = await tx.query<{ first: string | null; last: string | null }>(
    `select min(d.value_date) as first, max(d.value_date) as last
     from ${days.gl} d join gl_accounts g on g.tenant_id = $1 and g.id = d.gl_account_id
     where g.class in ('I', 'X')`,
    [tenantId],
  );
  const { first = null, last = null } = found.rows[0] ?? {};
  return first === null || last === null ? null : { first, last };
}

/** What the closing of the fiscal year that ends on a day is decided on, but for where the log ended. */
export async function readYear(client: pg.ClientBase, tenantId: string, end: string): Promise<Omit<YearReading, 'knownAtSeq'>> {
  // By its last day alone: a year that was closed stays what it was, whenever fiscal years begin since.
  const start = addYears(addDays(end, 1), -1);
  const days = await readDays(client, tenantId);
  const moved = await client.query<{ account_id: string; net: string; closed: string }>(
    `with closed as (
       select s.account_id, sum(s.net) as net
       from (select distinct seq from house_days where tenant_id = $1 and act = 'year_end' and value_date between $2 and $3) h
       join postings p on p.tenant_id = $1 and p.seq = h.seq and p.value_date between $2 and $3
       cross join lateral (values (p.debit_account_id, p.amount), (p.credit_account_id, -p.amount)) s (account_id, net)
       group by s.account_id
     )
     select d.account_id, sum(d.debits - d.credits)::numeric(38, 8) as net, coalesce(max(c.net), 0)::numeric(38, 8) as closed
     from ${days.accounts} d
     join accounts a on a.tenant_id = $1 and a.id = d.account_id
     join gl_accounts g on g.tenant_id = a.tenant_id and g.id = a.gl_account_id
     left join closed c on c.account_id = d.account_id
     where d.value_date between $2 and $3 and g.class in ('I', 'X')
     group by d.account_id
     having sum(d.debits - d.credits) <> 0 or coalesce(max(c.net), 0) <> 0`,
    [tenantId, start, end],
  );
  const runs = await client.query<{ runs: number }>(
    `select count(*) as runs from year_ends where tenant_id = $1 and act = 'closed' and year_end = $2`,
    [tenantId, end],
  );
  const open = await client.query<PostedRow & { intent_id: string; seq: number }>(
    `select e.intent_id, e.seq, p.line, p.debit_account_id, p.credit_account_id, p.amount, p.currency, p.value_date, p.narrative
     from year_ends y
     cross join lateral jsonb_to_recordset(y.intents) i (intent_id text)
     join events e on e.tenant_id = y.tenant_id and e.intent_id = i.intent_id and e.event_type = 'intent.executed'
     join postings p on p.tenant_id = y.tenant_id and p.seq = e.seq
     where y.tenant_id = $1 and y.act = 'closed' and y.year_end = $2
       and not exists (select from reversals v where v.tenant_id = $1 and v.intent_id = i.intent_id)
     order by e.seq, p.line`,
    [tenantId, end],
  );
  const rowsOf = Map.groupBy(open.rows, (r) => r.intent_id);
  return {
    start,
    end,
    moved: moved.rows.map((r) => ({ accountId: r.account_id, net: r.net, closed: r.closed })),
    runs: runs.rows[0]?.runs ?? 0,
    closings: [...rowsOf].map(([intentId, rows]) => ({
      intentId,
      seq: rows[0]?.seq ?? 0,
      status: 'executed',
      useCase: 'year_end',
      rows: rows.map(({ intent_id: _, seq: __, ...row }) => row),
    })),
  };
}
