// Mail on its way out, as rows: queued in the transaction of the event it belongs to, locked while it is sent, removed once it
// left. A row that nobody can deliver stays with `failed_at` for whoever runs the server. Needs the role of the writer.

import type pg from 'pg';
import type { Pool } from './connection.ts';
import { type Statement, statement } from './sql/statement.ts';

export type MailKind =
  | 'invitation'
  | 'password_reset'
  | 'approval'
  | 'ledger_broken'
  | 'log_went_back'
  | 'mention'
  | 'witness_refused'
  | 'webhook_stopped'
  | 'passkey_changed'
  | 'second_factor_reset'
  | 'late_tasks';

export interface NewMail {
  readonly id: string;
  readonly kind: MailKind;
  /** Whose password, or who may approve; null for an invitation, which its token leads to. */
  readonly userId: string | null;
  /** The secret of the mailed link, or what waits for approval, wrapped by the key management service. */
  readonly wrappedToken: string;
  /** How long its link is good for: later than that nobody needs the mail. */
  readonly lifeSeconds: number;
}

export const queueMail = (mail: NewMail): Statement =>
  statement(
    `insert into mail_outbox (id, kind, user_id, wrapped_token, give_up_at) values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    mail.id,
    mail.kind,
    mail.userId,
    mail.wrappedToken,
    mail.lifeSeconds,
  );

export interface DueMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly user_id: string | null;
  readonly wrapped_token: string;
  readonly attempts: number;
  readonly refusals: number;
  readonly outlived: boolean;
}

/** Locks the mail that is due the longest, for this transaction; one that another process has locked is passed over. */
export async function lockDueMail(client: pg.ClientBase): Promise<DueMail | null> {
  const found = await client.query<DueMail>(
    `select id, kind, user_id, wrapped_token, attempts, refusals, give_up_at <= now() as outlived
     from mail_outbox where failed_at is null and next_try_at <= now()
     order by next_try_at, id limit 1 for update skip locked`,
  );
  return found.rows[0] ?? null;
}

export async function deleteMail(client: pg.ClientBase | Pool, id: string): Promise<boolean> {
  return (await client.query('delete from mail_outbox where id = $1', [id])).rowCount === 1;
}

/** It did not leave. `waitSeconds` null: it is tried no more. */
export async function updateFailedMail(
  client: pg.ClientBase,
  id: string,
  o: { readonly error: string; readonly refused: boolean; readonly waitSeconds: number | null },
): Promise<void> {
  await client.query(
    `update mail_outbox set attempts = attempts + 1, refusals = refusals + $2::int, last_error = $3,
       next_try_at = now() + make_interval(secs => coalesce($4::float, 0)),
       failed_at = case when $4::float is null then now() end
     where id = $1`,
    [id, o.refused ? 1 : 0, o.error, o.waitSeconds],
  );
}

export interface MailCounts {
  readonly waiting: number;
  readonly failed: number;
}

export async function countMail(client: pg.ClientBase | Pool): Promise<MailCounts> {
  const found = await client.query<MailCounts>(
    'select count(*) filter (where failed_at is null) as waiting, count(*) filter (where failed_at is not null) as failed from mail_outbox',
  );
  return found.rows[0] ?? { waiting: 0, failed: 0 };
}

export interface FailedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly created_at: string;
  readonly failed_at: string;
  readonly attempts: number;
  readonly last_error: string;
}

/** Dead letters, oldest first. */
export async function listFailedMail(client: pg.ClientBase): Promise<readonly FailedMail[]> {
  const found = await client.query<FailedMail>(
    'select id, kind, created_at, failed_at, attempts, last_error from mail_outbox where failed_at is not null order by failed_at, id',
  );
  return found.rows;
}

/** Puts dead letters back into the queue (all, or one) and answers how many. Those whose link is over are not worth it. */
export async function updateFailedMailToRetry(client: pg.ClientBase, id: string | null): Promise<number> {
  const done = await client.query(
    `update mail_outbox set failed_at = null, refusals = 0, next_try_at = now()
     where failed_at is not null and give_up_at > now() and ($1::uuid is null or id = $1)`,
    [id],
  );
  return done.rowCount ?? 0;
}
