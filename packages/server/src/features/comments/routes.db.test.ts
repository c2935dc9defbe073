import { randomUUID } from 'node:crypto';
import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { type Comment, type CommentSubject, comments, mentionOf } from '@countinghouse/contract/features/comments';
import { intents } from '@countinghouse/contract/features/intents';
import { periods } from '@countinghouse/contract/features/periods';
import { ERASED, privacy } from '@countinghouse/contract/features/privacy';
import { recon } from '@countinghouse/contract/features/recon';
import { execute } from '@countinghouse/store/sql/execute';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { type Answer, openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterEach(() => now());
afterAll(() => testServer.close());

const MINUTE_MS = 60_000;
/** The wall clock goes on by so much, and an operator says that it is right. */
const later = (minutes: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
  testServer.opened.services.clock.confirm();
};
const now = (): void => {
  vi.useRealTimers();
  testServer.opened.services.clock.confirm();
};
const refused = (status: number, code: string) => ({ status, body: { code, error: code } });

async function openPosted() {
  const o = await openOrganisation(testServer);
  const body = o.intent();
  expect((await o.owner.call(intents.execute, { body })).status).toBe(200);
  return { ...o, intentId: body.intent_id };
}
type Posted = Awaited<ReturnType<typeof openPosted>>;

const add = (o: Posted, who: Person, text: string, id: string = randomUUID()) =>
  who.call(comments.add, { body: { id, subject: 'intent', subject_id: o.intentId, text } }, { 'x-tenant-id': o.tenantId });
const added = async (o: Posted, who: Person, text: string): Promise<Comment> => {
  const answer = await add(o, who, text);
  expect(answer.status).toBe(200);
  return answer.body.comment;
};
const list = (o: Posted, who: Person, more: { readonly before?: number; readonly limit?: number } = {}) =>
  who.call(comments.list, { query: { subject: 'intent', subject_id: o.intentId, ...more } });
const edit = (who: Person, id: string, text: string) => who.call(comments.edit, { params: { id }, body: { text } });
const remove = (who: Person, id: string) => who.call(comments.remove, { params: { id } });
const textsOf = (answer: Answer<{ readonly comments: readonly Comment[] }>) => answer.body.comments.map((c) => c.text);
const mailsTo = async (person: Person): Promise<readonly string[]> =>
  (await testServer.mails()).filter((mail) => mail.startsWith(`To: ${person.email}\n`));
const logOf = async (o: Organisation) =>
  (
    await testServer.opened.loginPool.query<{ event_type: string; payload: string }>(
      `select event_type, payload from events where tenant_id = $1 and event_type like 'comment.%' order by seq`,
      [o.tenantId],
    )
  ).rows;

describe('POST /api/v1/comments', () => {
  test('200: it is there with its author and whom it mentions by name; the log has a token and ids', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const text = `Müller asks why, ${mentionOf(o.owner.id)}`;
    const comment = await added(o, mo, text);
    expect(comment).toMatchObject({
      subject: 'intent',
      subject_id: o.intentId,
      text,
      author: { id: mo.id, name: 'Mo' },
      mentions: [{ id: o.owner.id, name: 'Olive' }],
      edited_at: null,
      removed_at: null,
      seq: await o.headSeq(),
    });
    expect(Date.parse(comment.fixed_at) - Date.parse(comment.written_at)).toBe(15 * MINUTE_MS);
    expect(await list(o, o.owner)).toMatchObject({ status: 200, body: { comments: [comment], before: null } });
    const [event] = await logOf(o);
    expect(JSON.parse(event?.payload ?? '')).toEqual({
      id: comment.id,
      subject: 'intent',
      subject_id: o.intentId,
      text_token: expect.stringMatching(/^pii_/),
      mentions: [o.owner.id],
    });
    expect(event?.payload).not.toContain('Müller');
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, o.tenantId)).toEqual([]);
  });
  test('200: on an approval, an exception, a period and a close task', async () => {
    const o = await openApprovals(testServer);
    const { approvalId } = await holdBack(o, o.maker);
    const bankRow = { source: 'bank', posted_at: '2026-03-01', account_code: 'CASH', amount: '1', currency: 'USD' };
    await o.owner.call(recon.importRows, { body: { rows: [bankRow] } });
    const rowId = (await o.owner.call(recon.rows, { query: {} })).body.rows[0]?.id ?? '';
    const on = (subject: CommentSubject, subject_id: string) =>
      o.owner.call(comments.add, { body: { id: randomUUID(), subject, subject_id, text: subject } });
    expect(await on('exception', rowId)).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.owner.call(recon.setException, { params: { id: rowId }, body: { note: 'n' } });
    const range = { period_start: '2026-01-01', period_end: '2026-01-31' };
    const { period } = (await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } })).body as never;
    const periodId = (period as { readonly id: string }).id;
    const body = { title: 'Count', group: 'Cash', due_on: '2026-02-05' };
    const taskId = (await o.owner.call(closeTasks.add, { params: { id: periodId }, body })).body.tasks[0]?.id ?? '';
    const subjects = [
      ['approval', approvalId],
      ['exception', rowId],
      ['period', periodId],
      ['task', taskId],
    ] as const;
    for (const [subject, subject_id] of subjects) {
      expect(await on(subject, subject_id)).toMatchObject({ status: 200, body: { comment: { subject, subject_id } } });
      expect(textsOf(await o.maker.call(comments.list, { query: { subject, subject_id } }))).toEqual([subject]);
    }
    // Of a task the wire says where it is, and its row how much is said of it.
    const onTask = await o.maker.call(comments.list, { query: { subject: 'task', subject_id: taskId } });
    expect(onTask.body.comments).toMatchObject([{ period_id: periodId }]);
    const tasks = async () => (await o.maker.call(closeTasks.list, { params: { id: periodId } })).body.tasks;
    expect(await tasks()).toMatchObject([{ id: taskId, comments: 1 }]);
    const mention = { id: randomUUID(), subject: 'task', subject_id: taskId, text: mentionOf(o.maker.id) } as const;
    const said = (await o.owner.call(comments.add, { body: mention })).body.comment.text;
    expect(await mailsTo(o.maker)).toContainEqual(expect.stringContaining(`/dashboard/period-close/${periodId}?task=${taskId}`));
    await o.owner.call(closeTasks.remove, { params: { id: taskId } });
    expect(textsOf(await o.owner.call(comments.list, { query: { subject: 'task', subject_id: taskId } }))).toEqual(['task', said]);
    expect(await on('task', taskId)).toMatchObject(refused(404, 'NOT_FOUND'));
    await o.owner.call(recon.clearException, { params: { id: rowId } });
    // What was said stays, and nothing more is said of what is no exception.
    expect(textsOf(await o.owner.call(comments.list, { query: { subject: 'exception', subject_id: rowId } }))).toEqual(['exception']);
    expect(await on('exception', rowId)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('200: the same comment again, also at once, is written once and mailed once', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const [id, text] = [randomUUID(), `look ${mentionOf(mo.id)}`];
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(o, o.owner, text, id)));
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200]);
    expect(await logOf(o)).toHaveLength(1);
    expect(await mailsTo(mo)).toHaveLength(1);
  });
  test('200: whoever is mentioned gets a mail that says where, not what; the author gets none', async () => {
    const o = await openPosted();
    const mo = await o.member();
    await added(o, o.owner, `The secret reason, ${mentionOf(mo.id)} ${mentionOf(o.owner.id)}`);
    const [mail = ''] = await mailsTo(mo);
    expect(mail).toContain('Olive mentions you in Acme');
    expect(mail).toContain(`/dashboard/intents/${o.intentId}`);
    expect(mail).not.toContain('secret reason');
    expect(await mailsTo(o.owner)).toEqual([]);
    const kept = await testServer.opened.loginPool.query<{ row: string }>('select to_jsonb(m)::text as row from mail_outbox m');
    expect(kept.rows).toEqual([]);
  });
  test('400: a mention of somebody who is no member, of too many, without words, of an id that is none', async () => {
    const o = await openPosted();
    const stranger = await testServer.person('Sam');
    const before = await o.headSeq();
    expect(await add(o, o.owner, `hey ${mentionOf(stranger.id)}`)).toMatchObject({
      ...refused(400, 'VALIDATION_ERROR'),
      body: { details: [{ path: 'text' }] },
    });
    const many = Array.from({ length: 21 }, () => mentionOf(randomUUID())).join(' ');
    for (const text of [many, '  ', 'x'.repeat(4_001)])
      expect(await add(o, o.owner, text)).toMatchObject({ status: 400, body: { details: [{ path: 'text' }] } });
    expect(
      await o.owner.call(comments.add, { body: { id: randomUUID(), subject: 'period', subject_id: o.intentId.slice(1), text: 'x' } }),
    ).toMatchObject({ status: 400, body: { details: [{ path: 'subject_id' }] } });
    expect(await o.headSeq()).toBe(before);
    expect(await mailsTo(stranger)).toEqual([]);
  });
  test('401 UNAUTHENTICATED: nobody; 403 FORBIDDEN: an auditor, who may read', async () => {
    const o = await openPosted();
    expect(await testServer.nobody.send('POST', comments.add.path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    await added(o, o.owner, 'said');
    const auditor = await o.member('auditor');
    expect(await add(o, auditor, 'x')).toMatchObject(refused(403, 'FORBIDDEN'));
    expect(textsOf(await list(o, auditor))).toEqual(['said']);
  });
  test('404 NOT_FOUND: an intent that never was; 409 CODE_TAKEN: the id of another comment', async () => {
    const o = await openPosted();
    const { id } = await added(o, o.owner, 'one');
    expect(await add({ ...o, intentId: randomUUID() }, o.owner, 'x')).toMatchObject(refused(404, 'NOT_FOUND'));
    expect(await add(o, o.owner, 'two', id)).toMatchObject(refused(409, 'CODE_TAKEN'));
  });
  test('429 RATE_LIMITED: after sixty comments an hour that mail somebody; others may go on', async () => {
    const o = await openPosted();
    const mo = await o.member();
    await Promise.all(Array.from({ length: 60 }, () => added(o, o.owner, mentionOf(mo.id))));
    expect(await add(o, o.owner, mentionOf(mo.id))).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect((await add(o, o.owner, 'without')).status).toBe(200);
    expect((await add(o, mo, mentionOf(o.owner.id))).status).toBe(200);
  });
});

describe('GET /api/v1/comments', () => {
  test('200: the latest, oldest first, and those before them', async () => {
    const o = await openPosted();
    for (const text of ['one', 'two', 'three']) await added(o, o.owner, text);
    const first = await list(o, o.owner, { limit: 2 });
    expect(textsOf(first)).toEqual(['two', 'three']);
    const before = first.body.before ?? 0;
    const rest = await list(o, o.owner, { limit: 2, before });
    expect([textsOf(rest), rest.body.before]).toEqual([['one'], null]);
  });
  test('401 UNAUTHENTICATED: nobody; 404 NOT_FOUND: on something that never was', async () => {
    const o = await openPosted();
    const query = `?subject=intent&subject_id=${o.intentId}`;
    expect(await testServer.nobody.send('GET', `${comments.list.path}${query}`)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await list({ ...o, intentId: randomUUID() }, o.owner)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('GET /api/v1/comments/mentions', () => {
  test('200: the comments that mention the caller, newest first, until they do not any more', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const mine = (who: Person) => who.call(comments.mentions, { query: {} });
    const [one, two] = [await added(o, o.owner, `one ${mentionOf(mo.id)}`), await added(o, o.owner, `two ${mentionOf(mo.id)}`)];
    await added(o, o.owner, 'of nobody');
    expect(textsOf(await mine(mo))).toEqual([two.text, one.text]);
    expect(textsOf(await mine(o.owner))).toEqual([]);
    await edit(o.owner, two.id, 'of nobody either');
    await remove(o.owner, one.id);
    expect(textsOf(await mine(mo))).toEqual([]);
  });
  test('401 UNAUTHENTICATED: nobody', async () => {
    expect(await testServer.nobody.send('GET', comments.mentions.path)).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  });
});

describe('PATCH /api/v1/comments/:id', () => {
  test('200: the text is another one, whoever is newly mentioned gets a mail, and both texts stay in the log', async () => {
    const o = await openPosted();
    const [mo, other] = [await o.member(), await o.member()];
    const { id } = await added(o, o.owner, `first ${mentionOf(mo.id)}`);
    const answer = await edit(o.owner, id, `second ${mentionOf(mo.id)} ${mentionOf(other.id)}`);
    expect(answer).toMatchObject({ status: 200, body: { comment: { id, edited_at: expect.any(String) } } });
    expect(answer.body.comment.mentions.map((m) => m.id).sort()).toEqual([mo.id, other.id].sort());
    expect([(await mailsTo(mo)).length, (await mailsTo(other)).length]).toEqual([1, 1]);
    expect((await logOf(o)).map((e) => e.event_type)).toEqual(['comment.added', 'comment.edited']);
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, o.tenantId)).toEqual([]);
  });
  test('401 UNAUTHENTICATED: nobody; 403 FORBIDDEN: another’s; 404 NOT_FOUND: none, or removed; 409 COMMENT_FIXED: too late', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const { id } = await added(o, mo, 'said');
    const path = comments.edit.path.replace(':id', id);
    expect(await testServer.nobody.send('PATCH', path, {})).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await edit(o.owner, id, 'x')).toMatchObject({ ...refused(403, 'FORBIDDEN'), body: { details: { needs: 'author' } } });
    expect(await edit(mo, randomUUID(), 'x')).toMatchObject(refused(404, 'NOT_FOUND'));
    later(16);
    expect(await edit(mo, id, 'x')).toMatchObject(refused(409, 'COMMENT_FIXED'));
    now();
    await remove(mo, id);
    expect(await edit(mo, id, 'x')).toMatchObject(refused(404, 'NOT_FOUND'));
  });
  test('429 RATE_LIMITED: an edit that mails counts as a comment does', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const { id } = await added(o, o.owner, 'of nobody');
    await Promise.all(Array.from({ length: 60 }, () => added(o, o.owner, mentionOf(mo.id))));
    expect(await edit(o.owner, id, mentionOf(mo.id))).toMatchObject(refused(429, 'RATE_LIMITED'));
    expect((await edit(o.owner, id, 'of nobody again')).status).toBe(200);
  });
});

describe('DELETE /api/v1/comments/:id', () => {
  test('200: its words are shown to nobody any more; that there was one is', async () => {
    const o = await openPosted();
    const { id } = await added(o, o.owner, 'said too much');
    expect(await remove(o.owner, id)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await list(o, o.owner)).body.comments).toMatchObject([{ id, text: null, removed_at: expect.any(String) }]);
  });
  test('200: a mail that waits is not sent once its comment is removed', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const { writerPool, letters, mailWorker } = testServer.opened.services;
    const { id } = await added(o, o.owner, 'of nobody');
    await remove(o.owner, id);
    await execute(writerPool, await letters.queueMention(mo.id, o.tenantId, id));
    mailWorker.nudge();
    expect(await mailsTo(mo)).toEqual([]);
  });
  test('401 UNAUTHENTICATED: nobody; 403 FORBIDDEN: another’s; 404 NOT_FOUND: none, or removed; 409 COMMENT_FIXED: too late', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const { id } = await added(o, mo, 'said');
    expect(await testServer.nobody.send('DELETE', comments.remove.path.replace(':id', id))).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    expect(await remove(o.owner, id)).toMatchObject(refused(403, 'FORBIDDEN'));
    later(16);
    expect(await remove(mo, id)).toMatchObject(refused(409, 'COMMENT_FIXED'));
    now();
    await remove(mo, id);
    expect(await remove(mo, id)).toMatchObject(refused(404, 'NOT_FOUND'));
  });
});

describe('the words of comments', () => {
  test('are in the export of whoever wrote them, edited and removed ones too; whoever is mentioned is told where', async () => {
    const o = await openPosted();
    const mo = await o.member();
    const kept = await added(o, mo, 'first thought');
    await edit(mo, kept.id, `second thought, ${mentionOf(o.owner.id)}`);
    await remove(mo, (await added(o, mo, 'taken back')).id);
    const about = async (person: Person) =>
      (await o.owner.call(privacy.exportSubject, { body: { email: person.email } })).body as unknown as {
        readonly comments: readonly { readonly text: string }[];
        readonly mentions: readonly object[];
      };
    const author = await about(mo);
    expect(author.comments.map((c) => c.text)).toEqual(['first thought', `second thought, ${mentionOf(o.owner.id)}`, 'taken back']);
    const mentioned = await about(o.owner);
    expect(mentioned.mentions).toEqual([{ id: kept.id, subject: 'intent', subject_id: o.intentId, event_seq: kept.seq }]);
    expect(JSON.stringify(mentioned)).not.toContain('second thought');
  });
  test('are gone after an erasure, in every place that shows them; the log and what follows from it are as they were', async () => {
    const o = await openPosted();
    const mo = await o.member();
    await o.owner.call(privacy.tokenise, { body: {} });
    await added(o, o.owner, `said ${mentionOf(mo.id)}`);
    const kept = await testServer.opened.loginPool.query<{ row: string }>(
      'select to_jsonb(t)::text as row from pii_tokens t where tenant_id = $1',
      [o.tenantId],
    );
    expect(kept.rows.map((r) => r.row).join()).not.toContain('said');
    expect((await o.owner.call(privacy.erase, { body: {} })).status).toBe(200);
    expect(textsOf(await list(o, o.owner))).toEqual([ERASED]);
    expect(textsOf(await mo.call(comments.mentions, { query: {} }))).toEqual([ERASED]);
    const { readerPool } = testServer.opened.services;
    expect(await findFaults({ readerPool, loginPool: testServer.opened.loginPool }, o.tenantId)).toEqual([]);
  });
});
