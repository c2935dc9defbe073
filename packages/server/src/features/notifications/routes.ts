import { mentionsIn, partsOf } from '@countinghouse/contract/features/comments';
import { notifications as contract, NOTIFICATIONS_LIST_MAX, type Notification } from '@countinghouse/contract/features/notifications';
import { nextAt, olderThanOf } from '@countinghouse/contract/fields';
import type { PersonRow } from '@countinghouse/store/auth/people';
import { type ApprovalNews, listApprovalNews, type SeenBy } from '@countinghouse/store/features/approvals/reads';
import { type LateNews, listLateNews } from '@countinghouse/store/features/close-tasks/reads';
import { type CommentRow, listLatestComments, listMentions } from '@countinghouse/store/features/comments/reads';
import { findReadMarks, type ReadMarks } from '@countinghouse/store/features/notifications/reads';
import { markRead, markReadThrough } from '@countinghouse/store/features/notifications/writes';
import { listPeriodNews, type PeriodNews } from '@countinghouse/store/features/periods/reads';
import { read, type Tx } from '@countinghouse/store/reader';
import { ERASED_PERSON, findKnownPeople } from '../../auth/known-people.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { summaryOf, summaryOfRows } from '../../wire/approval-summary.ts';

const SYSTEM = 'system';
/** What is said in a comment is told so far. */
const SAID_LENGTH_MAX = 160;

/** What concerns people, of one of its four kinds. */
type News =
  | ({ readonly is: 'approval' } & ApprovalNews)
  | ({ readonly is: 'comment'; readonly seq: number; readonly actor_id: string } & CommentRow)
  | ({ readonly is: 'period' } & PeriodNews)
  | ({ readonly is: 'late'; readonly actor_id: string } & LateNews);

export const list = handler(contract.list, async ({ tenant: { tenant_id }, caller: { session }, input: { query } }, services) => {
  const { view, limit } = query;
  const { userId } = session;
  const by = { userId, now: services.clock.now() };
  const { asked, marks, latest } = await read(services.readerPool, { tenantId: tenant_id }, async (tx) => ({
    asked: await listNews(tx, tenant_id, by, { mine: view === 'mine', beforeSeq: olderThanOf(query), limit: limit + 1 }),
    marks: await findReadMarks(tx, tenant_id, userId),
    latest: await listNews(tx, tenant_id, by, { mine: true, beforeSeq: null, limit: NOTIFICATIONS_LIST_MAX }),
  }));
  const page = asked.slice(0, limit);
  return {
    notifications: await toWire(services, tenant_id, userId, page, marks),
    unread: latest.filter((news) => !isRead(news, userId, marks)).length,
    next: nextAt(asked.length > limit ? (page.at(-1)?.seq ?? null) : null),
  };
});

export const mark = handler(contract.mark, async ({ tenant: { tenant_id }, caller: { session }, input: { body } }, services) => {
  if ('seqs' in body) await markRead(services.writerPool, tenant_id, session.userId, body.seqs);
  else await markReadThrough(services.writerPool, tenant_id, session.userId, body.through);
  return { ok: true as const };
});

interface Which {
  readonly mine: boolean;
  readonly beforeSeq: number | null;
  readonly limit: number;
}

/** The latest first. */
async function listNews(tx: Tx, tenantId: string, by: SeenBy, which: Which): Promise<readonly News[]> {
  const { mine, beforeSeq, limit } = which;
  const approvals = await listApprovalNews(tx, tenantId, by, which);
  const comments = mine
    ? await listMentions(tx, tenantId, by.userId, beforeSeq, limit)
    : await listLatestComments(tx, tenantId, beforeSeq, limit);
  const periods = mine ? [] : await listPeriodNews(tx, tenantId, beforeSeq, limit);
  const late = await listLateNews(tx, tenantId, mine ? by.userId : null, beforeSeq, limit);
  const all: readonly News[] = [
    ...approvals.map((row) => ({ is: 'approval' as const, ...row })),
    ...comments.map((row) => ({ is: 'comment' as const, seq: row.written_seq, actor_id: row.author_id, ...row })),
    ...periods.map((row) => ({ is: 'period' as const, ...row })),
    ...late.map((row) => ({ is: 'late' as const, actor_id: SYSTEM, ...row })),
  ];
  return all.toSorted((a, b) => b.seq - a.seq).slice(0, limit);
}

/** Read, done by the person themselves, or asked of them and decided by now. */
const isRead = (news: News, userId: string, { throughSeq, seqs }: ReadMarks): boolean =>
  news.seq <= throughSeq ||
  seqs.has(news.seq) ||
  news.actor_id === userId ||
  (news.is === 'approval' && news.kind === 'approval_asked' && !news.waiting);

async function toWire(
  services: Services,
  tenantId: string,
  userId: string,
  page: readonly News[],
  marks: ReadMarks,
): Promise<Notification[]> {
  const tokens = page.flatMap((news) => (news.is === 'comment' ? [news.text_token] : []));
  const words = await services.pii.reveal(tenantId, tokens);
  const textOf = (news: News): string | null => (news.is === 'comment' ? (words.of(news.text_token) ?? null) : null);
  const named = page.flatMap((news) => [
    news.actor_id,
    ...mentionsIn(textOf(news) ?? ''),
    ...(news.is === 'approval' && typeof news.fields?.['userId'] === 'string' ? [news.fields['userId']] : []),
  ]);
  const people = await findKnownPeople(services, tenantId, [...new Set(named)]);
  const nameOf = (id: string): string => nameIn(people, id);
  return page.map((news) => {
    const { seq, actor_id } = news;
    const common = {
      seq,
      actor: actor_id === SYSTEM ? null : { id: actor_id, name: nameOf(actor_id) },
      period_id: null,
      what: null,
      says: null,
      amount: null,
      currency: null,
      waiting: false,
      read: isRead(news, userId, marks),
    };
    if (news.is === 'approval') return { ...common, ...approvalToWire(news, nameOf) };
    if (news.is === 'period')
      return { ...common, kind: news.kind, at: news.at, subject: 'period', subject_id: news.id, what: news.period_code };
    if (news.is === 'late') {
      const { at, id, period_id, period_code: what, titles } = news;
      return { ...common, kind: 'tasks_late', at, subject: 'task', subject_id: id, period_id, what, says: cut(titles.join(', ')) };
    }
    const text = textOf(news);
    return {
      ...common,
      kind: news.mentions.includes(userId) ? 'mention' : 'comment',
      at: news.written_at,
      subject: news.subject,
      subject_id: news.subject_id,
      period_id: news.period_id,
      says: text === null ? null : shortened(text, nameOf),
    };
  });
}

function approvalToWire({ kind, at, id, subject: what, first_row, fields, waiting }: ApprovalNews, nameOf: (id: string) => string) {
  return {
    kind,
    at,
    subject: 'approval' as const,
    subject_id: id,
    what,
    says: first_row === null ? summaryOf(what, fields ?? {}, nameOf) : summaryOfRows(first_row),
    amount: first_row?.amount ?? null,
    currency: first_row?.currency ?? null,
    waiting,
  };
}

/** A comment in one line, with the people it mentions by name. */
function shortened(text: string, nameOf: (id: string) => string): string {
  const line = partsOf(text)
    .map((part) => (typeof part === 'string' ? part : `@${nameOf(part.mentions)}`))
    .join('')
    .replaceAll(/\s+/g, ' ');
  return cut(line);
}

const cut = (line: string): string => (line.length > SAID_LENGTH_MAX ? `${line.slice(0, SAID_LENGTH_MAX).toWellFormed()}…` : line);

/** Somebody whose account is gone, or whom the organisation erased, has no name. */
function nameIn(people: ReadonlyMap<string, PersonRow>, id: string): string {
  const person = people.get(id);
  return person === undefined ? ERASED_PERSON : person.name === '' ? person.email : person.name;
}

export const notificationsHandlers: readonly Handler[] = [list, mark];
