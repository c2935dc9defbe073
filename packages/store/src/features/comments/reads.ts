import type { CommentSubject } from '@countinghouse/kernel/comments/events';
import type { Pool } from '../../connection.ts';
import { thawIntent } from '../../pruned/thaw.ts';
import type { Tx } from '../../reader.ts';

export interface CommentRow {
  readonly id: string;
  readonly subject: CommentSubject;
  readonly subject_id: string;
  /** Of a close task: its period. */
  readonly period_id: string | null;
  readonly text_token: string;
  readonly author_id: string;
  readonly written_at: string;
  readonly edited_at: string | null;
  readonly removed_at: string | null;
  readonly written_seq: number;
  readonly mentions: readonly string[];
}

/** The close task that a comment `c` is on, if it is on one. */
const ofTask = `left join close_tasks k on k.tenant_id = c.tenant_id and k.id = case when c.subject = 'task' then c.subject_id::uuid end`;

const select = `select c.id, c.subject, c.subject_id, k.period_id, c.text_token, c.author_id, c.written_at, c.edited_at, c.removed_at, c.written_seq,
  array(select m.user_id from comment_mentions m where m.tenant_id = c.tenant_id and m.comment_id = c.id order by m.user_id) as mentions
  from comments c ${ofTask}`;

/** Those on a subject that were written before an event (null: the latest), newest first, at most `limit`. */
export async function listComments(
  tx: Tx,
  tenantId: string,
  o: { readonly subject: CommentSubject; readonly subjectId: string; readonly before: number | null; readonly limit: number },
): Promise<readonly CommentRow[]> {
  const found = await tx.query<CommentRow>(
    `${select} where c.tenant_id = $1 and c.subject = $2 and c.subject_id = $3 and ($4::bigint is null or c.written_seq < $4)
     order by c.written_seq desc limit $5`,
    [tenantId, o.subject, o.subjectId, o.before, o.limit],
  );
  return found.rows;
}

export async function findComment(tx: Tx, tenantId: string, id: string): Promise<CommentRow | null> {
  const found = await tx.query<CommentRow>(`${select} where c.tenant_id = $1 and c.id = $2`, [tenantId, id]);
  return found.rows[0] ?? null;
}

/** The latest that mention a person, newest first; those written before an event, or all. */
export async function listMentions(
  tx: Tx,
  tenantId: string,
  userId: string,
  before: number | null,
  limit: number,
): Promise<readonly CommentRow[]> {
  const found = await tx.query<CommentRow>(
    `${select} join comment_mentions u on u.tenant_id = c.tenant_id and u.comment_id = c.id
     where u.tenant_id = $1 and u.user_id = $2 and ($3::bigint is null or u.written_seq < $3) order by u.written_seq desc limit $4`,
    [tenantId, userId, before, limit],
  );
  return found.rows;
}

/** The latest of the organisation that are not removed, newest first. */
export async function listLatestComments(tx: Tx, tenantId: string, before: number | null, limit: number): Promise<readonly CommentRow[]> {
  const found = await tx.query<CommentRow>(
    `${select} where c.tenant_id = $1 and c.removed_at is null and ($2::bigint is null or c.written_seq < $2)
     order by c.written_seq desc limit $3`,
    [tenantId, before, limit],
  );
  return found.rows;
}

const subjects = {
  intent: 'select from events where tenant_id = $1 and intent_id = $2 and idem_key is not null',
  approval: 'select from approvals where tenant_id = $1 and id = $2',
  exception: 'select from recon_exceptions where tenant_id = $1 and row_id = $2',
  period: 'select from periods where tenant_id = $1 and id = $2',
  task: 'select from close_tasks where tenant_id = $1 and id = $2 and not removed',
} satisfies Record<CommentSubject, string>;

/** Whether what is to be commented on is there: an exception only while it is one, a task while its period has it. */
export async function isSubject(tx: Tx, tenantId: string, subject: CommentSubject, subjectId: string): Promise<boolean> {
  const ask = async () => ((await tx.query(subjects[subject], [tenantId, subjectId])).rowCount ?? 0) > 0;
  return (await ask()) || (subject === 'intent' && (await thawIntent(tx, tenantId, subjectId)) && ask());
}

/** How many were written on each of these and not removed; none for what nobody commented on. */
export async function countComments(
  tx: Tx,
  tenantId: string,
  subject: CommentSubject,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await tx.query<{ subject_id: string; count: number }>(
    `select subject_id, count(*) as count from comments
     where tenant_id = $1 and subject = $2 and subject_id = any($3::text[]) and removed_at is null group by subject_id`,
    [tenantId, subject, ids],
  );
  return new Map(found.rows.map((row) => [row.subject_id, row.count]));
}

export interface MentionToMail {
  readonly organisation: string;
  readonly author_id: string;
  readonly subject: CommentSubject;
  readonly subject_id: string;
  readonly period_id: string | null;
}

/** What the mail of a mention says; null once the comment mentions them no more, or they are no member. Needs the role of the writer. */
export async function findMentionToMail(writerPool: Pool, tenantId: string, id: string, userId: string): Promise<MentionToMail | null> {
  const found = await writerPool.query<MentionToMail>(
    `select t.name as organisation, c.author_id, c.subject, c.subject_id, k.period_id
     from comment_mentions m
     join comments c on c.tenant_id = m.tenant_id and c.id = m.comment_id
     ${ofTask}
     join members u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
     join tenants t on t.tenant_id = m.tenant_id and t.archived_at is null
     where m.tenant_id = $1 and m.comment_id = $2 and m.user_id = $3`,
    [tenantId, id, userId],
  );
  return found.rows[0] ?? null;
}
