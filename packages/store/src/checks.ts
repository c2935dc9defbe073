// Checks of a whole ledger as jobs: asked for by anybody, done by one process at a time, with how far they are for whoever watches.
// One that died with its process is anybody's again once its lease has run out, and begins anew.

import { randomUUID } from 'node:crypto';
import type { Pool } from './connection.ts';
import { AT_ONCE, LEASE_SECONDS, takeFirst } from './lease.ts';
import type { Tx } from './reader.ts';

/** `full`: every hash, posting and balance derived again; `replay`: every table rebuilt from the events and compared. */
export type CheckKind = 'full' | 'replay';

/** After so many processes died at it, it has failed. */
const ATTEMPTS_MAX = 3;

export interface CheckRow {
  readonly id: string;
  readonly kind: CheckKind;
  readonly asked_by: string;
  readonly asked_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly attempts: number;
  /** What it is at. */
  readonly step: string;
  /** Events that are done, and of how many. */
  readonly done: number;
  readonly total: number;
  /** JSON of what it found; null until it has ended, and where it failed. */
  readonly result: string | null;
}

const columns = 'id, kind, asked_by, asked_at, started_at, ended_at, attempts, step, done, total, result';

/** The check that was asked for last, ended or not. */
export async function findLatestCheck(tx: Tx, tenantId: string, kind: CheckKind): Promise<CheckRow | null> {
  const found = await tx.query<CheckRow>(
    `select ${columns} from checks where tenant_id = $1 and kind = $2 order by asked_at desc limit 1`,
    [tenantId, kind],
  );
  return found.rows[0] ?? null;
}

/** The last one that has a result. */
export async function findLastResult(tx: Tx, tenantId: string, kind: CheckKind): Promise<CheckRow | null> {
  const found = await tx.query<CheckRow>(
    `select ${columns} from checks where tenant_id = $1 and kind = $2 and result is not null order by asked_at desc limit 1`,
    [tenantId, kind],
  );
  return found.rows[0] ?? null;
}

/** Asks for a check; the one that is asked for or under way already is the answer to whoever comes meanwhile. */
export async function askForCheck(pool: Pool, tenantId: string, kind: CheckKind, askedBy: string): Promise<CheckRow> {
  const values = [tenantId, kind, randomUUID(), askedBy];
  const asked = await pool.query<CheckRow>(
    `insert into checks (tenant_id, id, kind, asked_by, total)
     select $1, $3, $2, $4, coalesce((select seq from chain_heads where tenant_id = $1), 0)
     on conflict (tenant_id, kind) where ended_at is null do nothing
     returning ${columns}`,
    values,
  );
  const [made] = asked.rows;
  if (made !== undefined) return made;
  const open = await pool.query<CheckRow>(`select ${columns} from checks where tenant_id = $1 and kind = $2 and ended_at is null`, [
    tenantId,
    kind,
  ]);
  // It ended between the two: then there is none to wait for, and the next is asked for.
  return open.rows[0] ?? askForCheck(pool, tenantId, kind, askedBy);
}

export interface ClaimedCheck extends CheckRow {
  readonly tenant_id: string;
}

const waits = `ended_at is null and coalesce(leased_until, '-infinity') < now()`;

/** The check that waits the longest, with a lease on it; null where none waits. Those that died too often are ended on the way. */
export async function claimCheck(pool: Pool, kinds: readonly CheckKind[]): Promise<ClaimedCheck | null> {
  // Nearly always there is none: asking costs no write, which on several nodes would be one of all of them.
  const waiting = await pool.query(`select 1 from checks where ${waits} limit 1`);
  if (waiting.rowCount === 0) return null;
  await pool.query(`update checks set ended_at = now(), leased_until = null where ${waits} and attempts >= $1`, [ATTEMPTS_MAX]);
  const next = await pool.query<Pick<ClaimedCheck, 'tenant_id' | 'id'>>(
    `select tenant_id, id from checks where ${waits} and kind = any($1) order by asked_at limit ${AT_ONCE}`,
    [kinds],
  );
  return takeFirst(next.rows, async ({ tenant_id, id }) => {
    const claimed = await pool.query<ClaimedCheck>(
      `update checks set leased_until = now() + make_interval(secs => $3), started_at = now(), attempts = attempts + 1, done = 0, step = 'begins'
       where tenant_id = $1 and id = $2 and ${waits}
       returning tenant_id, ${columns}`,
      [tenant_id, id, LEASE_SECONDS],
    );
    return claimed.rows[0];
  });
}

type Claim = Pick<ClaimedCheck, 'tenant_id' | 'id' | 'attempts'>;

/** Says how far it is, and renews the lease. False where the check is somebody else's by now. */
export async function noteProgress(pool: Pool, { tenant_id, id, attempts }: Claim, step: string, done: number): Promise<boolean> {
  const changed = await pool.query(
    `update checks set step = $4, done = $5, total = greatest(total, $5), leased_until = now() + make_interval(secs => $6)
     where tenant_id = $1 and id = $2 and attempts = $3 and ended_at is null`,
    [tenant_id, id, attempts, step, done, LEASE_SECONDS],
  );
  return changed.rowCount === 1;
}

/** Ends it with what it found (JSON); null: it failed. */
export async function endCheck(pool: Pool, { tenant_id, id, attempts }: Claim, result: string | null): Promise<void> {
  await pool.query(
    `update checks set ended_at = now(), leased_until = null, result = $4, step = 'ended', done = case when $4::text is null then done else total end
     where tenant_id = $1 and id = $2 and attempts = $3 and ended_at is null`,
    [tenant_id, id, attempts, result],
  );
}

/** Hands it back untouched: the process stops. */
export async function releaseCheck(pool: Pool, { tenant_id, id, attempts }: Claim): Promise<void> {
  await pool.query(
    `update checks set leased_until = null, attempts = attempts - 1, started_at = null, step = 'waiting', done = 0
     where tenant_id = $1 and id = $2 and attempts = $3 and ended_at is null`,
    [tenant_id, id, attempts],
  );
}
