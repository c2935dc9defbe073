import { randomUUID } from 'node:crypto';
import { approvals } from '@countinghouse/contract/features/approvals';
import { comments } from '@countinghouse/contract/features/comments';
import { type Notification, notifications } from '@countinghouse/contract/features/notifications';
import { periods } from '@countinghouse/contract/features/periods';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type Person, type TestServer } from '@countinghouse/testkit/test-server';
import { codeOf, overlap, timed } from '@countinghouse/testkit/timed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(() => testServer.close());

const refused = (status: number, code: string) => ({ status, body: { code, error: code } });
const listOf = async (person: Person, query = {}) => (await person.call(notifications.list, { query })).body;
const kindsOf = (all: readonly Notification[]) => all.map((n) => n.kind);
/** A comment on an intent or approval, by whom. */
async function say(person: Person, subject: 'intent' | 'approval', subject_id: string, text: string): Promise<void> {
  const answer = await person.call(comments.add, { body: { id: randomUUID(), subject, subject_id, text } });
  expect(answer.status).toBe(200);
}

describe('GET /api/v1/notifications', () => {
  test('401, 400: a session, and a view that there is', async () => {
    expect(await testServer.nobody.call(notifications.list, { query: {} })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    for (const query of ['view=theirs', 'limit=0', 'limit=101', 'before=0'])
      expect(await o.owner.send('GET', `${notifications.list.path}?${query}`)).toMatchObject(refused(400, 'VALIDATION_ERROR'));
    expect(await listOf(o.owner)).toEqual({ notifications: [], unread: 0, next: null });
  });
  test('200: a checker is told what waits for them, its maker what became of it', async () => {
    const o = await openApprovals(testServer);
    const held = await holdBack(o, o.maker);
    const asked = await listOf(o.checker);
    expect(asked).toMatchObject({
      unread: 1,
      next: null,
      notifications: [
        {
          kind: 'approval_asked',
          actor: { id: o.maker.id },
          subject: 'approval',
          subject_id: held.approvalId,
          what: 'manual_post',
          amount: expect.stringMatching(/^\d+\.\d{8}$/),
          waiting: true,
          read: false,
        },
      ],
    });
    expect(asked.notifications[0]?.says).toContain(' from ');
    expect(await listOf(o.maker)).toMatchObject({ notifications: [], unread: 0 });

    await o.checker.call(approvals.approve, { params: { id: held.approvalId }, body: { comment: '' } });
    expect(await listOf(o.checker)).toMatchObject({ unread: 0, notifications: [{ waiting: false, read: true }] });
    expect(await listOf(o.maker)).toMatchObject({
      unread: 1,
      notifications: [{ kind: 'approval_approved', actor: { id: o.checker.id }, subject_id: held.approvalId, read: false }],
    });
    const other = await holdBack(o, o.maker);
    await o.checker.call(approvals.reject, { params: { id: other.approvalId }, body: { reason: 'Wrong account' } });
    expect(kindsOf((await listOf(o.maker)).notifications)).toEqual(['approval_rejected', 'approval_approved']);
    const taken = await holdBack(o, o.maker);
    await o.maker.call(approvals.withdraw, { params: { id: taken.approvalId } });
    // What one did oneself is read.
    expect(await listOf(o.maker)).toMatchObject({ unread: 2, notifications: [{ kind: 'approval_rejected', read: true }, {}, {}] });
  });
  test('200: whoever is mentioned is told, with the words; a removed comment is gone; its author is not told', async () => {
    const o = await openApprovals(testServer);
    const held = await holdBack(o, o.maker);
    await say(o.checker, 'approval', held.approvalId, `Is this   the right account,\n@[${o.maker.id}]?`);
    const [mention] = (await listOf(o.maker)).notifications;
    expect(mention).toMatchObject({
      kind: 'mention',
      actor: { id: o.checker.id },
      subject: 'approval',
      subject_id: held.approvalId,
      read: false,
    });
    expect(mention?.says).toMatch(/^Is this the right account, @.+\?$/);
    expect(mention?.says).not.toContain(o.maker.id);
    expect(kindsOf((await listOf(o.checker)).notifications)).toEqual(['approval_asked']);
    await say(o.checker, 'approval', held.approvalId, `@[${o.maker.id}] ${'x'.repeat(500)}`);
    expect((await listOf(o.maker)).notifications[0]?.says).toMatch(/x…$/);
    const { comments: said } = (await o.checker.call(comments.list, { query: { subject: 'approval', subject_id: held.approvalId } })).body;
    for (const { id } of said) await o.checker.call(comments.remove, { params: { id } });
    expect(await listOf(o.maker)).toMatchObject({ notifications: [], unread: 0 });
  });
  test('200: everything has what concerns others too, the latest first, a page at a time; periods among it', async () => {
    const o = await openApprovals(testServer);
    const held = await holdBack(o, o.maker);
    await say(o.checker, 'approval', held.approvalId, 'Seen.');
    await o.checker.call(approvals.reject, { params: { id: held.approvalId }, body: { reason: 'No' } });
    const range = { period_start: '2025-03-01', period_end: '2025-03-31' };
    await o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } });
    await o.owner.call(periods.lock, { body: range });
    const expected = ['period_locked', 'period_started', 'approval_rejected', 'comment', 'approval_asked'];
    const all = await listOf(o.checker, { view: 'everything' });
    expect(kindsOf(all.notifications)).toEqual(expected);
    expect(all.notifications[0]).toMatchObject({ what: '2025-03', subject: 'period', actor: { id: o.owner.id } });
    // What others did concerns everybody, and counts for nobody.
    expect(all.unread).toBe(0);
    const paged: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await listOf(o.checker, { view: 'everything', limit: 2, ...(before === undefined ? {} : { before }) });
      paged.push(...kindsOf(page.notifications));
      expect(page.notifications.length).toBeLessThanOrEqual(2);
      before = page.next;
    }
    expect(paged).toEqual(expected);
  });
  test('200: of another organisation there is nothing', async () => {
    const o = await openApprovals(testServer);
    await holdBack(o, o.maker);
    const stranger = await openOrganisation(testServer);
    expect(await listOf(stranger.owner, { view: 'everything' })).toEqual({ notifications: [], unread: 0, next: null });
  });
});

describe('POST /api/v1/notifications/read', () => {
  const mark = (person: Pick<Person, 'call'>, body: { readonly seqs: number[] } | { readonly through: number }) =>
    person.call(notifications.mark, { body });
  test('401, 400: a session, and something to mark', async () => {
    expect(await mark(testServer.nobody, { seqs: [1] })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
    const o = await openOrganisation(testServer);
    for (const body of [
      {},
      { seqs: [] },
      { seqs: [0] },
      { seqs: [1.5] },
      { through: 0 },
      { through: 1, seqs: [1] },
      { seqs: Array.from({ length: 101 }, (_, i) => i + 1) },
    ])
      expect((await o.owner.send('POST', notifications.mark.path, body)).status).toBe(400);
  });
  test('200: one by one, or all up to an event; twice changes nothing; of others nothing changes', async () => {
    const o = await openApprovals(testServer);
    const held = await holdBack(o, o.maker);
    for (const word of ['one', 'two', 'three'])
      await say(o.checker, 'approval', held.approvalId, `@[${o.maker.id}] @[${o.owner.id}] ${word}`);
    const [latest, middle, first] = (await listOf(o.maker)).notifications as [Notification, Notification, Notification];
    expect((await mark(o.maker, { seqs: [middle.seq] })).status).toBe(200);
    await mark(o.maker, { seqs: [middle.seq] });
    const readOf = async (person: Person) => (await listOf(person)).notifications.filter((n) => n.kind === 'mention').map((n) => n.read);
    expect([await readOf(o.maker), (await listOf(o.maker)).unread]).toEqual([[false, true, false], 2]);
    await mark(o.maker, { through: latest.seq });
    await mark(o.maker, { through: first.seq });
    expect([await readOf(o.maker), (await listOf(o.maker)).unread]).toEqual([[true, true, true], 0]);
    expect(await readOf(o.owner)).toEqual([false, false, false]);
    await say(o.checker, 'approval', held.approvalId, `@[${o.maker.id}] four`);
    expect((await listOf(o.maker)).unread).toBe(1);
  });
  test('200: of very many that were read one by one the oldest become everything before them', async () => {
    const o = await openOrganisation(testServer);
    for (let from = 1; from <= 1_101; from += 100) await mark(o.owner, { seqs: Array.from({ length: 100 }, (_, i) => 2 * (from + i)) });
    const { rows } = await testServer.opened.loginPool.query<{ through_seq: number; count: number }>(
      `select (select through_seq from notification_marks where tenant_id = $1) as through_seq,
         (select count(*)::int from notification_reads where tenant_id = $1) as count`,
      [o.tenantId],
    );
    expect(rows).toEqual([{ through_seq: 400, count: 1_000 }]);
  });
  test('200: of the same ones marked at once, in one order and the other, each', async () => {
    const o = await openOrganisation(testServer);
    let overlapping = 0;
    for (let round = 0; round < 20; round++) {
      const seqs = Array.from({ length: 100 }, (_, i) => 1 + round * 100 + i);
      const orders = [seqs, seqs.toReversed(), seqs, seqs.toReversed()];
      const marked = await Promise.all(orders.map((order) => timed(() => mark(o.owner, { seqs: order }))));
      const [first] = marked;
      overlapping += marked.filter((m) => first !== undefined && m !== first && overlap(first, m)).length;
      expect(marked.map(codeOf)).toEqual([200, 200, 200, 200]);
    }
    expect(overlapping).toBeGreaterThan(0);
  });
  test('200: in a read-only organisation too', async () => {
    const o = await openOrganisation(testServer);
    await o.deactivate();
    expect((await mark(o.owner, { through: 5 })).status).toBe(200);
  });
});
