import { type Comment, comments as contract, mentionsIn } from '@countinghouse/contract/features/comments';
import { ERASED } from '@countinghouse/contract/features/privacy';
import { nextAt, olderThanOf } from '@countinghouse/contract/fields';
import { COMMENT_CHANGE_US } from '@countinghouse/kernel/comments/decide';
import { formatInstant, parseInstant } from '@countinghouse/kernel/time/instant';
import { type CommentRow, findComment, isSubject, listComments, listMentions } from '@countinghouse/store/features/comments/reads';
import { read } from '@countinghouse/store/reader';
import type { SideWrite } from '@countinghouse/store/sql/statement';
import { findKnownPeople } from '../../auth/known-people.ts';
import { countInHour } from '../../http/attempts.ts';
import { Refusal } from '../../http/refusal.ts';
import { done, writtenCount } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

/** Comments of a person that mail somebody. Source: decision 0090. */
const MENTIONS_AN_HOUR = 60;

export const list = handler(contract.list, async ({ tenant: { tenant_id }, input: { query } }, services) => {
  const { subject, subject_id: subjectId, limit } = query;
  const before = olderThanOf(query);
  const found = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => {
    const rows = await listComments(tx, tenant_id, { subject, subjectId, before, limit: limit + 1 });
    // What was said about an exception stays when it is none any more.
    if (rows.length === 0 && !(await isSubject(tx, tenant_id, subject, subjectId))) throw new Refusal('NOT_FOUND');
    return rows;
  });
  const page = found.slice(0, limit).reverse();
  const next = found.length > limit ? (page[0]?.written_seq ?? null) : null;
  return { comments: await toWire(services, tenant_id, page), before: next, next: nextAt(next) };
});

export const mentions = handler(contract.mentions, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const rows = await read(services.readerPool, { tenantId: tenant_id }, (tx) =>
    listMentions(tx, tenant_id, caller.session.userId, null, input.query.limit),
  );
  return { comments: await toWire(services, tenant_id, rows) };
});

export const add = handler(contract.add, async ({ tenant: { tenant_id }, caller, input: { body } }, services) => {
  const { id, subject, subject_id: subjectId, text } = body;
  const there = await read(services.readerPool, { tenantId: tenant_id }, (tx) => isSubject(tx, tenant_id, subject, subjectId));
  if (!there) throw new Refusal('NOT_FOUND');
  const command = { type: 'comment.add', actor: caller.actor, id, subject, subjectId } as const;
  return say(services, tenant_id, caller.session.userId, command, text, []);
});

export const edit = handler(contract.edit, async ({ tenant: { tenant_id }, caller, input: { params, body } }, services) => {
  const row = await read(services.readerPool, { tenantId: tenant_id }, (tx) => findComment(tx, tenant_id, params.id));
  const command = { type: 'comment.edit', actor: caller.actor, id: params.id } as const;
  return say(services, tenant_id, caller.session.userId, command, body.text, row?.mentions ?? []);
});

export const remove = handler(contract.remove, async ({ tenant, caller, input }, { ledger }) =>
  done(await ledger.submit(tenant.tenant_id, { type: 'comment.remove', actor: caller.actor, id: input.params.id })),
);

type Wordless<C> = C extends unknown ? Omit<C, 'textToken' | 'mentions'> : never;
type Saying = Wordless<Extract<Parameters<Services['ledger']['submit']>[1], { type: 'comment.add' | 'comment.edit' }>>;

/** Writes a comment, with mail to whom it mentions and did not mention before; never to its author. */
async function say(services: Services, tenantId: string, authorId: string, command: Saying, text: string, before: readonly string[]) {
  const { ledger, pii, letters, mailWorker, authPool, readerPool } = services;
  const mentioned = mentionsIn(text);
  const mailed = mentioned.filter((userId) => userId !== authorId && !before.includes(userId));
  if (mailed.length > 0) await countInHour(authPool, `mentions|${tenantId}|${authorId}`, MENTIONS_AN_HOUR, 'RATE_LIMITED');
  const words = await pii.tokenise(tenantId, 'comment', text);
  const mails = await Promise.all(mailed.map((userId) => letters.queueMention(userId, tenantId, command.id)));
  const sideWrites: readonly SideWrite[] = [words.store, ...mails];
  const written = writtenCount(await ledger.submit(tenantId, { ...command, textToken: words.token, mentions: mentioned }, sideWrites));
  if (written > 0 && mails.length > 0) mailWorker.nudge();
  const row = await read(readerPool, { tenantId }, (tx) => findComment(tx, tenantId, command.id));
  const [comment] = row === null ? [] : await toWire(services, tenantId, [row]);
  if (comment === undefined) throw new Refusal('NOT_FOUND');
  return { comment };
}

async function toWire(services: Services, tenantId: string, rows: readonly CommentRow[]): Promise<Comment[]> {
  const [words, people] = await Promise.all([
    services.pii.reveal(
      tenantId,
      rows.map((row) => row.text_token),
    ),
    findKnownPeople(services, tenantId, [...new Set(rows.flatMap((row) => [row.author_id, ...row.mentions]))]),
  ]);
  const personOf = (id: string) => ({ id, name: nameOf(people.get(id)) });
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    subject_id: row.subject_id,
    period_id: row.period_id,
    text: row.removed_at === null ? (words.of(row.text_token) ?? ERASED) : null,
    author: personOf(row.author_id),
    mentions: row.mentions.map(personOf),
    written_at: row.written_at,
    edited_at: row.edited_at,
    removed_at: row.removed_at,
    fixed_at: formatInstant((parseInstant(row.written_at) ?? 0n) + COMMENT_CHANGE_US),
    seq: row.written_seq,
  }));
}

/** As people are shown; somebody whose account is gone has no name. */
const nameOf = (person: { readonly name: string; readonly email: string } | undefined): string =>
  person === undefined ? 'Somebody' : person.name === '' ? person.email : person.name;

export const commentsHandlers: readonly Handler[] = [list, mentions, add, edit, remove];
