// How far runs of the matching got. Not in the log: what they matched is.

import type { Pool } from '../../connection.ts';
import { findNow } from '../../database-now.ts';
import { AT_ONCE, takeFirst } from '../../lease.ts';
import type { Tx } from '../../reader.ts';

export interface RunRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly status: 'running' | 'done';
  readonly started_by: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly rows_total: number;
  readonly rows_done: number;
  readonly rows_matched: number;
  readonly matches: number;
  readonly after_account_id: string | null;
  readonly after_month: string | null;
}

const columns =
  'tenant_id, id, status, started_by, started_at, finished_at, rows_total, rows_done, rows_matched, matches, after_account_id, after_month';

/** A run over what is open now, leased to whoever asks. */
export async function insertRun(pool: Pool, tenantId: string, id: string, userId: string, leaseSeconds: number): Promise<RunRow> {
  const made = await pool.query<RunRow>(
    `insert into recon_runs (tenant_id, id, status, started_by, rows_total, leased_until)
     select $1, $2, 'running', $3, (select count(*) from recon_rows where tenant_id = $1 and match_id is null), now() + make_interval(secs => $4)
     returning ${columns}`,
    [tenantId, id, userId, leaseSeconds],
  );
  return present(made.rows[0]);
}

/** Notes how far it got and keeps it leased; 0 seconds lets go of it. Answers the run as it is then. */
export async function updateRun(
  pool: Pool,
  run: Pick<RunRow, 'tenant_id' | 'id' | 'status' | 'rows_done' | 'rows_matched' | 'matches' | 'after_account_id' | 'after_month'>,
  leaseSeconds: number,
): Promise<RunRow> {
  const noted = await pool.query<RunRow>(
    `update recon_runs set status = $3, rows_done = $4, rows_matched = $5, matches = $6, after_account_id = $7, after_month = $8,
       finished_at = case when $3 = 'done' then $10::timestamptz end, leased_until = now() + make_interval(secs => $9)
     where tenant_id = $1 and id = $2
     returning ${columns}`,
    [
      run.tenant_id,
      run.id,
      run.status,
      run.rows_done,
      run.rows_matched,
      run.matches,
      run.after_account_id,
      run.after_month,
      leaseSeconds,
      await findNow(pool),
    ],
  );
  return present(noted.rows[0]);
}

/** Keeps a run leased that goes on. */
export async function renewRun(pool: Pool, { tenant_id, id }: Pick<RunRow, 'tenant_id' | 'id'>, leaseSeconds: number): Promise<void> {
  await pool.query(
    `update recon_runs set leased_until = now() + make_interval(secs => $3)
     where tenant_id = $1 and id = $2 and status = 'running' and leased_until > now()`,
    [tenant_id, id, leaseSeconds],
  );
}

function present(row: RunRow | undefined): RunRow {
  if (row === undefined) throw new Error('the run was not noted');
  return row;
}

/** Takes on a run that nobody is at, of an organisation that can write; the oldest first. The pool's role must see every organisation. */
export async function leaseRun(pool: Pool, leaseSeconds: number): Promise<RunRow | null> {
  const waiting = await pool.query<Pick<RunRow, 'tenant_id' | 'id'>>(
    `select r.tenant_id, r.id from recon_runs r join tenants t on t.tenant_id = r.tenant_id
     where r.status = 'running' and r.leased_until < now() and not t.read_only and t.archived_at is null
     order by r.started_at limit ${AT_ONCE}`,
  );
  return takeFirst(waiting.rows, async ({ tenant_id, id }) => {
    const taken = await pool.query<RunRow>(
      `update recon_runs set leased_until = now() + make_interval(secs => $3)
       where tenant_id = $1 and id = $2 and status = 'running' and leased_until < now()
       returning ${columns}`,
      [tenant_id, id, leaseSeconds],
    );
    return taken.rows[0];
  });
}

/** The run that was started last. */
export async function findLastRun(tx: Tx, tenantId: string): Promise<RunRow | null> {
  const found = await tx.query<RunRow>(`select ${columns} from recon_runs where tenant_id = $1 order by started_at desc, id limit 1`, [
    tenantId,
  ]);
  return found.rows[0] ?? null;
}
