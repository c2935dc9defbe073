// How far each target has the log. One at a time sends to a target: whoever has its lease. A lease ends by itself, so that what died while
// sending is taken up by another; what it had sent and not noted is sent again.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { findNow } from '../database-now.ts';
import { execute } from '../sql/execute.ts';
import type { Statement } from '../sql/statement.ts';
import { inTransaction } from '../transaction.ts';
import { overEach, type TargetKind, targets } from './targets.ts';

export interface Cursor {
  readonly lease_id: string;
  readonly acknowledged_seq: number;
  readonly attempts: number;
  readonly refusals: number;
  readonly failing_since: string | null;
  readonly last_taken_at: string | null;
}

/**
 * Takes the lease of a target and answers how far it has the log; null where somebody else has it, where it is not to be tried
 * yet (unless `evenNow`), or where there is no such target. One that was added anew begins where its kind begins.
 */
export async function leaseCursor(
  pool: pg.Pool,
  tenantId: string,
  kind: TargetKind,
  target: string,
  o: { readonly leaseMs: number; readonly evenNow: boolean },
): Promise<Cursor | null> {
  const found = await pool.query<Cursor>(
    `insert into audit_cursors as c (tenant_id, destination, added_seq, acknowledged_seq, lease_id, leased_until)
     select s.tenant_id, s.destination, s.added_seq, s.begins_after, $3::uuid, $6::timestamptz + make_interval(secs => $4::float / 1000)
     from ${overEach(targets[kind], (target) => `select * from ${target} d where d.tenant_id = $1 and d.destination = $2`)} s
     on conflict (tenant_id, destination) do update set lease_id = excluded.lease_id, leased_until = excluded.leased_until,
       acknowledged_seq = case when c.added_seq = excluded.added_seq then c.acknowledged_seq else excluded.acknowledged_seq end,
       reported_seq = case when c.added_seq = excluded.added_seq then c.reported_seq else 0 end,
       attempts = case when c.added_seq = excluded.added_seq then c.attempts else 0 end,
       refusals = case when c.added_seq = excluded.added_seq then c.refusals else 0 end,
       failing_since = case when c.added_seq = excluded.added_seq then c.failing_since end,
       last_error = case when c.added_seq = excluded.added_seq then c.last_error end,
       last_taken_at = case when c.added_seq = excluded.added_seq then c.last_taken_at end,
       added_seq = excluded.added_seq
     where (c.leased_until is null or c.leased_until < $6::timestamptz)
       and (c.next_try_at <= $6::timestamptz or $5 or c.added_seq <> excluded.added_seq)
     returning c.lease_id, c.acknowledged_seq, c.attempts, c.refusals, c.failing_since, c.last_taken_at`,
    [tenantId, target, randomUUID(), o.leaseMs, o.evenNow, await findNow(pool)],
  );
  const [cursor] = found.rows;
  if (cursor === undefined) return null;
  // Dead letters of an earlier destination of the name went nowhere and go nowhere.
  if (cursor.acknowledged_seq === 0)
    await pool.query('delete from audit_dead_letters where tenant_id = $1 and destination = $2', [tenantId, target]);
  return cursor;
}

/** How the sending to a target went, up to where it stopped. */
export interface Progress {
  readonly acknowledgedSeq: number;
  /** When the receiver took something last; null: nothing. */
  readonly takenAt: string | null;
  /** Of the event after that; null where nothing went wrong. */
  readonly failure: {
    readonly error: string;
    readonly attempts: number;
    readonly refusals: number;
    /** When it is tried again; null: when somebody asks for it. */
    readonly waitMs: number | null;
  } | null;
}

/** Notes progress while sending goes on. False where the lease is somebody else's by now: then nothing more may be sent. */
export async function keepCursor(
  pool: pg.Pool,
  tenantId: string,
  target: string,
  leaseId: string,
  o: { readonly acknowledgedSeq: number; readonly takenAt: string | null; readonly leaseMs: number },
): Promise<boolean> {
  const done = await pool.query(
    `update audit_cursors set acknowledged_seq = greatest(acknowledged_seq, $4), last_taken_at = coalesce($6::timestamptz, last_taken_at),
       leased_until = now() + make_interval(secs => $5::float / 1000)
     where tenant_id = $1 and destination = $2 and lease_id = $3`,
    [tenantId, target, leaseId, o.acknowledgedSeq, o.leaseMs, o.takenAt],
  );
  return done.rowCount === 1;
}

/**
 * Notes how it went and gives the lease back; nothing where it is somebody else's by now. `mails` of that are queued in the same transaction: whoever
 * writes one finds it as it is told there.
 */
export function releaseCursor(
  pool: pg.Pool,
  tenantId: string,
  target: string,
  leaseId: string,
  progress: Progress,
  mails: readonly Statement[] = [],
): Promise<void> {
  return inTransaction(pool, async (client) => {
    if (await updateReleased(client, tenantId, target, leaseId, progress)) for (const mail of mails) await execute(client, mail);
  });
}

async function updateReleased(
  client: pg.ClientBase,
  tenantId: string,
  target: string,
  leaseId: string,
  { acknowledgedSeq, takenAt, failure }: Progress,
): Promise<boolean> {
  const now = await findNow(client);
  const released = await client.query(
    `update audit_cursors set acknowledged_seq = greatest(acknowledged_seq, $4), lease_id = null, leased_until = null,
       last_taken_at = coalesce($5::timestamptz, last_taken_at),
       attempts = $6, refusals = $7, last_error = $8,
       failing_since = case when $8::text is not null then coalesce(failing_since, $10::timestamptz) end,
       next_try_at = $9
     where tenant_id = $1 and destination = $2 and lease_id = $3`,
    [
      tenantId,
      target,
      leaseId,
      acknowledgedSeq,
      takenAt,
      failure?.attempts ?? 0,
      failure?.refusals ?? 0,
      failure?.error ?? null,
      failure !== null && failure.waitMs === null ? 'infinity' : new Date(Date.parse(now) + (failure?.waitMs ?? 0)).toISOString(),
      now,
    ],
  );
  return released.rowCount === 1;
}

/** They were changed, or somebody asked: they are tried at once. */
export async function updateCursorsToTry(pool: pg.Pool, tenantId: string, names: readonly string[]): Promise<void> {
  await pool.query('update audit_cursors set next_try_at = now() where tenant_id = $1 and destination = any($2)', [tenantId, names]);
}

/** Somebody says that it is well again: what went wrong before counts no more. */
export async function updateCursorToGoOn(pool: pg.Pool, tenantId: string, target: string): Promise<void> {
  await pool.query(
    `update audit_cursors set next_try_at = now(), failing_since = null, last_error = null, attempts = 0, refusals = 0
     where tenant_id = $1 and destination = $2`,
    [tenantId, target],
  );
}
