// How far each target has the log: the destinations that an organisation set, and the broker of whoever runs the system. One at a time
// sends to a target: whoever has its lease. A lease ends by itself, so that what died while sending is taken up by another; what it had
// sent and not noted is sent again.

import { randomUUID } from 'node:crypto';
import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import type pg from 'pg';
import { uuidV7 } from '../../sql/uuid-v7.ts';
import type { ActivityRow } from './reads.ts';
import { BROKER, type ExportTarget, targets } from './targets.ts';

/** Lines of activity that an organisation keeps. */
export const ACTIVITY_KEPT = 500;

export interface Cursor {
  readonly lease_id: string;
  readonly acknowledged_seq: number;
  readonly attempts: number;
  readonly refusals: number;
  readonly failing_since: string | null;
}

/**
 * Takes the lease of a target and answers how far it has the log; null where somebody else has it, where it is not to be tried
 * yet (unless `now`), or where there is no such target. One that was added anew begins with event 1.
 */
export async function leaseCursor(
  pool: pg.Pool,
  tenantId: string,
  target: ExportTarget,
  o: { readonly leaseMs: number; readonly now: boolean },
): Promise<Cursor | null> {
  const found = await pool.query<Cursor>(
    `insert into audit_cursors as c (tenant_id, destination, added_seq, lease_id, leased_until)
     select s.tenant_id, s.destination, s.added_seq, $3::uuid, now() + make_interval(secs => $4::float / 1000)
     from ${targets[target === BROKER ? 'broker' : 'destinations']} s where s.tenant_id = $1 and s.destination = $2
     on conflict (tenant_id, destination) do update set lease_id = excluded.lease_id, leased_until = excluded.leased_until,
       acknowledged_seq = case when c.added_seq = excluded.added_seq then c.acknowledged_seq else 0 end,
       reported_seq = case when c.added_seq = excluded.added_seq then c.reported_seq else 0 end,
       attempts = case when c.added_seq = excluded.added_seq then c.attempts else 0 end,
       refusals = case when c.added_seq = excluded.added_seq then c.refusals else 0 end,
       failing_since = case when c.added_seq = excluded.added_seq then c.failing_since end,
       last_error = case when c.added_seq = excluded.added_seq then c.last_error end,
       last_taken_at = case when c.added_seq = excluded.added_seq then c.last_taken_at end,
       added_seq = excluded.added_seq
     where (c.leased_until is null or c.leased_until < now()) and (c.next_try_at <= now() or $5 or c.added_seq <> excluded.added_seq)
     returning c.lease_id, c.acknowledged_seq, c.attempts, c.refusals, c.failing_since`,
    [tenantId, target, randomUUID(), o.leaseMs, o.now],
  );
  const [cursor] = found.rows;
  if (cursor === undefined) return null;
  // Dead letters of an earlier destination of the name went nowhere and go nowhere.
  if (cursor.acknowledged_seq === 0)
    await pool.query('delete from audit_dead_letters where tenant_id = $1 and destination = $2', [tenantId, target]);
  return cursor;
}

/** How the sending to a destination went, up to where it stopped. */
export interface Progress {
  readonly acknowledgedSeq: number;
  /** Whether the receiver took anything. */
  readonly taken: boolean;
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
  target: ExportTarget,
  leaseId: string,
  o: { readonly acknowledgedSeq: number; readonly leaseMs: number },
): Promise<boolean> {
  const done = await pool.query(
    `update audit_cursors set acknowledged_seq = greatest(acknowledged_seq, $4), last_taken_at = now(), attempts = 0, refusals = 0,
       leased_until = now() + make_interval(secs => $5::float / 1000)
     where tenant_id = $1 and destination = $2 and lease_id = $3`,
    [tenantId, target, leaseId, o.acknowledgedSeq, o.leaseMs],
  );
  return done.rowCount === 1;
}

/** Notes how it went and gives the lease back; nothing where it is somebody else's by now. */
export async function releaseCursor(
  pool: pg.Pool,
  tenantId: string,
  target: ExportTarget,
  leaseId: string,
  { acknowledgedSeq, taken, failure }: Progress,
): Promise<void> {
  await pool.query(
    `update audit_cursors set acknowledged_seq = greatest(acknowledged_seq, $4), lease_id = null, leased_until = null,
       last_taken_at = case when $5 then now() else last_taken_at end,
       attempts = $6, refusals = $7, last_error = $8, failing_since = case when $8::text is not null then coalesce(failing_since, now()) end,
       next_try_at = case when $10 then 'infinity' else now() + make_interval(secs => $9::float / 1000) end
     where tenant_id = $1 and destination = $2 and lease_id = $3`,
    [
      tenantId,
      target,
      leaseId,
      acknowledgedSeq,
      taken,
      failure?.attempts ?? 0,
      failure?.refusals ?? 0,
      failure?.error ?? null,
      failure?.waitMs ?? 0,
      failure !== null && failure.waitMs === null,
    ],
  );
}

/** A destination was changed: it is tried at once. */
export async function updateCursorsToTry(pool: pg.Pool, tenantId: string): Promise<void> {
  await pool.query('update audit_cursors set next_try_at = now() where tenant_id = $1', [tenantId]);
}

/**
 * What a destination took since a run was last told of it, by whoever sent it, without its dead letters; and the last of it. Telling
 * it makes it told. null where nothing was ever sent there.
 */
export async function reportTaken(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
): Promise<{ readonly exported: number; readonly last_seq: number } | null> {
  const found = await pool.query<{ exported: number; last_seq: number }>(
    `with before as (
       select c.reported_seq, c.acknowledged_seq from audit_cursors c
       join audit_destinations d on d.tenant_id = c.tenant_id and d.name = c.destination and d.added_seq = c.added_seq
       where c.tenant_id = $1 and c.destination = $2 for update of c
     ), told as (
       update audit_cursors set reported_seq = b.acknowledged_seq from before b where tenant_id = $1 and destination = $2
     )
     select b.acknowledged_seq as last_seq, b.acknowledged_seq - b.reported_seq - (
       select count(*) from audit_dead_letters
       where tenant_id = $1 and destination = $2 and seq > b.reported_seq and seq <= b.acknowledged_seq) as exported
     from before b`,
    [tenantId, destination],
  );
  return found.rows[0] ?? null;
}

export async function insertDeadLetter(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
  letter: { readonly seq: number; readonly attempts: number; readonly error: string },
): Promise<void> {
  await pool.query(
    `insert into audit_dead_letters (tenant_id, destination, seq, attempts, last_error) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, destination, seq) do nothing`,
    [tenantId, destination, letter.seq, letter.attempts, letter.error],
  );
}

/** How many events of a stretch of the log are dead letters. */
export async function countLettersAt(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const found = await pool.query<{ count: number }>(
    'select count(*) as count from audit_dead_letters where tenant_id = $1 and destination = $2 and seq between $3 and $4',
    [tenantId, destination, from, to],
  );
  return found.rows[0]?.count ?? 0;
}

/** Marks dead letters to be sent again: one, or all of them. Answers how many. */
export async function updateDeadLettersToResend(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
  seq: number | null,
): Promise<number> {
  const done = await pool.query(
    `update audit_dead_letters set resend_at = now()
     where tenant_id = $1 and destination = $2 and ($3::bigint is null or seq = $3) and resend_at is null`,
    [tenantId, destination, seq],
  );
  return done.rowCount ?? 0;
}

/** Those that are to be sent again, in their order. */
export async function listLettersToResend(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
  limit: number,
): Promise<readonly number[]> {
  const found = await pool.query<{ seq: number }>(
    `select seq from audit_dead_letters where tenant_id = $1 and destination = $2 and resend_at is not null order by seq limit $3`,
    [tenantId, destination, limit],
  );
  return found.rows.map(({ seq }) => seq);
}

/** It was taken after all. */
export async function deleteDeadLetter(pool: pg.Pool, tenantId: string, destination: DestinationName, seq: number): Promise<void> {
  await pool.query('delete from audit_dead_letters where tenant_id = $1 and destination = $2 and seq = $3', [tenantId, destination, seq]);
}

/** It was not taken this time either; it stays until somebody asks again. */
export async function updateDeadLetter(
  pool: pg.Pool,
  tenantId: string,
  destination: DestinationName,
  seq: number,
  error: string,
): Promise<void> {
  await pool.query(
    `update audit_dead_letters set attempts = attempts + 1, last_error = $4, resend_at = null
     where tenant_id = $1 and destination = $2 and seq = $3`,
    [tenantId, destination, seq, error],
  );
}

type NewActivity = Partial<Omit<ActivityRow, 'id' | 'at' | 'kind'>> & Pick<ActivityRow, 'kind'>;

/** Notes what happened; of what is older than the last lines nothing is kept. */
export async function insertActivity(pool: pg.Pool, tenantId: string, activity: NewActivity): Promise<void> {
  const { kind, actor_id = null, destination = null, seq = null, events = null, detail = null } = activity;
  await pool.query(
    `with added as (
       insert into audit_activity (tenant_id, id, kind, actor_id, destination, seq, events, detail) values ($1, $2, $3, $4, $5, $6, $7, $8)
     )
     delete from audit_activity where tenant_id = $1 and id <= (
       select id from audit_activity where tenant_id = $1 order by id desc offset $9 limit 1)`,
    [tenantId, uuidV7(Date.now()), kind, actor_id, destination, seq, events, detail, ACTIVITY_KEPT],
  );
}
